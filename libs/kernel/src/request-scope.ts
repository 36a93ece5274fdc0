import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './domain-error';

/** The request (or job) that the running code works for. */
export interface RequestScope {
  readonly requestId: string;
  /** The client's address, by the trusted proxies; null for a job. */
  readonly clientAddress: string | null;
  /** True after an entry for this request was written to the audit log. */
  audited: boolean;
  /** True once no answer can reach the client: the deadline was answered, or the connection was lost first. */
  abandoned: boolean;
  /**
   * Database writes that are or may be committed. A write counts when it is sent, and not if the database refuses it.
   */
  writes: number;
}

/** Thrown to end the work of a request that nobody waits for any more. */
export class RequestAbandoned extends DomainError {
  constructor() {
    const message = 'The request was answered, or its connection was lost, before this could begin.';
    super('unavailable', 'request_abandoned', message);
  }
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Run `work` and everything it starts within the scope of `requestId`: log lines and jobs carry that id. */
export function runInRequest<T>(requestId: string, work: () => T, clientAddress: string | null = null): T {
  return scopes.run({ requestId, clientAddress, audited: false, abandoned: false, writes: 0 }, work);
}

/**
 * Runs `work` to its end even if the current request is abandoned: work that undoes or completes a write, or that goes on
 * after the answer.
 */
export function runBeyondRequest<T>(work: () => T): T {
  const scope = scopes.getStore();
  return scope ? scopes.run({ ...scope, abandoned: false }, work) : work();
}

/** Runs one write for several requests: none of its statements begins once any of them is abandoned. */
export function runForAll<T>(requests: readonly RequestScope[], work: () => T): T {
  const [first] = requests;
  if (!first) return work();
  const shared: RequestScope = {
    requestId: first.requestId,
    clientAddress: null,
    audited: false,
    writes: 0,
    get abandoned() {
      return requests.some((request) => request.abandoned);
    },
  };
  return scopes.run(shared, work);
}

/** The request, or the request of the job, that caused the running code. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

/** The id of the request, or of the job's request, that caused the running code. */
export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}

/** Run `work` outside of any request, for work that concurrent requests share. */
export function runOutsideRequests<T>(work: () => T): T {
  return scopes.exit(work);
}

/**
 * To be called before a write begins.
 * @throws RequestAbandoned if nobody waits for the answer any more
 */
export function assertAwaited(): void {
  if (scopes.getStore()?.abandoned) throw new RequestAbandoned();
}
