import type { BackupTotals } from '@app/backups';

/** For example `68 tables with 120345 rows, and 12 files`. */
export function describeTotals({ tables, files }: BackupTotals): string {
  const counts = Object.values(tables);
  const rows = counts.reduce((sum, table) => sum + table.rows, 0);
  return `${counts.length} tables with ${rows} rows, and ${files.count} files`;
}
