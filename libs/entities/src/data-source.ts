import { dialectOf } from '@app/config';
import { type DataSource, DefaultNamingStrategy } from 'typeorm';
import * as migrations from './migrations';
import { mysqlWithLimits } from './session.mysql';
import { postgresWithLimits } from './session.postgres';
import * as tables from './tables';
import { TrackedDataSource } from './tracked-data-source';

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Names the column of `lastReadingAt` `last_reading_at`, so that hand-written SQL needs no quotes. */
class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

/** All entities that `tables/index.ts` exports. */
export const entities = Object.values(tables).filter((exported) => typeof exported === 'function');

/** All migrations of the product, in the order in which they run. */
export const allMigrations = Object.values(migrations);

const CONNECT_TIMEOUT_MS = 5000;
const DEFAULT_STATEMENT_MS = 30_000;
const IDLE_TRANSACTION_MS = 60_000;
/** Idle time after which the operating system sends a keep-alive packet to the server. */
const KEEP_ALIVE_MS = 10_000;

interface DataSourceSettings {
  poolSize: number;
  statementMs: number;
  entities: typeof entities;
  migrations: readonly (typeof allMigrations)[number][];
}

/**
 * Creates the data source of the database at `url`, without connecting. The URL is `postgres://…` or, for MySQL and
 * MariaDB, `mysql://…`. Use `mariadb://…` only to compare the schema of a MariaDB database. Transactions are READ
 * COMMITTED.
 * @param statementMs time limit of a statement
 * @param migrationClasses the migrations that `runMigrations` runs
 */
export function createDataSource(
  url: string,
  poolSize = 10,
  statementMs = DEFAULT_STATEMENT_MS,
  migrationClasses: readonly (typeof allMigrations)[number][] = allMigrations,
): DataSource {
  return dataSourceOf(url, { poolSize, statementMs, entities, migrations: migrationClasses });
}

/**
 * Creates a data source for migrations and SQL, without connecting. It knows no entities, because describing all of
 * them would take most of the time to connect.
 * @param statementMs time limit of a statement
 */
export function createSchemaDataSource(
  url: string,
  poolSize: number,
  statementMs = DEFAULT_STATEMENT_MS,
): DataSource {
  return dataSourceOf(url, { poolSize, statementMs, entities: [], migrations: allMigrations });
}

function dataSourceOf(
  url: string,
  { poolSize, statementMs, entities: entityClasses, migrations: migrationClasses }: DataSourceSettings,
): DataSource {
  const limit = { statementMs, idleTransactionMs: Math.max(IDLE_TRANSACTION_MS, statementMs) };
  const shared = {
    url,
    entities: entityClasses,
    migrations: [...migrationClasses],
    migrationsTransactionMode: 'each' as const,
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    poolSize,
  };
  if (dialectOf(url) === 'postgres') {
    return new TrackedDataSource({
      ...shared,
      type: 'postgres',
      driver: postgresWithLimits(limit),
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      installExtensions: false,
      extra: {
        // One connection always stays open, so that a restore can detect every running process.
        min: 1,
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: limit.idleTransactionMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        options: '-c default_transaction_isolation=read\\ committed',
      },
    });
  }
  return new TrackedDataSource({
    ...shared,
    type: url.startsWith('mariadb:') ? 'mariadb' : 'mysql',
    driver: mysqlWithLimits(limit),
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: true,
    charset: 'utf8mb4',
    connectTimeout: CONNECT_TIMEOUT_MS,
    extra: { enableKeepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS },
  });
}
