import { DomainError } from '@app/kernel';
import type { NextFunction, Request, Response } from 'express';

/**
 * Refuses an HTTP/1.1 request without a `Host` header, and a request with two `Host` or `Authorization` headers. Node
 * keeps the first of them, but a proxy may use the last, so the two could serve different sites or callers.
 */
export function checkHeaders(request: Request, _response: Response, next: NextFunction): void {
  const { headers, httpVersion, rawHeaders } = request;
  if (headers.host === undefined && httpVersion === '1.1') {
    next(new DomainError('invalid', 'missing_host', 'The header Host is missing.'));
    return;
  }
  const repeated = (['Host', 'Authorization'] as const).find(
    (name) => countOf(rawHeaders, name.toLowerCase()) > 1,
  );
  if (repeated === undefined) next();
  else next(new DomainError('invalid', 'duplicate_header', `The request has two ${repeated} headers.`));
}

/**
 * @param rawHeaders names and values, alternating
 * @param wanted a name in lower case
 */
function countOf(rawHeaders: readonly string[], wanted: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) count++;
  }
  return count;
}
