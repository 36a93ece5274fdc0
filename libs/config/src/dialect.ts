/** The two families of SQL that are supported. MariaDB counts as `mysql`. */
export type Dialect = 'postgres' | 'mysql';

export function dialectOf(databaseUrl: string): Dialect {
  return /^(mysql|mariadb):/.test(databaseUrl) ? 'mysql' : 'postgres';
}

/**
 * The dialect of this process. Column types are chosen by decorators while modules load, long before any
 * configuration object exists; this is why it is read here and not injected.
 */
export function processDialect(): Dialect {
  return dialectOf(process.env.DATABASE_URL ?? '');
}
