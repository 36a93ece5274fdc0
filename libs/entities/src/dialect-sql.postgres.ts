import type { EntityManager } from 'typeorm';
import type { BulkColumn, DialectSql } from './sql-dialect';

const ARRAY_TYPES: Record<BulkColumn['type'], string> = {
  int: 'int',
  smallint: 'smallint',
  bigint: 'bigint',
  double: 'double precision',
  text: 'text',
  instant: 'double precision',
};

export const postgresSql: DialectSql = {
  instantMs: (column) => `(extract(epoch from ${column}) * 1000)::double precision`,

  query<Row>(manager: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    let index = 0;
    return manager.query<Row[]>(
      sql.replaceAll('?', () => `$${++index}`),
      [...parameters],
    );
  },

  /** One statement however many rows: each column travels as one array parameter. */
  async upsert(manager, table, key, columns) {
    if (columns[0] === undefined || columns[0].values.length === 0) return;
    const names = columns.map(({ name }) => name);
    const values = columns.map(({ name, type }) =>
      type === 'instant' ? `to_timestamp(${name} / 1000)` : name,
    );
    const arrays = columns.map(({ type }, index) => `$${index + 1}::${ARRAY_TYPES[type]}[]`);
    const updates = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
    await manager.query(
      `INSERT INTO ${table} (${names.join(', ')})
       SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS rows (${names.join(', ')})
       ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${updates.join(', ')}`,
      columns.map((column) => column.values),
    );
  },
};
