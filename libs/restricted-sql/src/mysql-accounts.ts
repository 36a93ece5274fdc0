import { type Connection, createConnection } from 'mysql2/promise';
import type { AccountKeeper } from './account-keeper';
import {
  adoptViews,
  ensureUser,
  grant,
  grantedTo,
  granteeOf,
  lockAccounts,
  revoke,
  tablePrivileges,
  tablesThere,
  widePrivileges,
} from './mysql-accounts.queries';
import { mysqlOptions } from './mysql-options';
import { ALLOWED_TABLES, DATABASE_VIEWS, privilegesOn } from './readable-tables';
import { databaseOf, type RestrictedAccount } from './restricted-accounts';
import { CONNECT_MS } from './restricted-session';

/**
 * Manages accounts of MySQL and MariaDB. The statements for accounts are not transactional there, but each of them can
 * be repeated.
 */
export const mysqlAccounts: AccountKeeper = {
  async ensure(serviceUrl, accounts) {
    const database = databaseOf(serviceUrl);
    await connected(serviceUrl, async (connection) => {
      await lockAccounts(connection, database);
      await adoptViews(connection, DATABASE_VIEWS);
      for (const account of accounts) await ensureAccount(connection, database, account);
    });
  },

  async excessOf(url, allowed) {
    return connected(url, async (connection) => {
      const excess = (await tablePrivileges(connection)).filter(
        ({ table, privilege }) => !privilegesOn(table, allowed).includes(privilege),
      );
      const onTables = excess.map(({ table, privilege }) => `${privilege} on ${table}`);
      return [...new Set([...(await widePrivileges(connection)), ...onTables])];
    });
  },
};

async function ensureAccount(
  connection: Connection,
  database: string,
  { mode, name, password }: RestrictedAccount,
): Promise<void> {
  const grantee = await granteeOf(connection, name);
  await ensureUser(connection, grantee, password);
  const allowed = ALLOWED_TABLES[mode];
  const granted = await grantedTo(connection, grantee);
  for (const found of granted) {
    if (!privilegesOn(found.table, allowed).includes(found.privilege)) {
      await revoke(connection, grantee, database, found);
    }
  }
  for (const table of await tablesThere(connection, allowed.readable)) {
    const has = new Set(granted.filter((found) => found.table === table).map(({ privilege }) => privilege));
    const missing = privilegesOn(table, allowed).filter((privilege) => !has.has(privilege));
    if (missing.length > 0) await grant(connection, grantee, database, table, missing);
  }
}

async function connected<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ ...mysqlOptions(url), connectTimeout: CONNECT_MS });
  // Ignore the error event of a broken connection, because its active statement is rejected too.
  connection.on('error', () => undefined);
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}
