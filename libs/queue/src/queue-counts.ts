import type { JobDefinition } from '@app/contracts';
import { getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { QueueMonitor } from './queue-monitor';
import { queueNames } from './queue-names';
import { DECLARED_JOBS } from './queue.tokens';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export interface QueueCount {
  queue: string;
  state: (typeof STATES)[number];
  jobs: number;
}

/** Counts the jobs of each queue. */
@Injectable()
export class QueueCounts {
  constructor(
    @Inject(DECLARED_JOBS) private readonly declared: readonly JobDefinition<object>[],
    private readonly monitor: QueueMonitor,
    private readonly moduleRef: ModuleRef,
  ) {}

  /**
   * Returns the counts, or an empty list if the last ping of the queue's server failed. The call has no time limit, so
   * the caller must set one.
   */
  async count(): Promise<QueueCount[]> {
    if (this.monitor.isKnownDown) return [];
    const counts = await Promise.all(queueNames(this.declared).map((queue) => this.countOf(queue)));
    return counts.flat();
  }

  private async countOf(name: string): Promise<QueueCount[]> {
    const queue = this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
    const counts = await queue.getJobCounts(...STATES);
    return STATES.map((state) => ({ queue: name, state, jobs: counts[state] ?? 0 }));
  }
}
