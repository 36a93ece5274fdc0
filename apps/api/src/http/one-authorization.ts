import { DomainError } from '@app/kernel';
import type { NextFunction, Request, Response } from 'express';

const NAME = 'authorization';

/**
 * Refuses a request with two `Authorization` headers. Node keeps the first and a proxy may check the last, so they could
 * authorize different callers.
 */
export function oneAuthorization(request: Request, _response: Response, next: NextFunction): void {
  const { rawHeaders } = request;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === NAME.length && name.toLowerCase() === NAME) count++;
  }
  if (count < 2) next();
  else next(new DomainError('invalid', 'duplicate_header', 'The header Authorization is given twice.'));
}
