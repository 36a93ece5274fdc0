import { AsyncLocalStorage } from 'node:async_hooks';

/** The request (or job) that the running code works for. */
export interface RequestScope {
  readonly requestId: string;
  /** The client's address, by the trusted proxies; null for a job. */
  readonly clientAddress: string | null;
  /** True after an entry for this request was written to the audit log. */
  audited: boolean;
  /** True when nobody waits for an answer: it was sent, or the client has disconnected. */
  over: boolean;
  /**
   * Database writes that are or may be committed. A write counts when it is sent, and not if the database refuses it.
   */
  writes: number;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Run `work` and everything it starts within the scope of `requestId`: log lines and jobs carry that id. */
export function runInRequest<T>(requestId: string, work: () => T, clientAddress: string | null = null): T {
  return scopes.run({ requestId, clientAddress, audited: false, over: false, writes: 0 }, work);
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
