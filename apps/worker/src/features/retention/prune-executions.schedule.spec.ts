import type { ExecutionRetentionService } from '@app/domain';
import type { LeaseService } from '@app/leases';
import { Logger } from '@nestjs/common';
import { PruneExecutionsSchedule } from './prune-executions.schedule';

describe('PruneExecutionsSchedule', () => {
  const prune = jest.fn<Promise<void>, [AbortSignal]>();
  const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  let ended: AbortController;
  let isFree: boolean;
  const lease = {
    get signal() {
      return ended.signal;
    },
    release: jest.fn(async () => ended.abort()),
  };
  const leases = { tryAcquire: jest.fn(async () => (isFree ? lease : null)) };
  const schedule = new PruneExecutionsSchedule(
    { prune } as unknown as ExecutionRetentionService,
    leases as unknown as LeaseService,
  );

  beforeEach(() => {
    jest.clearAllMocks();
    prune.mockReset().mockResolvedValue();
    ended = new AbortController();
    isFree = true;
  });

  it('prunes as the process starts, without holding the start up', async () => {
    const pruned = new Promise<void>((resolve) => prune.mockImplementation(async () => resolve()));
    schedule.onApplicationBootstrap();
    await pruned;
    expect(leases.tryAcquire).toHaveBeenCalledWith('prune-executions');
  });

  it('prunes under its lease alone, and gives it back', async () => {
    await schedule.prune();
    expect(prune).toHaveBeenCalledWith(lease.signal);
    expect(lease.release).toHaveBeenCalledTimes(1);
    isFree = false;
    await schedule.prune();
    expect(prune).toHaveBeenCalledTimes(1);
  });

  it('tells of what fails, and lives', async () => {
    prune.mockRejectedValue(new Error('the database is away'));
    await schedule.prune();
    expect(complained).toHaveBeenCalledTimes(1);
    expect(lease.release).toHaveBeenCalledTimes(1);
  });

  it('tells nothing where it was only told to end', async () => {
    prune.mockImplementation(async (signal) => {
      ended.abort();
      signal.throwIfAborted();
    });
    await schedule.prune();
    expect(prune).toHaveBeenCalledTimes(1);
    expect(complained).not.toHaveBeenCalled();
  });
});
