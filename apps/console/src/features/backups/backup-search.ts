export interface BackupSearch {
  page?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readBackupSearch({ page }: Record<string, unknown>): BackupSearch {
  return {
    page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  };
}
