import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './domain-error';

/** The request (or job) that the running code works for. */
export interface RequestScope {
  /** Undefined for work that several requests share. */
  readonly requestId: string | undefined;
  /** The client's address as determined by the trusted proxies; null for a job. */
  readonly clientAddress: string | null;
  /** True after an audit log entry was written for this request. */
  audited: boolean;
  /** The validated body, for the audit log; undefined for a request without a body. */
  validBody?: unknown;
  /** True once no response can reach the client: a timeout was already sent, or the connection was lost. */
  abandoned: boolean;
  /**
   * Number of database writes that are or may be committed. A write counts as soon as it is sent, unless the database
   * refuses it.
   */
  writes: number;
}

/** Thrown to end the work of a request whose client no longer waits for it. */
export class RequestAbandoned extends DomainError {
  constructor() {
    const message = 'The request was answered, or its connection was lost, before this could begin.';
    super('unavailable', 'request_abandoned', message);
  }
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Run `work` and everything that it starts within the scope of `requestId`: log lines and jobs carry that id. */
export function runInRequest<T>(requestId: string, work: () => T, clientAddress: string | null = null): T {
  return scopes.run({ requestId, clientAddress, audited: false, abandoned: false, writes: 0 }, work);
}

/**
 * Runs `work` to its end even if the current request is abandoned. Used for work that undoes or completes a write, or
 * that continues after the response. Its writes do not count as writes of the request, but its audit entries do.
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
 * Runs one write for several requests. Once any of these requests is abandoned, no further statement of the write
 * begins.
 */
export function runForAll<T>(requests: readonly RequestScope[], work: () => T): T {
  const [first] = requests;
  if (!first) return work();
  const shared: RequestScope = {
    requestId: requests.length === 1 ? first.requestId : undefined,
    clientAddress: null,
    audited: false,
    writes: 0,
    get abandoned() {
      return requests.some((request) => request.abandoned);
    },
  };
  return scopes.run(shared, work);
}

/** The request that caused the running code. For a job, the request that enqueued it. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

/** The id of the request that caused the running code. For a job, the id of the request that enqueued it. */
export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}

/** Run `work` outside of any request, for work that concurrent requests share. */
export function runOutsideRequests<T>(work: () => T): T {
  return scopes.exit(work);
}

/**
 * Call this before a write begins.
 * @throws RequestAbandoned if the client no longer waits for the response
 */
export function assertAwaited(): void {
  if (scopes.getStore()?.abandoned) throw new RequestAbandoned();
}
