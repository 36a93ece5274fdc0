import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './domain-error';

/** The request or job for which the running code works. */
export interface RequestScope {
  /** Undefined for work that several requests share. */
  readonly requestId: string | undefined;
  /** The client's address as determined by the trusted proxies; null for a job. */
  readonly clientAddress: string | null;
  /** The header `User-Agent`; null if there is none. */
  readonly userAgent: string | null;
  /** True after an audit log entry was written for this request. */
  audited: boolean;
  /** The validated body, for the audit log; undefined for a request without a body. */
  validBody?: unknown;
  /**
   * True if no response can reach the client any more, because a timeout was already sent or the connection was lost.
   */
  abandoned: boolean;
  /** True after a route has begun whose requests may change something. Until then, an abandoned request writes nothing. */
  mayWrite: boolean;
  /**
   * Number of database writes that have been committed or may have been committed. A write counts from the moment it is
   * sent, unless the database refuses it.
   */
  writes: number;
}

/** Thrown to end the work of a request whose client no longer waits for it. */
export class RequestAbandoned extends DomainError {
  constructor() {
    const message =
      'The operation was not started, because the request had already been answered or its ' +
      'connection was lost.';
    super('unavailable', 'request_abandoned', message);
  }
}

const scopes = new AsyncLocalStorage<RequestScope>();

/**
 * Runs `work` and everything that it starts within the scope of `requestId`. Log lines and jobs then contain this id.
 */
export function runInRequest<T>(
  requestId: string,
  work: () => T,
  clientAddress: string | null = null,
  userAgent: string | null = null,
): T {
  return scopes.run(
    { requestId, clientAddress, userAgent, audited: false, abandoned: false, mayWrite: false, writes: 0 },
    work,
  );
}

/**
 * Runs `work` to its end even if the current request is abandoned. Used for work that undoes or completes a write, or
 * that continues after the response. The writes of `work` do not count as writes of the request, but its audit entries
 * count as entries of the request.
 */
export function runBeyondRequest<T>(work: () => T): T {
  const scope = scopes.getStore();
  if (!scope) return work();
  const beyond: RequestScope = {
    ...scope,
    abandoned: false,
    get audited() {
      return scope.audited;
    },
    set audited(audited) {
      scope.audited = audited;
    },
  };
  return scopes.run(beyond, work);
}

/**
 * Runs one write for several requests. After one of these requests is abandoned, no further statement of the write
 * begins.
 */
export function runForAll<T>(requests: readonly RequestScope[], work: () => T): T {
  const [first] = requests;
  if (!first) return work();
  const shared: RequestScope = {
    requestId: requests.length === 1 ? first.requestId : undefined,
    clientAddress: null,
    userAgent: null,
    audited: false,
    mayWrite: true,
    writes: 0,
    get abandoned() {
      return requests.some((request) => request.abandoned);
    },
  };
  return scopes.run(shared, work);
}

/** Returns the request for which the running code works. For a job, this is the request that enqueued the job. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

/**
 * Returns the id of the request for which the running code works. For a job, this is the id of the request that
 * enqueued the job.
 */
export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}

/** Runs `work` outside of any request. Used for work that concurrent requests share. */
export function runOutsideRequests<T>(work: () => T): T {
  return scopes.exit(work);
}

/**
 * Checks that the client still waits for the response. Call this before a write begins.
 * @throws RequestAbandoned if the client no longer waits
 */
export function assertAwaited(): void {
  if (scopes.getStore()?.abandoned) throw new RequestAbandoned();
}
