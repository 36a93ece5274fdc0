import { runInRequest } from '@app/kernel';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { clientAddressOf } from './client-address';
import type { RecordRequest } from './request-metrics';
import { requestIdOf } from './request-id';

/** For answers that are data: nothing in them is to be run, framed, guessed at or kept by anybody in between. */
export const SECURITY_HEADERS: readonly [string, string][] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
];

/** A year without plain HTTP; told where the caller came by TLS, for otherwise it means nothing. */
const ONLY_BY_TLS = 'max-age=31536000; includeSubDomains';

/**
 * Stands before everything: gives each request its id and each answer the headers that all have, runs what follows
 * in the request's scope, and writes one line when it is over.
 */
export function requestFrame(logger: Logger, record: RecordRequest) {
  // To look for secrets is most of a line's cost, and there are none in this one.
  const accessLog = logger.child({}, { redact: [] });
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
        // Without the query: it may carry a token, and what people search for.
        req: { method: request.method, url: pathOf(request.originalUrl) },
        // Null where the client went away before the answer began.
        res: { statusCode: response.headersSent ? response.statusCode : null },
        responseTime: Math.round(durationMs * 10) / 10,
      });
    });
    runInRequest(requestId, next, clientAddressOf(request));
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
