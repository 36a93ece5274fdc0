import type { RouteAccess } from '@app/auth';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './openapi-operations';

type Responses = Operation['responses'];
type Answer = NonNullable<Responses[string]>;

/** The errors that routes share, by status. */
const SHARED: Record<string, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'The request is not valid.' },
  401: { name: 'Unauthenticated', description: 'The token is missing, invalid or expired.' },
  403: { name: 'Forbidden', description: "The caller's role is too low." },
  404: { name: 'NotFound', description: 'The record does not exist.' },
  409: { name: 'Conflict', description: 'The record already exists, or its state does not allow this.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedType', description: 'The media type of the body is not supported.' },
  429: { name: 'TooMany', description: 'Too many requests. Try again after `Retry-After` seconds.' },
  500: {
    name: 'Failed',
    description:
      'The service failed. With the code `outcome_unknown` a write may have been carried out although its answer was lost: repeat the request with the same `Idempotency-Key`, or read the record first.',
  },
  502: { name: 'GatewayFailed', description: 'The gateway failed.' },
  503: {
    name: 'Unavailable',
    description:
      'The database or the queue cannot be reached. Nothing was written. Try again after `Retry-After` seconds.',
  },
  504: { name: 'GatewayTimedOut', description: 'The gateway did not answer in time.' },
  507: { name: 'StorageFull', description: 'The file store is full. Nothing was stored.' },
};

/** Returns the shared error answers to which an operation refers, as components of the reference. */
export function usedErrorResponses({ paths }: OpenAPIObject): Record<string, Answer> {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(SHARED)
      .filter(([, { name }]) => text.includes(`#/components/responses/${name}"`))
      .map(([status, { name, description }]) => [name, { description, content: errorContent(status) }]),
  );
}

/** Adds the errors that this kind of route can return. Adds a body to the errors that the route documents itself. */
export function completeErrors(operation: Operation, access: RouteAccess | undefined): void {
  const { responses } = operation;
  for (const [status, response] of Object.entries(responses)) {
    if (/^[45]/.test(status) && response && 'description' in response)
      response.content ??= errorContent(status);
  }
  for (const status of impliedErrors(operation, access)) {
    responses[status] ??= { $ref: `#/components/responses/${SHARED[status]?.name}` };
  }
}

function impliedErrors(
  { parameters = [], requestBody }: Operation,
  access: RouteAccess | undefined,
): string[] {
  const hasPathParameter = parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
  return [
    ...(parameters.length > 0 || requestBody ? ['400'] : []),
    ...(access?.kind === 'public' ? [] : ['401']),
    ...(access?.kind === 'public' || access?.kind === 'stream_token' ? [] : ['403']),
    ...(hasPathParameter ? ['404'] : []),
    ...(requestBody ? ['413', '415'] : []),
    '500',
    '503',
    ...(isUpload(requestBody) ? ['507'] : []),
  ];
}

function isUpload(body: Operation['requestBody']): boolean {
  return body !== undefined && 'content' in body && 'multipart/form-data' in body.content;
}

function errorContent(status: string) {
  const name = status.startsWith('4') ? 'ErrorDto' : 'ServerErrorDto';
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}
