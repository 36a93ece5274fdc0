/** The two supported SQL dialects. MariaDB counts as `mysql`. */
export type Dialect = 'postgres' | 'mysql';

export function dialectOf(databaseUrl: string): Dialect {
  return /^(mysql|mariadb):/.test(databaseUrl) ? 'mysql' : 'postgres';
}

/**
 * Returns the dialect of this process. It cannot be injected, because decorators choose column types while modules are
 * loaded, before any configuration object exists.
 */
export function processDialect(): Dialect {
  return dialectOf(process.env.DATABASE_URL ?? '');
}
