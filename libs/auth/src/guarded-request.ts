import type { Actor } from '@app/kernel';
import type { IncomingHttpHeaders } from 'node:http';

/** What the guard reads of a request, and what it leaves there. */
export interface GuardedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly query: Record<string, unknown>;
  readonly params: Record<string, unknown>;
  /** Set by the guard on every route that is not public. */
  actor?: Actor;
}
