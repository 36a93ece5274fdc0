import type { BackupTable } from '../format/manifest';

/** This number of rows without long texts takes about a megabyte. */
const SHORT_ROWS = 2000;
/** Rows per page of a table with long texts. A long text may have several megabytes. */
const LONG_ROWS = 50;

/** Returns the number of rows per page. It limits the memory that a dump needs. */
export function pageRows({ columns }: BackupTable): number {
  const isLong = columns.some(
    ({ kind, length }) => kind === 'json' || (kind === 'text' && length === undefined),
  );
  return isLong ? LONG_ROWS : SHORT_ROWS;
}
