export interface BackupSearch {
  page?: number;
}

/** Reads the search of an address. Invalid values become undefined, because the router keeps omitted fields. */
export function readBackupSearch({ page }: Record<string, unknown>): BackupSearch {
  return {
    page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  };
}
