import type { IncomingMessage } from 'node:http';
import { newId } from '@app/kernel';

/** Limits the length and the characters, so that an id is safe in a log line and a header. */
const ACCEPTED = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The caller's `X-Request-Id` if it is valid, otherwise a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newId();
}
