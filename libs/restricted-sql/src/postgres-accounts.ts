import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import type { AccountKeeper } from './account-keeper';
import {
  accessOf,
  applySettings,
  createRole,
  excessPowers,
  excessPrivileges,
  grant,
  grantedTo,
  lockSchema,
  revoke,
  roleExists,
  setPassword,
  tablesThere,
  temporaryFilesLimit,
} from './postgres-accounts.queries';
import { ALLOWED_TABLES, privilegesOn } from './readable-tables';
import type { RestrictedAccount } from './restricted-accounts';
import { CONNECT_MS } from './restricted-session';
import { isNotAllowed } from './sql-errors';

const ITERATIONS = 4096;

/**
 * Returns the form in which PostgreSQL stores a password (RFC 5803). The server receives this form instead of the
 * password, so it cannot log the password. The password must be ASCII.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/**
 * Time limit of statements that create accounts. It is longer than the limit for statements of workflows, because the
 * creation may have to wait for another process.
 */
const STATEMENT_MS = 30_000;

/**
 * Manages accounts of PostgreSQL. Roles belong to the whole server, so their names contain the name of the database.
 */
export const postgresAccounts: AccountKeeper = {
  async ensure(serviceUrl, accounts) {
    await connected(serviceUrl, async (client) => {
      await client.query('BEGIN');
      await lockSchema(client);
      for (const account of accounts) await ensureRole(client, account);
      await client.query('COMMIT');
    });
  },

  async excessOf(url, allowed) {
    return connected(url, async (client) => {
      const privileges = await excessPrivileges(client, allowed);
      const powers = await excessPowers(client);
      return [...powers, ...privileges.map(({ table, privilege }) => `${privilege} on ${table}`)];
    });
  },
};

async function ensureRole(client: Client, { mode, name, password }: RestrictedAccount): Promise<void> {
  const verifier = scramVerifier(password);
  if (await roleExists(client, name)) await setPassword(client, name, verifier);
  else await createRole(client, name, verifier);
  await ensureAccess(client, name);

  const allowed = ALLOWED_TABLES[mode];
  const granted = await grantedTo(client, name);
  for (const found of granted) {
    if (!privilegesOn(found.table, allowed).includes(found.privilege)) await revoke(client, name, found);
  }
  for (const table of await tablesThere(client, allowed.readable)) {
    const has = new Set(granted.filter((found) => found.table === table).map(({ privilege }) => privilege));
    const missing = privilegesOn(table, allowed).filter((privilege) => !has.has(privilege));
    if (missing.length > 0) await grant(client, name, table, missing);
  }
}

/**
 * Grants access to the tables and nothing else. By default, PUBLIC may create temporary tables and, before PostgreSQL
 * 15, other tables too. These privileges are revoked from PUBLIC, because they cannot be revoked from a single role. If
 * the service may not revoke them, they stay.
 */
async function ensureAccess(client: Client, name: string): Promise<void> {
  const access = await accessOf(client, name);
  await applySettings(client, name, access.schema);
  await ifAllowed(client, temporaryFilesLimit(name));
  const role = escapeIdentifier(name);
  const database = escapeIdentifier(access.database);
  const schema = escapeIdentifier(access.schema);
  if (!access.connect) await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${role}`);
  if (!access.usage) await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  if (access.temporary) await ifAllowed(client, `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  if (access.create) await ifAllowed(client, `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`);
}

async function ifAllowed(client: Client, sql: string): Promise<void> {
  await client.query('SAVEPOINT attempt');
  try {
    await client.query(sql);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT attempt');
  }
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
  });
  // Ignore the error event of a broken connection, because its active statement is rejected too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
