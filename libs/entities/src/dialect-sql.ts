import { processDialect } from '@app/config';
import { mysqlSql } from './dialect-sql.mysql';
import { postgresSql } from './dialect-sql.postgres';
import type { DialectSql } from './sql-dialect';

/** The SQL dialect of the database that this process uses. */
export const dialectSql: DialectSql = processDialect() === 'postgres' ? postgresSql : mysqlSql;
