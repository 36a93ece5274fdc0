export * from './columns';
export * from './create-database';
export * from './data-source';
export { databaseClock } from './database-clock';
export * from './database.module';
export * from './dialect-sql';
export * from './gather-reads';
export * from './in-transaction';
export * from './is-database-unreachable';
export * from './keyset-lines';
export {
  cellOf,
  cellOfRelated,
  cellWhen,
  type LineCell,
  secondsBetween,
  wordOf,
  wordWhen,
} from './line-cells';
export * from './outcome-unknown';
export * from './page-of';
export * from './paged-list';
export * from './prepare-database';
export * from './require-row';
export * from './restore-mark';
export * from './search-terms';
export * from './sql-dialect';
export * from './tables';
export * from './term-search';
export * from './patiently';
export * from './until-known';
export * from './unusable-database';
export { isOfVersion01, VERSION_0_1_ADVICE } from './version-0-1';
export * from './write-guard';
