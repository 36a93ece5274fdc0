/** The two supported SQL dialects. MariaDB counts as `mysql`. */
export type Dialect = 'postgres' | 'mysql';

export function dialectOf(databaseUrl: string): Dialect {
  return /^(mysql|mariadb):/.test(databaseUrl) ? 'mysql' : 'postgres';
}

/**
 * The dialect of this process. It is read here instead of injected, because decorators choose column types while
 * modules load, before any configuration object exists.
 */
export function processDialect(): Dialect {
  return dialectOf(process.env.DATABASE_URL ?? '');
}
