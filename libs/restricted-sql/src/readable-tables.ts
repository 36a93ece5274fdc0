/**
 * The views that statements of workflows can read. Their columns must not change, because workflows use them. They
 * contain no data about people, no secrets and no payloads.
 */
export const DATABASE_VIEWS = [
  'alerts',
  'area_meters',
  'areas',
  'energy_day',
  'energy_hour',
  'executions',
  'faults',
  'meters',
  'objects',
  'points',
  'readings',
  'work_orders',
] as const;

/**
 * The views and tables that statements of workflows may read. Tables about people, secrets and internals of the service
 * are excluded: accounts, tokens, the configuration, the audit log, workflows (webhook secrets) and executions
 * (payloads). The tables of measurements remain for statements that were written before the views existed.
 */
export const READABLE_TABLES = [
  ...DATABASE_VIEWS,
  'area',
  'area_meter',
  'meter',
  'meter_day',
  'meter_hour',
  'point_value',
  'reading',
  'workflow_memory',
] as const;

/** The only table that statements of workflows may change. */
const WRITABLE_TABLE = 'workflow_memory';

export interface AllowedTables {
  readable: readonly string[];
  writable: readonly string[];
}

export type AccountMode = 'read' | 'write';

export const ALLOWED_TABLES: Record<AccountMode, AllowedTables> = {
  read: { readable: READABLE_TABLES, writable: [] },
  write: { readable: READABLE_TABLES, writable: [WRITABLE_TABLE] },
};

/** Returns the privileges that the account of a mode has on a table. Empty if the account may not use the table. */
export function privilegesOn(table: string, { readable, writable }: AllowedTables): string[] {
  if (writable.includes(table)) return ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  return readable.includes(table) ? ['SELECT'] : [];
}
