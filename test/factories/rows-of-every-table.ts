import { type Dialect, processDialect } from '@app/config';
import { dialectSql, type BulkColumn, jsonText } from '@app/entities';
import type { DataSource, EntityMetadata } from 'typeorm';

type ColumnMetadata = EntityMetadata['columns'][number];

/** The number of rows in each table. In the last row, every nullable column is null. */
export const ROWS = 5;

const TEXTS = [
  `'"; DROP TABLE user_account; -- `,
  '\\ \\n {{ x }} \u2028\t',
  '机房 🏭 é é',
  '[1,null]\n',
  '% _ ',
];
const DOUBLES = [-0, 0.1 + 0.2, 9_999_999_999_999.998, -1.7976931348623157e308, 5e-324];
const INTEGERS = [-2_147_483_648, 2_147_483_647, 0, -1, 1];
const BIGINTS = ['9007199254740991', '-9223372036854775808', '9223372036854775807', '0', '-1'];
const JSONS = ['{"b":[1.5,null,"é\\u0000"],"1":{}}', 'null', '"机房"', '[]', '0'];
/** The first and the last year that every database can store, and instants around clock changes. */
const INSTANTS = [
  '1000-01-01T00:00:00.000Z',
  '2026-03-29T01:00:00.001Z',
  '2026-10-25T00:30:00.999Z',
  '2026-10-25T01:30:00.000Z',
  '9998-12-31T23:59:59.999Z',
].map((iso) => Date.parse(iso));

/** The next id that each table generates. */
const NEXT_GENERATED_ID = 4711;
const NEXT_ID: Record<Dialect, (table: string, column: string) => string> = {
  postgres: (table, column) =>
    `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), ${NEXT_GENERATED_ID}, false)`,
  mysql: (table) => `ALTER TABLE ${table} AUTO_INCREMENT = ${NEXT_GENERATED_ID}`,
};

/**
 * Fills all tables with extreme and hostile values. References lead to the row with the same number in another table.
 */
export async function fillEveryTable(dataSource: DataSource): Promise<void> {
  const filled = new Set<EntityMetadata>();
  const fill = async (metadata: EntityMetadata): Promise<void> => {
    if (filled.has(metadata)) return;
    filled.add(metadata);
    for (const { referencedEntityMetadata } of metadata.foreignKeys) await fill(referencedEntityMetadata);
    await dataSource.query(`DELETE FROM ${metadata.tableName}`);
    await dialectSql.insert(dataSource.manager, metadata.tableName, metadata.columns.map(columnOf));
  };
  for (const metadata of dataSource.entityMetadatas) await fill(metadata);
  // Continue with a higher id, as if rows with later ids had been deleted. Ids must never be reused.
  for (const { tableName, generatedColumns } of dataSource.entityMetadatas) {
    const [generated] = generatedColumns;
    if (generated) await dataSource.query(NEXT_ID[processDialect()](tableName, generated.databaseName));
  }
}

function columnOf(column: ColumnMetadata): BulkColumn {
  const { type, values } = valuesOf(column);
  const kept = column.isNullable ? [...values.slice(0, -1), null] : values;
  return { name: column.databaseName, type, values: kept };
}

function valuesOf(column: ColumnMetadata): { type: BulkColumn['type']; values: (string | number)[] } {
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
  switch (column.type) {
    case 'int':
    case Number:
      return { type: 'int', values: isKey(column) ? numbers : INTEGERS };
    case 'smallint':
      return { type: 'smallint', values: numbers };
    case 'bigint':
      return { type: 'bigint', values: BIGINTS };
    case 'double':
    case 'double precision':
      return { type: 'double', values: DOUBLES };
    case Boolean:
      return { type: 'boolean', values: numbers.map((number) => number % 2) };
    case 'datetime':
    case 'timestamp with time zone':
      return { type: 'instant', values: INSTANTS };
    default:
      return { type: 'text', values: column.transformer === jsonText ? JSONS : textsOf(column) };
  }
}

/**
 * Returns true if the values of a column must differ. Columns whose names end in `_id` may be part of unique indexes.
 */
function isKey({ isPrimary, referencedColumn, databaseName }: ColumnMetadata): boolean {
  return isPrimary || referencedColumn !== undefined || databaseName.endsWith('_id');
}

/**
 * Returns a list of different texts of the maximum length of the column. Columns of equal length get equal lists, so
 * that references match.
 */
function textsOf({ length }: ColumnMetadata): string[] {
  const limit = length === '' ? 5000 : Number(length);
  return TEXTS.map((text, index) => {
    const end = `${index}`;
    const characters = Array.from(text.repeat(Math.ceil(limit / text.length) + 1));
    return characters.slice(0, limit - end.length).join('') + end;
  });
}
