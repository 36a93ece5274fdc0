export * from './may-scrape';
export * from './metrics';
export * from './metrics.module';
