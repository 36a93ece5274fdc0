/**
 * What statements of workflows may read: the building and what was measured there. Not among them is whatever has, or
 * leads to, people, secrets or the workings of the service: accounts, tokens, the configuration, the audit log,
 * workflows (secrets of webhooks) and their executions (what people sent).
 */
export const READABLE_TABLES = [
  'area',
  'area_meter',
  'meter',
  'meter_day',
  'meter_hour',
  'point_value',
  'reading',
  'workflow_memory',
] as const;

/** The one table that they may change. */
export const WRITABLE_TABLE = 'workflow_memory';

export interface AllowedTables {
  readable: readonly string[];
  writable: readonly string[];
}

export type AccountMode = 'read' | 'write';

export const ALLOWED_TABLES: Record<AccountMode, AllowedTables> = {
  read: { readable: READABLE_TABLES, writable: [] },
  write: { readable: READABLE_TABLES, writable: [WRITABLE_TABLE] },
};

/** The privileges that a mode's account has on a table; none on any other. */
export function privilegesOn(table: string, { readable, writable }: AllowedTables): string[] {
  if (writable.includes(table)) return ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  return readable.includes(table) ? ['SELECT'] : [];
}
