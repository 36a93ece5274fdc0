import type { EntityManager } from 'typeorm';
import type { BackupTable } from '../format/manifest';
import type { DriverRow } from '../format/row-lines';

/** The statements of backups that differ between the dialects. The implementations quote the names. */
export interface TableDialect {
  /**
   * Moves this database's tables to the database `old`, and the tables of the same names from the database `other` here,
   * in one statement. Then creates the views of `other` here. Null if a transaction can undo the changes of tables, so
   * that they can be replaced in place.
   */
  exchangeTables:
    | ((
        manager: EntityManager,
        databases: { other: string; old: string },
        tables: readonly string[],
      ) => Promise<void>)
    | null;
  /**
   * Reads all rows in the order of the primary key. Texts are ordered by code points. Only one page is in memory at a
   * time. Call this in a transaction.
   */
  pages(manager: EntityManager, table: BackupTable): AsyncGenerator<DriverRow[]>;
  /** Returns the number that the database will generate next for the column. */
  readNextId(manager: EntityManager, table: string, column: string): Promise<string>;
  setNextId(manager: EntityManager, table: string, column: string, nextId: string): Promise<void>;
  /** Drops the given tables if they exist. No other table may have a foreign key to them. */
  dropTables(manager: EntityManager, tables: readonly string[]): Promise<void>;
  /** Deletes all rows of the tables. No other table may have a foreign key to them. */
  emptyTables(manager: EntityManager, tables: readonly string[]): Promise<void>;
  /**
   * Returns the approximate number of rows of each table from the statistics of the database. Tables without statistics
   * may be missing.
   */
  estimateRows(manager: EntityManager): Promise<Map<string, number>>;
  /** Returns the number of other connections to this database. */
  countOtherSessions(manager: EntityManager): Promise<number>;
}
