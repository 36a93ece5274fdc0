import { processDialect } from '@app/config';
import type { DataSource } from 'typeorm';

/**
 * Describes every table and view of a database: the columns with their order, types, defaults and collations, the
 * constraints and the indexes. Databases with the same schema have the same description.
 */
export function describeSchema(dataSource: DataSource): Promise<string[]> {
  return processDialect() === 'mysql' ? describeMariaDb(dataSource) : describePostgres(dataSource);
}

async function describeMariaDb(dataSource: DataSource): Promise<string[]> {
  const [{ name = '' } = {}] = await dataSource.query<{ name?: string }[]>('SELECT DATABASE() AS name');
  const tables = await dataSource.query<Record<string, string>[]>('SHOW TABLES');
  const lines: string[] = [];
  for (const [table] of tables.map(Object.values) as string[][]) {
    const [row] = await dataSource.query<Record<string, string>[]>(`SHOW CREATE TABLE ${table}`);
    const creation = row?.['Create Table'] ?? row?.['Create View'] ?? '';
    lines.push(
      creation
        .replace(/ AUTO_INCREMENT=\d+/, '')
        .replaceAll(`\`${name}\`.`, '')
        .replace(/ DEFINER=\S+/, ''),
    );
  }
  return lines;
}

const POSTGRES = [
  `SELECT concat_ws(' ', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
     format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
     'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), 'COLLATE ' || l.collname, a.attidentity, a.attgenerated)
   FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     LEFT JOIN pg_collation l ON l.oid = a.attcollation
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'S')`,
  `SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
   FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`,
  `SELECT concat_ws(' ', viewname, definition) FROM pg_views WHERE schemaname = 'public'`,
  `SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
];

async function describePostgres(dataSource: DataSource): Promise<string[]> {
  const lines: string[] = [];
  for (const sql of POSTGRES) {
    const rows = await dataSource.query<Record<string, string>[]>(sql);
    lines.push(...rows.flatMap((row) => Object.values(row)).sort());
  }
  return lines;
}
