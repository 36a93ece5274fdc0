import { runInRequest } from '@app/kernel';
import type { LoadedExecution } from '../record/execution-store';

/** Runs work with the id of the request that started the execution. Log lines and jobs of the work get this id. */
export function inRequestOf(
  execution: LoadedExecution | null | undefined,
  work: () => Promise<void>,
): Promise<void> {
  return execution?.requestId ? runInRequest(execution.requestId, work) : work();
}
