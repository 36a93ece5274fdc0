import { processDialect } from '@app/config';
import type { TableColumnOptions, TableIndexOptions } from 'typeorm';
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

export const boolean = (name: string): TableColumnOptions => ({ name, ...columnTypes.boolean });

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
