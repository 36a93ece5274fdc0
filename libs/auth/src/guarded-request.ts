import type { Actor } from '@app/kernel';
import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that the guard reads and sets. */
export interface GuardedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly query: Record<string, unknown>;
  readonly params: Record<string, unknown>;
  /** The route that answers the request, with its declared path. */
  readonly route: { readonly path: string };
  /** Set by the guard on every route except public ones. */
  actor?: Actor;
}
