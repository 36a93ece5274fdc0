import { DomainError } from '@app/kernel';
import type { NextFunction, Request, Response } from 'express';

const AUTHORIZATION = 'authorization';

/**
 * Refuses an HTTP/1.1 request without a `Host` header, and a request with two `Authorization` headers. Node keeps the
 * first of them, but a proxy may check the last, so the two could authorize different callers.
 */
export function checkHeaders(request: Request, _response: Response, next: NextFunction): void {
  const { headers, httpVersion, rawHeaders } = request;
  if (headers.host === undefined && httpVersion === '1.1') {
    next(new DomainError('invalid', 'missing_host', 'The header Host is missing.'));
  } else if (authorizationsIn(rawHeaders) > 1) {
    next(new DomainError('invalid', 'duplicate_header', 'The request has two Authorization headers.'));
  } else next();
}

/** @param rawHeaders names and values, alternating */
function authorizationsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count++;
  }
  return count;
}
