import { type Static, Type } from '@sinclair/typebox';
import { jsonExcess } from '@app/kernel';
import { type HttpPortRequest, type HttpPortResponse, type Json, NodeFault } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { requestHeaders } from './request-headers';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Requests with these methods can be repeated without an idempotency key. */
const SAFE = new Set<string>(['GET', 'HEAD', 'OPTIONS']);
const BODILESS = new Set<unknown>(['GET', 'HEAD']);
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** The fields of a request to another system. */
export const HttpMessage = Type.Object({
  method: Type.Optional(
    Type.Union(
      METHODS.map((method) => Type.Literal(method)),
      { title: 'Method', description: 'The HTTP method.', default: 'GET' },
    ),
  ),
  url: Type.String({
    title: 'Address',
    description:
      'Address with http or https. Private addresses are refused unless the installation allows them.',
    minLength: 1,
    maxLength: 8000,
    examples: ['https://api.example.org/rooms/{{ item.id }}'],
  }),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      title: 'Headers',
      description: 'Request headers by name.',
      examples: [{ authorization: 'Bearer {{ env.WEATHER_KEY }}' }],
    }),
  ),
  body: Type.Optional(
    anyValue({
      title: 'Body',
      description:
        'Request body. A text is sent as it is, and any other value as JSON. Null sends no body. GET and ' +
        'HEAD requests cannot have a body.',
      examples: [{ room: '{{ item.id }}', setPoint: 21 }],
    }),
  ),
  failOnStatus: Type.Optional(
    Type.Boolean({
      title: 'Fail on status',
      description:
        'If true, the node fails if the status is 400 or above. If false, it fails only if there is no response.',
      default: false,
    }),
  ),
  followRedirects: Type.Optional(
    Type.Boolean({
      title: 'Follow redirects',
      description:
        'If true, redirects are followed, and each address is checked like the first. If false, the redirect ' +
        'itself is the response.',
      default: false,
    }),
  ),
});

/** Returns true if the request has a body and its method does not allow one. */
export function hasForbiddenBody({ method = 'GET', body }: { method?: unknown; body?: unknown }): boolean {
  return BODILESS.has(method) && body !== undefined && body !== null && body !== '';
}

/** @throws NodeFault `header_invalid`, `body_not_allowed` */
export function messageOf(
  config: Static<typeof HttpMessage>,
  idempotencyKey: string,
): Omit<HttpPortRequest, 'signal'> {
  const { method = 'GET', url, headers = {}, followRedirects = false } = config;
  if (hasForbiddenBody(config))
    throw new NodeFault('body_not_allowed', `A ${method} request must not have a body.`);
  const body = BODILESS.has(method) ? null : (config.body ?? null);
  const key: Record<string, string> = SAFE.has(method) ? {} : { 'idempotency-key': idempotencyKey };
  if (body === null) return { method, url, headers: requestHeaders(headers, key), followRedirects };
  const isText = typeof body === 'string';
  const contentType = isText ? 'text/plain;charset=UTF-8' : 'application/json';
  return {
    method,
    url,
    headers: requestHeaders(headers, { ...key, 'content-type': contentType }),
    body: isText ? body : JSON.stringify(body),
    followRedirects,
  };
}

/**
 * Returns the parsed body if the response declares JSON and the body is valid JSON. If not, returns the text of the
 * body.
 */
export function bodyOf({ headers, body }: HttpPortResponse, log: (line: string) => void): Json {
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return body;
  if (body === '') return null;
  const excess = jsonExcess(body);
  if (excess !== null) {
    log(`The response ${excess.message}, so it is kept as text.`);
    return body;
  }
  try {
    return JSON.parse(body) as Json;
  } catch {
    log('The response is declared as JSON but is not valid JSON. It is kept as text.');
    return body;
  }
}

/** Removes the query of a URL for the log, because the query may contain keys. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
