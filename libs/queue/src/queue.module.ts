import { Environment } from '@app/config';
import type { JobDefinition } from '@app/contracts';
import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  isPgPool,
  Queue,
  setDefaultBackendFactory,
} from 'bullmq';
import { PostgresBackend } from './backends/postgres-backend';
import type { QueueBackend } from './backends/queue-backend';
import { RedisBackend } from './backends/redis-backend';
import { HandlerRegistry } from './handler-registry';
import { JobClient } from './job-client';
import { JobRunner } from './job-runner';
import { JobWorkers } from './job-workers';
import { PendingRecordSweep } from './pending-record-sweep';
import { QueueCounts } from './queue-counts';
import { QueueHealth } from './queue-health';
import { QueueMonitor } from './queue-monitor';
import { queueNames } from './queue-names';
import { DEFAULT_TIMING, type QueueTiming } from './queue-timing';
import { DECLARED_JOBS, QUEUE_BACKEND, QUEUE_TIMING } from './queue.tokens';

/**
 * Opens the backend for a queue URL.
 * @param workers number of workers that this process will run on this backend
 */
function openBackend(queueUrl: string, workers: number): QueueBackend {
  return /^rediss?:/.test(queueUrl) ? new RedisBackend(queueUrl) : new PostgresBackend(queueUrl, workers);
}

/**
 * BullModule does not pass a backend when it creates queues, so the backend is chosen here by the type of the
 * connection.
 */
const byConnection: BackendFactory<IQueueBackend, unknown> = (name, options, extra) =>
  isPgPool(options.connection)
    ? createPostgresBackend(name, { ...options, connection: options.connection }, extra)
    : createRedisBackend(name, options as Parameters<typeof createRedisBackend>[1], extra);

setDefaultBackendFactory(byConnection);

/** A queue that has an error listener from the start. Without a listener, BullMQ would print errors to the console. */
class ListenedQueue extends Queue {
  constructor(...options: ConstructorParameters<typeof Queue>) {
    super(...options);
    // Errors are ignored here, because `QueueMonitor` reports a lost server.
    this.on('error', () => undefined);
  }
}

BullModule.queueClass = ListenedQueue;

type Jobs = readonly JobDefinition<object>[];

/** Provides the connection to the queue's server. */
@Module({})
class QueueServerModule {
  static forWorkers(workers: number): DynamicModule {
    return {
      module: QueueServerModule,
      providers: [
        {
          provide: QUEUE_BACKEND,
          inject: [Environment],
          useFactory: ({ QUEUE_URL }: Environment) => openBackend(QUEUE_URL, workers),
        },
        QueueMonitor,
      ],
      exports: [QUEUE_BACKEND, QueueMonitor],
    };
  }
}

/** Enqueues and runs jobs. Requires `EnvironmentModule`. */
@Module({})
export class QueueModule {
  /** For a process that only enqueues jobs. */
  static forClient(jobs: Jobs): DynamicModule {
    return define(jobs, QueueServerModule.forWorkers(0));
  }

  /** For a process that also runs jobs. The process refuses to start unless each job has exactly one handler. */
  static forWorker(jobs: Jobs, timing: Partial<QueueTiming> = {}): DynamicModule {
    const providers = [
      { provide: QUEUE_TIMING, useValue: { ...DEFAULT_TIMING, ...timing } },
      HandlerRegistry,
      JobRunner,
      JobWorkers,
      PendingRecordSweep,
    ];
    return define(jobs, QueueServerModule.forWorkers(queueNames(jobs).length), providers, [
      JobWorkers,
      PendingRecordSweep,
    ]);
  }
}

function define(
  jobs: Jobs,
  server: DynamicModule,
  providers: Provider[] = [],
  exported: Type[] = [],
): DynamicModule {
  const queues = queueNames(jobs).map((name) => ({
    name,
    imports: [server],
    inject: [QUEUE_BACKEND],
    useFactory: ({ queueOptions }: QueueBackend) => queueOptions,
  }));
  return {
    module: QueueModule,
    global: true,
    imports: [server, DiscoveryModule, BullModule.registerQueueAsync(...queues)],
    providers: [
      { provide: DECLARED_JOBS, useValue: jobs },
      JobClient,
      QueueCounts,
      QueueHealth,
      ...providers,
    ],
    exports: [JobClient, QueueCounts, QueueHealth, ...exported],
  };
}
