import { setMaxListeners } from 'node:events';
import { isDoneWithin, repeatUntilAborted } from '@app/kernel';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { JobClient } from './job-client';
import { type PendingRecords, sweepsRecords } from './pending-records';
import { QueueMonitor } from './queue-monitor';
import type { QueueTiming } from './queue-timing';
import { reasonOf } from './reason-of';
import { QUEUE_TIMING } from './queue.tokens';

const FIRST_LIMIT = 1000;
const GROWTH = 10;

/**
 * Enqueues jobs that are due according to the database but missing from the queue. They are missing if the queue was
 * lost or unreachable, or if a wait has just ended. Each source is swept independently, so no source waits for another.
 */
@Injectable()
export class PendingRecordSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('PendingRecordSweep');
  private readonly closing = new AbortController();
  private readonly failing = new Set<PendingRecords<object>>();
  private loops: Promise<void>[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly jobs: JobClient,
    private readonly monitor: QueueMonitor,
    @Inject(QUEUE_TIMING) private readonly timing: QueueTiming,
  ) {}

  onApplicationBootstrap(): void {
    // Each source listens to this signal.
    setMaxListeners(0, this.closing.signal);
    this.loops = this.sources().map((source) => this.sweepAgainAndAgain(source));
  }

  /** Waits for running sweeps, because they still need the database. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await isDoneWithin(this.timing.abortMs, Promise.all(this.loops));
  }

  private async sweepAgainAndAgain(source: PendingRecords<object>): Promise<void> {
    const { signal } = this.closing;
    await this.monitor.whenUp(signal);
    await repeatUntilAborted(signal, async () => {
      if (!this.monitor.isKnownDown) await this.sweep(source);
      return this.timing.sweepEveryMs;
    });
  }

  private async sweep(source: PendingRecords<object>): Promise<void> {
    try {
      await this.queueAllDue(source);
      this.failing.delete(source);
    } catch (error) {
      if (!this.failing.has(source)) {
        this.logger.warn(`Records for ${source.job.name} could not be swept: ${reasonOf(error)}`);
      }
      this.failing.add(source);
    }
  }

  /**
   * Queues all due records. If a search finds as many records as its limit, it is repeated with ten times the limit,
   * because the records that it found may all be queued already, and other due records may follow them.
   */
  private async queueAllDue(source: PendingRecords<object>): Promise<void> {
    for (let queued = 0, limit = FIRST_LIMIT; !this.closing.signal.aborted; limit *= GROWTH) {
      const due = await source.findDue(limit);
      await this.jobs.enqueueMany(source.job, due.slice(queued), { requestId: null });
      if (source.inTurns || due.length < limit) return;
      queued = due.length;
    }
  }

  private sources(): PendingRecords<object>[] {
    return this.discovery
      .getProviders()
      .map(({ instance }) => instance as PendingRecords<object> | null | undefined)
      .filter((instance) => instance?.constructor && sweepsRecords(instance.constructor))
      .filter((instance) => instance !== null && instance !== undefined);
  }
}
