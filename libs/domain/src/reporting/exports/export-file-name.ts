import type { ExportJobEntity } from '@app/entities';
import { localDate } from '../../metering/arithmetic/calendar';

/** The name of the file with the first and the last local date of the range: `energy-2026-03-01-2026-03-31.csv`. */
export function exportFileName({
  type,
  fromAt,
  toAt,
  timezone,
}: Pick<ExportJobEntity, 'type' | 'fromAt' | 'toAt' | 'timezone'>): string {
  const first = localDate(fromAt.getTime(), timezone).toString();
  const last = localDate(toAt.getTime() - 1, timezone).toString();
  return `${type}-${first}-${last}.csv`;
}
