import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that the present code runs for, wherever it runs. */
export interface RequestScope {
  readonly requestId: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs `work`, and all that it starts, for the request `requestId`: log lines and jobs carry that id. */
export function runInRequest<T>(requestId: string, work: () => T): T {
  return scopes.run({ requestId }, work);
}

/** The id of the request, or of the job's request, that caused the present code to run. */
export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}
