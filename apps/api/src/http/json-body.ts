import { DomainError } from '@app/kernel';
import type { Request } from 'express';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

export function hasBody({ headers }: Request): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

/**
 * @param wanted the one type to take, in place of JSON
 * @throws DomainError `unsupported_type` for a body of another
 */
export function assertType({ headers }: Request, wanted?: string): void {
  const [given = ''] = (headers['content-type'] ?? '').split(';', 1);
  const type = given.trim().toLowerCase();
  if (wanted ? type === wanted : JSON_TYPE.test(type)) return;
  const message = `The body must be ${wanted ?? 'application/json'}.`;
  throw new DomainError('unsupported_type', 'unsupported_type', message);
}
