import { dialectOf } from '@app/config';
import { SystemClock } from '@app/kernel';
import {
  type RestrictedResult,
  RestrictedSql,
  type RestrictedSqlOptions,
  type RestrictedStatement,
  databaseOf,
  restrictedAccounts,
} from '@app/restricted-sql';
import { DataSource } from 'typeorm';
import type { TestDatabase } from '../harness';

/** All processes of an installation share this secret. */
export const SECRET = 'a secret that all processes of one installation share';

export function restrictedSql(
  database: TestDatabase,
  overrides: Partial<RestrictedSqlOptions> = {},
): RestrictedSql {
  return new RestrictedSql(
    {
      enabled: true,
      databaseUrl: database.url,
      ownUrl: undefined,
      secret: SECRET,
      maxMs: 10_000,
      maxRows: 1000,
      maxCharacters: 1_000_000,
      ...overrides,
    },
    new SystemClock(),
  );
}

export function ask(
  sql: RestrictedSql,
  query: string,
  overrides: Partial<RestrictedStatement> = {},
): Promise<RestrictedResult> {
  return sql.run({ query, params: [], mode: 'read', signal: new AbortController().signal, ...overrides });
}

/** Opens an ordinary connection with the account in the URL. */
export async function connectAs(url: string): Promise<DataSource> {
  const postgres = dialectOf(url) === 'postgres';
  const source = new DataSource({
    type: postgres ? 'postgres' : 'mysql',
    url,
    poolSize: 1,
    ...(postgres ? { installExtensions: false } : { multipleStatements: true }),
  });
  return source.initialize();
}

/** Deletes the accounts of the database, because the server keeps them after the database is dropped. */
export async function dropAccounts({ dataSource, url }: TestDatabase): Promise<void> {
  const dialect = dialectOf(url);
  for (const { name } of Object.values(restrictedAccounts(dialect, databaseOf(url), SECRET))) {
    if (dialect === 'postgres') await dropRole(dataSource, name);
    else await dropUser(dataSource, name);
  }
}

export async function dropRole(dataSource: DataSource, name: string): Promise<void> {
  const found = await dataSource.query<unknown[]>('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (found.length === 0) return;
  await dataSource.query(`DROP OWNED BY "${name}"`);
  await dataSource.query(`DROP ROLE "${name}"`);
}

export async function dropUser(dataSource: DataSource, name: string): Promise<void> {
  const hosts = await dataSource.query<{ host: string }[]>(
    'SELECT host AS host FROM mysql.user WHERE user = ?',
    [name],
  );
  for (const { host } of hosts) await dataSource.query(`DROP USER '${name}'@'${host}'`);
}
