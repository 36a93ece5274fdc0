import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { productTables } from './product-tables';
import type { AllowedTables } from './readable-tables';
import { TEMPORARY_BYTES } from './restricted-session';

export interface Granted {
  schema: string;
  table: string;
  privilege: string;
}

/**
 * Locks the schema until the end of the transaction. If several processes start at the same time, one creates the
 * accounts and the others wait.
 */
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

/**
 * Sets the search path of the role, so that statements need not name the schema. Resets all other settings of the role,
 * such as time limits.
 */
export async function applySettings(client: Client, name: string, schema: string): Promise<void> {
  await client.query(`ALTER ROLE ${escapeIdentifier(name)} RESET ALL`);
  await client.query(`ALTER ROLE ${escapeIdentifier(name)} SET search_path = ${escapeIdentifier(schema)}`);
}

/**
 * Returns the statement that limits the temporary files of each session of the role. Only a superuser may set this
 * limit, and the role cannot raise it.
 */
export function temporaryFilesLimit(name: string): string {
  return `ALTER ROLE ${escapeIdentifier(name)} SET temp_file_limit = '${TEMPORARY_BYTES / 1024}kB'`;
}

/** Returns those tables and views of `wanted` that exist. */
export async function tablesThere(client: Client, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v') AND relname = ANY($1)`,
    [wanted],
  );
  return rows.map(({ table }) => table);
}

/** Returns the role's own grants on tables, views and sequences. */
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

/** Returns which privileges the role has on the database and the schema, including those that it has through PUBLIC. */
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
  if (!access) throw new Error('The database did not return the privileges of a role.');
  return access;
}

/**
 * Returns the privileges of the current account on the product's tables that exceed the allowed ones. This includes
 * privileges through roles.
 */
export async function excessPrivileges(client: Client, allowed: AllowedTables): Promise<Granted[]> {
  const { rows } = await client.query<Granted>(
    `SELECT namespace.nspname AS schema, class.relname AS table, privilege
     FROM pg_class class
     JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
     WHERE class.relkind IN ('r', 'p', 'v') AND class.relname = ANY($1)
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

/**
 * Returns attributes and role memberships of the current account that give access to more than tables, such as files,
 * programs or other roles.
 */
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
