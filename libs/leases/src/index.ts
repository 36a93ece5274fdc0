export * from './held-lease';
export * from './lease';
export * from './lease.module';
export * from './lease.queries';
export * from './lease.service';
export * from './under-lease.decorator';
