import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { productTables } from './product-tables';
import type { AllowedTables } from './readable-tables';
import { TEMPORARY_BYTES } from './restricted-session';

export interface Granted {
  schema: string;
  table: string;
  privilege: string;
}

/** Held to the end of the transaction: of processes that start at once, one works and the others wait. */
export async function lockSchema(client: Client): Promise<void> {
  await client.query('SELECT id FROM schema_lock WHERE id = 1 FOR UPDATE');
}

export async function roleExists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  return rowCount === 1;
}

export async function createRole(client: Client, name: string, verifier: string): Promise<void> {
  await client.query(`CREATE ROLE ${escapeIdentifier(name)} LOGIN PASSWORD ${escapeLiteral(verifier)}`);
}

export async function setPassword(client: Client, name: string, verifier: string): Promise<void> {
  await client.query(`ALTER ROLE ${escapeIdentifier(name)} LOGIN PASSWORD ${escapeLiteral(verifier)}`);
}

/** The role finds the service's tables without their schema; what else was set for it, such as time limits, is gone. */
export async function applySettings(client: Client, name: string, schema: string): Promise<void> {
  await client.query(`ALTER ROLE ${escapeIdentifier(name)} RESET ALL`);
  await client.query(`ALTER ROLE ${escapeIdentifier(name)} SET search_path = ${escapeIdentifier(schema)}`);
}

/** Bounds the temporary files of each of the role's sessions. Only a superuser may set it, and the role cannot lift it. */
export function temporaryFilesLimit(name: string): string {
  return `ALTER ROLE ${escapeIdentifier(name)} SET temp_file_limit = '${TEMPORARY_BYTES / 1024}kB'`;
}

/** Of `wanted`, the tables that are there. */
export async function tablesThere(client: Client, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname = ANY($1)`,
    [wanted],
  );
  return rows.map(({ table }) => table);
}

/** What was granted to the role itself, on tables, views and sequences. */
export async function grantedTo(client: Client, name: string): Promise<Granted[]> {
  const { rows } = await client.query<Granted>(
    `SELECT DISTINCT namespace.nspname AS schema, class.relname AS table, acl.privilege_type AS privilege
     FROM pg_class class
     JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
     CROSS JOIN LATERAL aclexplode(class.relacl) acl
     JOIN pg_roles role ON role.oid = acl.grantee
     WHERE role.rolname = $1`,
    [name],
  );
  return rows;
}

export async function grant(
  client: Client,
  name: string,
  table: string,
  privileges: string[],
): Promise<void> {
  await client.query(
    `GRANT ${privileges.join(', ')} ON TABLE ${escapeIdentifier(table)} TO ${escapeIdentifier(name)}`,
  );
}

export async function revoke(
  client: Client,
  name: string,
  { schema, table, privilege }: Granted,
): Promise<void> {
  const from = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
  await client.query(`REVOKE ${privilege} ON TABLE ${from} FROM ${escapeIdentifier(name)}`);
}

/** What else a role needs to come as far as the tables, and what it has too much because everybody has it. */
export async function accessOf(
  client: Client,
  name: string,
): Promise<{
  database: string;
  schema: string;
  connect: boolean;
  usage: boolean;
  temporary: boolean;
  create: boolean;
}> {
  const { rows } = await client.query<Awaited<ReturnType<typeof accessOf>>>(
    `SELECT current_database() AS database, current_schema() AS schema,
       has_database_privilege($1, current_database(), 'CONNECT') AS connect,
       has_schema_privilege($1, current_schema(), 'USAGE') AS usage,
       has_database_privilege($1, current_database(), 'TEMPORARY') AS temporary,
       has_schema_privilege($1, current_schema(), 'CREATE') AS create`,
    [name],
  );
  const [access] = rows;
  if (!access) throw new Error('The database does not say what a role may do.');
  return access;
}

/** Privileges of the current account on the product's tables beyond the allowed ones, through whatever role. */
export async function excessPrivileges(client: Client, allowed: AllowedTables): Promise<Granted[]> {
  const { rows } = await client.query<Granted>(
    `SELECT namespace.nspname AS schema, class.relname AS table, privilege
     FROM pg_class class
     JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
     WHERE class.relkind IN ('r', 'p') AND class.relname = ANY($1)
       AND namespace.nspname NOT IN ('pg_catalog', 'information_schema')
       AND (has_table_privilege(class.oid, privilege)
         OR (privilege IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
           AND has_any_column_privilege(class.oid, privilege)))
       AND NOT (privilege = 'SELECT' AND class.relname = ANY($2))
       AND NOT (privilege IN ('INSERT', 'UPDATE', 'DELETE') AND class.relname = ANY($3))
     ORDER BY 2, 3`,
    [productTables(), allowed.readable, allowed.writable],
  );
  return rows;
}

/** Attributes and memberships of the current account that lead beyond tables: files, programs, other roles. */
export async function excessPowers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ power: string }>(
    `SELECT power FROM pg_roles,
       unnest(ARRAY['SUPERUSER', 'CREATEROLE', 'CREATEDB', 'REPLICATION', 'BYPASSRLS'],
         ARRAY[rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls]) AS powers (power, has)
     WHERE rolname = current_user AND has
     UNION ALL
     SELECT rolname::text FROM pg_roles
     WHERE rolname LIKE 'pg\\_%' AND pg_has_role(current_user, oid, 'MEMBER')`,
  );
  return rows.map(({ power }) => power);
}
