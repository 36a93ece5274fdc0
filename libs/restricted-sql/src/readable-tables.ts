/**
 * The tables that statements of workflows may read: the building and its measurements. Tables about people, secrets and
 * internals of the service are excluded: accounts, tokens, the configuration, the audit log, workflows (webhook
 * secrets) and executions (payloads).
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

/** The only table that statements of workflows may change. */
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

/** The privileges of a mode's account on a table; empty for any other table. */
export function privilegesOn(table: string, { readable, writable }: AllowedTables): string[] {
  if (writable.includes(table)) return ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  return readable.includes(table) ? ['SELECT'] : [];
}
