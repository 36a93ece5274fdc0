import type { MaintenanceRow } from './maintenance.queries';

/** A work order as clients see it. */
export type Maintenance = Omit<
  MaintenanceRow,
  'series' | 'openSeries' | 'nextAt' | 'counterValue' | 'countedHours'
>;

export function toMaintenance(row: MaintenanceRow): Maintenance {
  const {
    series: _series,
    openSeries: _openSeries,
    nextAt: _nextAt,
    counterValue: _value,
    countedHours: _hours,
    ...order
  } = row;
  return order;
}
