import type { IncomingMessage } from 'node:http';
import { newId } from '@app/kernel';

/** Bounded, and nothing that could leave a log line or a header. */
const ACCEPTED = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The id that the caller gave the request in `X-Request-Id`, where it is one that can be taken, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newId();
}
