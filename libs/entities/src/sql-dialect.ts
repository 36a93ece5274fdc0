import type { EntityManager } from 'typeorm';
import type { CsvSql } from './csv-sql';

/**
 * A column of a bulk write. Values of the type `instant` are milliseconds since 1970 UTC, and values of the type
 * `boolean` are 0 or 1.
 */
export interface BulkColumn {
  name: string;
  type: 'int' | 'smallint' | 'bigint' | 'double' | 'boolean' | 'text' | 'instant';
  /** One value per row, in the same order as in the other columns, or a single number or expression for all rows. */
  values: readonly (number | string | null)[] | number | SqlExpression;
}

/** An expression that the database evaluates, such as its current time. */
export interface SqlExpression {
  sql: string;
}

/** Returns true if the column has one value per row. */
export function isListed(values: BulkColumn['values']): values is readonly (number | string | null)[] {
  return Array.isArray(values);
}

/** Returns the number of rows in the columns. */
export function rowCount(columns: readonly BulkColumn[]): number {
  for (const { values } of columns) if (isListed(values)) return values.length;
  return 0;
}

/** Creates an `instant` column of a bulk write. */
export function instantColumn(name: string, instants: readonly (Date | null)[]): BulkColumn {
  return { name, type: 'instant', values: instants.map((at) => at?.getTime() ?? null) };
}

/** Portable SQL with `?` for each parameter. */
export interface SqlCondition {
  sql: string;
  parameters: readonly unknown[];
}

/** Lines of a CSV file, each with its line break. */
export interface CsvLines {
  /** The text, or its bytes in UTF-8. */
  text: string | Buffer;
  rows: number;
}

/**
 * The SQL that differs between the two dialects. It is used by the few performance-critical statements that are written
 * by hand.
 */
export interface DialectSql {
  /**
   * Returns an expression for an instant column as milliseconds since 1970 UTC. The drivers return it as a `number`.
   */
  instantMs(column: string): string;
  /** Returns the condition that the column equals an element of its parameter. The parameter is a non-empty array. */
  isOneOf(column: string): string;
  /**
   * Returns a SELECT with the columns `key` and `joined`. Its first parameter is a non-empty array of keys. `joined`
   * contains the texts of the column `text` in the rows of the key, joined in no particular order. For a key without
   * rows, `joined` is null or the result has no row.
   * @param condition an additional condition, which may have more parameters
   */
  joinedByKey(part: { table: string; key: string; text: string; condition: string }): string;
  /** Returns an aggregate that joins the texts of all rows in the order of `order`; null if there are no rows. */
  joined(part: { text: string; separator: string; order: string }): string;
  /** Expressions that write the cells of CSV files. */
  readonly csv: CsvSql;
  /**
   * Reads rows as lines of a CSV file.
   * @param cells whole numbers, or expressions of `csv`; null is an empty cell
   * @param rest the statement after its select list
   */
  csvLines(manager: EntityManager, cells: readonly string[], rest: SqlCondition): Promise<CsvLines>;
  /** The clause at the end of a SELECT or a subquery that locks its rows in shared mode until the transaction ends. */
  readonly forShare: string;
  /** Runs portable SQL with `?` for each parameter. Instants are passed as `Date`. */
  query<Row>(manager: EntityManager, sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * Like `query`, for a statement that changes rows.
   * @returns the number of matched rows
   */
  change(manager: EntityManager, sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** Inserts rows with new keys. Cheaper than `upsert`. */
  insert(manager: EntityManager, table: string, columns: BulkColumn[]): Promise<void>;
  /**
   * Like `insert`, but inserts nothing if `condition` is false at that moment. This is one statement, so it accepts at
   * most 2000 rows. The first column must not be nullable.
   * @returns whether the rows were inserted
   */
  insertWhere(
    manager: EntityManager,
    table: string,
    columns: BulkColumn[],
    condition: SqlCondition,
  ): Promise<boolean>;
  /** Inserts rows. If a row with the same key exists, updates it. */
  upsert(manager: EntityManager, table: string, key: readonly string[], columns: BulkColumn[]): Promise<void>;
}
