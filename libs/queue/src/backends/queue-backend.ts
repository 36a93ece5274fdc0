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
  /** Called each time the server has responded to a request for a job. */
  onAnswer: () => void;
}

/** The part of BullMQ's `Worker` that is used here. The type of `Worker` differs between backends. */
export interface QueueWorker {
  waitUntilReady(): Promise<void>;
  close(force?: boolean): Promise<void>;
  cancelJob(jobId: string, reason?: string): boolean;
  cancelAllJobs(reason?: string): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'lockRenewalFailed', listener: (jobIds: string[]) => void): unknown;
}

/** The server that stores the queues. This interface hides the differences between Redis and PostgreSQL. */
export interface QueueBackend {
  /** Options for a producer's `Queue`. The queue may be created while the server is unreachable. */
  readonly queueOptions: QueueOptions;
  /** Resolves when there is a connection, or immediately if there already is one. */
  ready(): Promise<void>;
  /** Resolves when the server has responded and can store data. */
  ping(withinMs: number): Promise<void>;
  /**
   * Replaces connections that do not respond.
   * @param reason why `ping` failed
   */
  reconnect(reason: unknown): void;
  /** Creates a worker. Call this only after the server was reached. */
  createWorker(definition: WorkerDefinition): QueueWorker;
  /** Closes the connections of workers that cannot close by themselves, because the server does not respond. */
  disconnectWorkers(): void;
  close(): Promise<void>;
}

/** How long a worker waits before it contacts a lost server again. */
export const WORKER_RETRY_MS = 1000;
/** Maximum length of the event stream that BullMQ writes. The product does not read it. */
export const KEPT_STREAM_EVENTS = 100;
