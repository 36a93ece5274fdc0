import type { BackupTable } from '../format/manifest';

/** About a megabyte of rows without long texts. */
const SHORT_ROWS = 2000;
/** A long text may have several megabytes. */
const LONG_ROWS = 50;

/** Returns the number of rows that are read at once. It bounds the memory of a dump. */
export function pageRows({ columns }: BackupTable): number {
  const isLong = columns.some(
    ({ kind, length }) => kind === 'json' || (kind === 'text' && length === undefined),
  );
  return isLong ? LONG_ROWS : SHORT_ROWS;
}
