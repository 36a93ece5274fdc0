import type { IncomingMessage } from 'node:http';
import { newId, runInRequest, SECRET_MASK } from '@app/kernel';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { clientAddressOf } from './client-address';
import type { RecordRequest } from './request-metrics';

/** Limits the length and the characters, so that an id is safe in a log line and a header. */
const ACCEPTED = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The caller's `X-Request-Id` if it is valid, otherwise a new id. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newId();
}

/** Headers of answers that contain data. Browsers and proxies must not run, frame, sniff or cache such answers. */
export const SECURITY_HEADERS: readonly [string, string][] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
];

/** Makes browsers use only HTTPS for a year (HSTS). Browsers ignore this header over plain HTTP. */
const ONLY_BY_TLS = 'max-age=31536000; includeSubDomains';

/**
 * The first middleware. It assigns the request id and sets the headers that all answers have. It runs the following
 * handlers in the request's scope, and writes one log line at the end.
 */
export function requestFrame(logger: Logger, record: RecordRequest) {
  // The access log is not masked: it contains no secrets, and masking would take a third of the time of each line.
  const accessLog = logger.child({}, { formatters: { log: (fields) => fields } });
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAtMs = performance.now();
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    if (request.secure) response.setHeader('Strict-Transport-Security', ONLY_BY_TLS);
    response.once('close', () => {
      const durationMs = performance.now() - startedAtMs;
      record(request, response, durationMs);
      accessLog.info({
        requestId,
        // The query string is left out, because it may contain a token or search terms.
        req: { method: request.method, url: pathOf(request.originalUrl) },
        // Null if the client disconnected before the answer started.
        res: { statusCode: response.headersSent ? response.statusCode : null },
        responseTime: Math.round(durationMs * 10) / 10,
      });
    });
    runInRequest(requestId, next, clientAddressOf(request), request.get('user-agent'));
  };
}

/** The only path that contains a secret is a one-time address. */
const ONE_TIME_ADDRESS = /(\/workflows\/resume(?:\/|%2f)).+/i;

function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.replace(ONE_TIME_ADDRESS, `$1${SECRET_MASK}`);
}
