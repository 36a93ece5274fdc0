import type { BackupTotals, EndedWork } from '@app/backups';

/** Describes the content of a backup, for example `68 tables with 120345 rows, and 12 files`. */
export function describeTotals({ tables, files }: BackupTotals): string {
  const counts = Object.values(tables);
  const rows = counts.reduce((sum, table) => sum + table.rows, 0);
  return `${counts.length} tables with ${rows} rows, and ${files.count} files`;
}

/** Describes the ended work, for example `2 exports, 1 execution`. Returns an empty text if no work was ended. */
export function describeEndedWork(ended: EndedWork): string {
  return Object.entries(ended)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`)
    .join(', ');
}
