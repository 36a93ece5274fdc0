import { DomainError } from '@app/kernel';

/** No space, no quota, or a file that is larger than the limit of the system. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Converts an error of the file system to a `DomainError`. Other errors, such as those of the content, are returned
 * unchanged: they have no system call, or the call `read`.
 */
export function localStorageError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || syscall === 'read') return error;
  if (FULL.has(code)) return storageFull(error);
  const message = 'The data folder cannot be written. Nothing was stored. Report this to the administrator.';
  return new DomainError('storage_failed', 'storage_failed', message, { cause: error });
}

export function storageFull(cause: unknown): DomainError {
  const message = 'The file store is full. Nothing was stored. Delete files or add space, and try again.';
  return new DomainError('storage_full', 'storage_full', message, { cause });
}
