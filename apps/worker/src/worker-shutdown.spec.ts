import type { LeaseService } from '@app/leases';
import type { JobWorkers, PendingRecordSweep } from '@app/queue';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { RepeatedTurns } from './repeated-turns';
import { WorkerShutdown } from './worker-shutdown';

const SILENCE = new Promise<never>(() => undefined);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('the shutdown of a worker', () => {
  const query = jest.fn<Promise<unknown>, []>();
  const close = jest.fn<Promise<void>, []>();
  let endOfWork: () => void;
  let endedAfterMs: number | undefined;

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    query.mockReset().mockResolvedValue([]);
    close.mockReset().mockResolvedValue();
    endedAfterMs = undefined;
    const work = new Promise<void>((resolve) => (endOfWork = resolve));
    const part = { onModuleDestroy: () => work };
    const shutdown = new WorkerShutdown(
      part as JobWorkers,
      part as PendingRecordSweep,
      part as LeaseService,
      new RepeatedTurns(),
      { query } as unknown as DataSource,
    );
    const startedAtMs = Date.now();
    void shutdown.end(close).then(() => (endedAfterMs = Date.now() - startedAtMs));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('waits for the work and then closes the application while the database answers', async () => {
    await pass(30_000);
    expect([endedAfterMs, close.mock.calls.length]).toEqual([undefined, 0]);
    endOfWork();
    await pass(0);
    expect([endedAfterMs, close.mock.calls.length]).toEqual([30_000, 1]);
    const checks = query.mock.calls.length;
    await pass(10_000);
    expect(query).toHaveBeenCalledTimes(checks);
  });

  it.each([
    ['does not answer', () => SILENCE],
    ['cannot be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
  ])('ends within 8 s while the work does not end and the database %s', async (_, answer) => {
    query.mockImplementation(answer);
    await pass(8000);
    expect(endedAfterMs).toBeGreaterThanOrEqual(5000);
    expect(close).not.toHaveBeenCalled();
  });

  it('ends within 8 s after the last answer of the database, even if the application is closing', async () => {
    await pass(20_000);
    query.mockReturnValue(SILENCE);
    close.mockReturnValue(SILENCE);
    endOfWork();
    await pass(8000);
    expect(endedAfterMs).toBeLessThanOrEqual(28_000);
  });

  it('waits for the work if the database answers again in time', async () => {
    query.mockReturnValue(SILENCE);
    await pass(2500);
    query.mockResolvedValue([]);
    await pass(20_000);
    expect(endedAfterMs).toBeUndefined();
    endOfWork();
    await pass(0);
    expect(close).toHaveBeenCalledTimes(1);
  });
});
