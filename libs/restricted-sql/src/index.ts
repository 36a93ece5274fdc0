export * from './readable-tables';
export * from './restricted-accounts';
export * from './restricted-sql';
export * from './restricted-sql.module';
export * from './restricted-statement';
