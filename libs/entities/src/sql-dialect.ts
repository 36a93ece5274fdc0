import type { EntityManager } from 'typeorm';

/** A column of a bulk write: `instant` values are milliseconds since 1970 UTC, `boolean` ones 0 or 1. */
export interface BulkColumn {
  name: string;
  type: 'int' | 'smallint' | 'bigint' | 'double' | 'boolean' | 'text' | 'instant';
  /** One value per row, in the same order as in the other columns; or one number for all rows. */
  values: readonly (number | string | null)[] | number;
}

/** The number of rows in the columns. */
export function rowCount(columns: readonly BulkColumn[]): number {
  for (const { values } of columns) if (typeof values !== 'number') return values.length;
  return 0;
}

/** An `instant` column of a bulk write. */
export function instantColumn(name: string, instants: readonly (Date | null)[]): BulkColumn {
  return { name, type: 'instant', values: instants.map((at) => at?.getTime() ?? null) };
}

/** Portable SQL with `?` for each parameter. */
export interface SqlCondition {
  sql: string;
  parameters: readonly unknown[];
}

/** The differences between the two dialects, for the few performance-critical statements that are written by hand. */
export interface DialectSql {
  /** An expression that returns an instant column as milliseconds since 1970 UTC, a `number` in code. */
  instantMs(column: string): string;
  /** A condition that the column has one of the values of its parameter, a non-empty array. */
  isOneOf(column: string): string;
  /**
   * A select of `key` and `joined` for each number of its first parameter, a non-empty array: the texts of `text` in the
   * matching rows, joined in no particular order. A key without such rows has null, or no row.
   * @param condition a further condition, with the other parameters
   */
  joinedByKey(part: { table: string; key: string; text: string; condition: string }): string;
  /** The end of a select (also of a subquery) that locks its rows until the transaction ends. */
  readonly forShare: string;
  /** Runs portable SQL with `?` for each parameter. Instants are passed as `Date`. */
  query<Row>(manager: EntityManager, sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Like `query`, for a statement that changes rows. @returns the number of matched rows */
  change(manager: EntityManager, sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** Inserts rows with new keys. Cheaper than `upsert`. */
  insert(manager: EntityManager, table: string, columns: BulkColumn[]): Promise<void>;
  /**
   * Like `insert`, but inserts nothing if `condition` does not hold at that moment. This is one statement, so it takes
   * at most 2000 rows. The first column must not be nullable.
   * @returns whether the rows were inserted
   */
  insertWhere(
    manager: EntityManager,
    table: string,
    columns: BulkColumn[],
    condition: SqlCondition,
  ): Promise<boolean>;
  /** Inserts rows, and updates rows whose key exists. */
  upsert(manager: EntityManager, table: string, key: readonly string[], columns: BulkColumn[]): Promise<void>;
}
