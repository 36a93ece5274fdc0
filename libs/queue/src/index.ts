export * from './handles-job.decorator';
export * from './job-client';
export * from './job-handler';
export * from './job-id';
export * from './pending-records';
export * from './queue-health';
export * from './queue-timing';
export * from './queue.module';
