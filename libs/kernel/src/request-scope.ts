import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that the present code runs for, wherever it runs. */
export interface RequestScope {
  readonly requestId: string;
  /** Where the caller sits, as far as the proxies that are trusted tell; null for a job. */
  readonly clientAddress: string | null;
  /** True once what the request does has been put on the audit log. */
  audited: boolean;
  /** True once nobody waits for an answer any more: one was given, or the caller has gone. */
  over: boolean;
  /**
   * Writes to the database that are, or may be, committed. It counts a write when it is sent, and no longer when the
   * database refuses it.
   */
  writes: number;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs `work`, and all that it starts, for the request `requestId`: log lines and jobs carry that id. */
export function runInRequest<T>(requestId: string, work: () => T, clientAddress: string | null = null): T {
  return scopes.run({ requestId, clientAddress, audited: false, over: false, writes: 0 }, work);
}

/** The request, or the job's request, that caused the present code to run. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

/** The id of the request, or of the job's request, that caused the present code to run. */
export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}

/** Runs `work` for no request: for work that concurrent requests share. */
export function runOutsideRequests<T>(work: () => T): T {
  return scopes.exit(work);
}
