export const EXECUTION_STATUSES = ['running', 'success', 'failed'] as const;

/** The filter and the page of the executions, as in the address. */
export interface ExecutionSearch {
  status?: (typeof EXECUTION_STATUSES)[number];
  page?: number;
}

/** Reads the search parameters of an address. Invalid parameters are dropped. */
export function readExecutionSearch({ status, page }: Record<string, unknown>): ExecutionSearch {
  const known = EXECUTION_STATUSES.find((value) => value === status);
  return {
    ...(known && { status: known }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  };
}
