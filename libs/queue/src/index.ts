export { HandlesJob } from './handles-job.decorator';
export { type EnqueueOptions, JobClient, type JobToEnqueue } from './job-client';
export type { JobContext, JobHandler } from './job-handler';
export { jobIdFor } from './job-id';
export { type DueRecord, type PendingRecords, SweepsRecords } from './pending-records';
export { QueueHealth, type QueueState } from './queue-health';
export { JobWorkers } from './job-workers';
export type { QueueTiming } from './queue-timing';
export { QueueModule } from './queue.module';
