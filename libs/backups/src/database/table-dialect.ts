import type { EntityManager } from 'typeorm';
import type { BackupTable } from '../format/manifest';
import type { DriverRow } from '../format/row-lines';

/** The statements of backups that differ between the dialects. Names are quoted. */
export interface TableDialect {
  /**
   * Reads all rows in the order of the primary key, texts by code points. Only one page at a time is in memory. Call it
   * in a transaction.
   */
  pages(manager: EntityManager, table: BackupTable): AsyncGenerator<DriverRow[]>;
  /** Returns the number that the database will generate next for the column. */
  readNextId(manager: EntityManager, table: string, column: string): Promise<string>;
  setNextId(manager: EntityManager, table: string, column: string, nextId: string): Promise<void>;
  /** Drops the tables that exist. Their foreign keys may refer only to each other. */
  dropTables(manager: EntityManager, tables: readonly string[]): Promise<void>;
  /** Deletes all rows. Foreign keys may refer only to these tables. */
  emptyTables(manager: EntityManager, tables: readonly string[]): Promise<void>;
  /** Returns about how many rows each table has, by the statistics of the database. Unknown numbers may be missing. */
  estimateRows(manager: EntityManager): Promise<Map<string, number>>;
  /** Returns the number of other connections to this database. */
  countOtherSessions(manager: EntityManager): Promise<number>;
}
