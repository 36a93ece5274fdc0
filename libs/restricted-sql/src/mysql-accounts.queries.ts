import { createHash } from 'node:crypto';
import type { Connection } from 'mysql2/promise';
import { escape, escapeId } from 'mysql2';
import { productTables } from './product-tables';

export interface GrantedOnTable {
  table: string;
  privilege: string;
}

/** A user with its host, as statements name it: `'name'@'host'`. */
export type Grantee = string & { readonly grantee: unique symbol };

const LOCK_SECONDS = 30;

/** Takes the lock for account changes. The server releases the lock at the latest when the connection closes. */
export async function lockAccounts(connection: Connection, database: string): Promise<void> {
  const name = `plantroom_accounts_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
  await connection.query(`SELECT GET_LOCK(${escape(name)}, ${LOCK_SECONDS})`);
}

/** Returns the user `name`, with the host of the service's own account. */
export async function granteeOf(connection: Connection, name: string): Promise<Grantee> {
  const [[own]] = await select<{ account: string }>(connection, 'SELECT CURRENT_USER() AS account');
  const account = own?.account ?? '';
  const host = account.slice(account.lastIndexOf('@') + 1) || '%';
  return `${escape(name)}@${escape(host)}` as Grantee;
}

/** Creates the user, or sets the password if the user already exists. */
export async function ensureUser(connection: Connection, grantee: Grantee, password: string): Promise<void> {
  await connection.query(`CREATE USER IF NOT EXISTS ${grantee} IDENTIFIED BY ${escape(password)}`);
  await connection.query(`ALTER USER ${grantee} IDENTIFIED BY ${escape(password)}`);
}

/** Returns those tables and views of `wanted` that exist. */
export async function tablesThere(connection: Connection, wanted: readonly string[]): Promise<string[]> {
  const [rows] = await select<{ name: string }>(
    connection,
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN (?)',
    [wanted],
  );
  return rows.map(({ name }) => name);
}

/**
 * Creates the views of other accounts again. A view runs with the rights of the account that created it, which may no
 * longer exist after the service was given another account. `area_meters` comes first, because other views read it.
 */
export async function adoptViews(connection: Connection, views: readonly string[]): Promise<void> {
  const [foreign] = await select<{ name: string; query: string }>(
    connection,
    `SELECT table_name AS name, view_definition AS query FROM information_schema.views
     WHERE table_schema = DATABASE() AND table_name IN (?) AND definer <> CURRENT_USER()
     ORDER BY table_name = 'area_meters' DESC`,
    [views],
  );
  for (const { name, query } of foreign) {
    await connection.query(`CREATE OR REPLACE SQL SECURITY DEFINER VIEW ${escapeId(name, true)} AS ${query}`);
  }
}

/**
 * Returns the grants of a user on tables of this database. Grants that the service's account cannot see are missing.
 */
export async function grantedTo(connection: Connection, grantee: Grantee): Promise<GrantedOnTable[]> {
  const [rows] = await select<GrantedOnTable>(
    connection,
    `SELECT table_name AS \`table\`, privilege_type AS privilege FROM information_schema.table_privileges
     WHERE table_schema = DATABASE() AND grantee = ?`,
    [grantee],
  );
  return rows;
}

export async function grant(
  connection: Connection,
  grantee: Grantee,
  database: string,
  table: string,
  privileges: string[],
): Promise<void> {
  await connection.query(
    `GRANT ${privileges.join(', ')} ON ${escapeId(database, true)}.${escapeId(table, true)} TO ${grantee}`,
  );
}

export async function revoke(
  connection: Connection,
  grantee: Grantee,
  database: string,
  { table, privilege }: GrantedOnTable,
): Promise<void> {
  await connection.query(
    `REVOKE ${privilege} ON ${escapeId(database, true)}.${escapeId(table, true)} FROM ${grantee}`,
  );
}

/** Returns the privileges of the current account on the whole server, or on this whole database. */
export async function widePrivileges(connection: Connection): Promise<string[]> {
  const [rows] = await select<{ privilege: string }>(
    connection,
    `SELECT privilege_type AS privilege FROM information_schema.user_privileges WHERE privilege_type <> 'USAGE'
     UNION
     SELECT CONCAT(privilege_type, ' on all tables') FROM information_schema.schema_privileges
     WHERE DATABASE() LIKE table_schema OR table_schema = 'mysql'`,
  );
  return rows.map(({ privilege }) => privilege);
}

/**
 * Returns the current account's own privileges on the product's tables, and the tables that the account can see through
 * a role.
 */
export async function tablePrivileges(connection: Connection): Promise<GrantedOnTable[]> {
  const [granted] = await select<GrantedOnTable>(
    connection,
    `SELECT table_name AS \`table\`, privilege_type AS privilege FROM information_schema.table_privileges
     WHERE table_schema = DATABASE() AND table_name IN (?)
     UNION
     SELECT table_name, privilege_type FROM information_schema.column_privileges
     WHERE table_schema = DATABASE() AND table_name IN (?)`,
    [productTables(), productTables()],
  );
  const seen = await tablesThere(connection, productTables());
  return [...granted, ...seen.map((table) => ({ table, privilege: 'SELECT' }))];
}

function select<Row>(connection: Connection, sql: string, values: unknown[] = []): Promise<[Row[], unknown]> {
  return connection.query(sql, values) as unknown as Promise<[Row[], unknown]>;
}
