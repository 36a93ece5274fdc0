import type { EntityManager } from 'typeorm';

/** A column of a bulk write: `instant` values are milliseconds since 1970 UTC, `boolean` ones 0 or 1. */
export interface BulkColumn {
  name: string;
  type: 'int' | 'smallint' | 'bigint' | 'double' | 'boolean' | 'text' | 'instant';
  /** One for each row, so as many as the other columns have; or one number for all rows. */
  values: readonly (number | string | null)[] | number;
}

/** How many rows the columns make. */
export function rowCount(columns: readonly BulkColumn[]): number {
  for (const { values } of columns) if (typeof values !== 'number') return values.length;
  return 0;
}

/** Portable SQL with `?` for each parameter. */
export interface SqlCondition {
  sql: string;
  parameters: readonly unknown[];
}

/** What the two dialects spell differently, for the few hot statements that are written by hand. */
export interface DialectSql {
  /** The expression that gives an instant column as milliseconds since 1970 UTC, a `number` in code. */
  instantMs(column: string): string;
  /** The condition that a column has one of the values of its parameter, an array that is not empty. */
  isOneOf(column: string): string;
  /** Ends a select, be it a part of another statement, whose rows nobody else is to change until the transaction ends. */
  readonly forShare: string;
  /** Runs portable SQL with `?` for each parameter. Instants are passed as `Date`. */
  query<Row>(manager: EntityManager, sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** As `query`, for a statement that changes rows. @returns how many rows it was for */
  change(manager: EntityManager, sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** Adds the rows that the columns make, whose keys are new: cheaper than `upsert`. */
  insert(manager: EntityManager, table: string, columns: BulkColumn[]): Promise<void>;
  /**
   * As `insert`, of all rows or, where `condition` does not hold as they are written, of none: in one statement, so of no
   * more than 2000 rows. The first column must not be nullable.
   * @returns whether they were added
   */
  insertWhere(
    manager: EntityManager,
    table: string,
    columns: BulkColumn[],
    condition: SqlCondition,
  ): Promise<boolean>;
  /** Writes the rows that the columns make; a row whose key is there takes the new values. */
  upsert(manager: EntityManager, table: string, key: readonly string[], columns: BulkColumn[]): Promise<void>;
}
