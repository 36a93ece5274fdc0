import type { Processor, QueueOptions, WorkerOptions } from 'bullmq';
import type { JobData } from '../job-data';

export type WorkerTuning = Pick<
  WorkerOptions,
  'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'
>;

export interface WorkerDefinition {
  queue: string;
  processor: Processor<JobData, void>;
  tuning: WorkerTuning;
  /** Called each time the server has answered a request for a job. */
  onAnswer: () => void;
}

/** What is needed of BullMQ's `Worker`, whose type differs from backend to backend. */
export interface QueueWorker {
  waitUntilReady(): Promise<void>;
  close(force?: boolean): Promise<void>;
  cancelJob(jobId: string, reason?: string): boolean;
  cancelAllJobs(reason?: string): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'lockRenewalFailed', listener: (jobIds: string[]) => void): unknown;
}

/** The server that the queues live in. What differs between Redis and PostgreSQL stands behind this. */
export interface QueueBackend {
  /** How a producer's `Queue` is made. It may be made before the server was ever reached. */
  readonly queueOptions: QueueOptions;
  /** Resolves at once while the connection stands, else when it does. */
  ready(): Promise<void>;
  /** Resolves when the server has answered, and can store something. */
  ping(withinMs: number): Promise<void>;
  /** Replaces the connections on which the server stays silent. @param reason why `ping` failed */
  reconnect(reason: unknown): void;
  /** To be called once the server was reached. */
  createWorker(definition: WorkerDefinition): QueueWorker;
  /** Cuts the workers' connections, for workers that cannot close because their server is gone. */
  disconnectWorkers(): void;
  close(): Promise<void>;
}

/** Wait of a worker before it asks a lost server again. */
export const WORKER_RETRY_MS = 1000;
/** Nobody reads BullMQ's own event stream here. */
export const KEPT_STREAM_EVENTS = 100;
