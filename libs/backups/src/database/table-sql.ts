import { processDialect } from '@app/config';
import type { TableDialect } from './table-dialect';
import { mysqlTableSql } from './table-sql.mysql';
import { postgresTableSql } from './table-sql.postgres';

/** The statements of backups in the dialect of this process. */
export const tableSql: TableDialect = processDialect() === 'postgres' ? postgresTableSql : mysqlTableSql;
