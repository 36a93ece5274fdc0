import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isDoneWithin } from '@app/kernel';
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
 * Queues what the database says is due and the queue does not hold: after a queue was lost or could not be reached, or
 * because a wait is over. Each source is gone through again and again, by itself, so that none waits for another.
 */
@Injectable()
export class OutboxSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('OutboxSweep');
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
    // Each source waits at it.
    setMaxListeners(0, this.closing.signal);
    this.loops = this.sources().map((source) => this.sweepAgainAndAgain(source));
  }

  /** A sweep that is under way still needs the database. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await isDoneWithin(this.timing.abortMs, Promise.all(this.loops));
  }

  private async sweepAgainAndAgain(source: PendingRecords<object>): Promise<void> {
    const { signal } = this.closing;
    await this.monitor.whenUp(signal);
    while (!signal.aborted) {
      if (!this.monitor.isKnownDown) await this.sweep(source);
      await delay(this.timing.sweepEveryMs, undefined, { signal }).catch(() => undefined);
    }
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

  /** Asks for more until it gets all: records that stay due must not keep those behind them from the queue. */
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
