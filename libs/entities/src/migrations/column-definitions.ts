import { processDialect } from '@app/config';
import type { TableColumnOptions, TableForeignKeyOptions, TableIndexOptions } from 'typeorm';
import { columnTypes, orderedByCode } from '../columns';

type Options = Pick<TableColumnOptions, 'isNullable' | 'default'>;
interface Choices {
  nullable?: boolean;
}

const nullability = (choices: Choices): Options => ({ isNullable: choices.nullable ?? false });

/** Codes and hashes are case-sensitive on every database; MySQL needs a collation for this. */
const collation = processDialect() === 'mysql' ? { charset: 'utf8mb4', collation: 'utf8mb4_bin' } : {};

export const int = (name: string, choices: Choices = {}): TableColumnOptions => ({
  name,
  type: processDialect() === 'mysql' ? 'int' : 'integer',
  ...nullability(choices),
});

export const smallint = (name: string): TableColumnOptions => ({ name, type: 'smallint' });

export const boolean = (name: string, choices: Choices = {}): TableColumnOptions => ({
  name,
  ...columnTypes.boolean,
  ...nullability(choices),
});

export const bigint = (name: string, choices: Choices = {}): TableColumnOptions => ({
  name,
  type: 'bigint',
  ...nullability(choices),
});

export const double = (name: string, choices: Choices = {}): TableColumnOptions => ({
  name,
  ...columnTypes.double,
  ...nullability(choices),
});

export const instant = (name: string, choices: Choices = {}): TableColumnOptions => ({
  name,
  ...columnTypes.instant,
  ...nullability(choices),
});

export const boundedText = (name: string, length: number, choices: Choices = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...collation,
  ...nullability(choices),
});

/** Text with an index that supports prefix searches. */
export const orderedText = (name: string, length: number): TableColumnOptions => ({
  ...boundedText(name, length),
  ...orderedByCode,
});

export const longText = (name: string, choices: Choices = {}): TableColumnOptions => ({
  name,
  ...columnTypes.longText,
  ...collation,
  ...nullability(choices),
});

export const generatedId = (name: string): TableColumnOptions => ({
  ...int(name),
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment',
});

export const primary = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isPrimary: true });

export const unique = (table: string, column: string): TableIndexOptions => ({
  name: `${table}_${column}_unique`,
  columnNames: [column],
  isUnique: true,
});

export const index = (name: string, ...columnNames: string[]): TableIndexOptions => ({ name, columnNames });

/**
 * A foreign key to the column `id` of another table. It defines both actions explicitly, because the defaults of the
 * databases differ, and a comparison of the schemas would report the difference.
 */
export const reference = (
  column: string,
  table: string,
  onDelete: 'CASCADE' | 'SET NULL' | 'NO ACTION',
): TableForeignKeyOptions => ({
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'NO ACTION',
});
