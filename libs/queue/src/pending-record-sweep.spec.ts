import { defineJob } from '@app/contracts';
import type { DiscoveryService } from '@nestjs/core';
import { IsInt } from 'class-validator';
import type { JobClient } from './job-client';
import { PendingRecordSweep } from './pending-record-sweep';
import { type DueRecord, type PendingRecords, SweepsRecords } from './pending-records';
import type { QueueMonitor } from './queue-monitor';
import type { QueueTiming } from './queue-timing';

class RecordPayload {
  @IsInt() recordId: number;
}

const job = defineJob({ name: 'process-record', queue: 'records', payload: RecordPayload });
/** More than one search finds. */
const RECORDS = 1100;

@SweepsRecords()
class Records implements PendingRecords<RecordPayload> {
  readonly job = job;

  async findDue(limit: number): Promise<DueRecord<RecordPayload>[]> {
    return Array.from({ length: Math.min(limit, RECORDS) }, (_, recordId) => ({
      payload: { recordId },
      jobId: `process-record-${recordId}`,
    }));
  }
}

describe('PendingRecordSweep', () => {
  it('queues every due record, although those that it finds first are still due when they are queued', async () => {
    const queued: string[] = [];
    const sweep = await new Promise<PendingRecordSweep>((resolve) => {
      const started = new PendingRecordSweep(
        { getProviders: () => [{ instance: new Records() }] } as unknown as DiscoveryService,
        {
          enqueueMany: async (_job: unknown, entries: DueRecord<RecordPayload>[]) => {
            queued.push(...entries.map(({ jobId }) => jobId));
            if (queued.length >= RECORDS) resolve(started);
          },
        } as unknown as JobClient,
        { whenUp: async () => undefined, isKnownDown: false } as unknown as QueueMonitor,
        { sweepEveryMs: 60_000, abortMs: 1000 } as QueueTiming,
      );
      started.onApplicationBootstrap();
    });
    await sweep.onModuleDestroy();
    expect(new Set(queued).size).toBe(RECORDS);
    expect(queued).toHaveLength(RECORDS);
  });
});
