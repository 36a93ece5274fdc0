export { databaseClock } from './database-clock.dialects';
export * from './held-lease';
export * from './lease';
export * from './lease.module';
export * from './lease.queries';
export * from './lease.service';
