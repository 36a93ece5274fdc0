import type { ScheduleUpkeepService, SchedulesService } from '@app/domain';
import { Logger } from '@nestjs/common';
import { SchedulesRunner } from './schedules.runner';

describe('SchedulesRunner', () => {
  /** When the next slot is due; null if there is none. */
  let slotMs: number | null;
  let fired: number[];
  let isSiteChanged: boolean;
  const reconcile = jest.fn<Promise<number>, []>();
  const untilNextMs = jest.fn(() =>
    Promise.resolve(slotMs === null ? null : Math.max(0, slotMs - Date.now())),
  );
  const schedules = {
    untilNextMs,
    fireDue: () => {
      fired.push(Date.now());
      slotMs = null;
      return Promise.resolve(1);
    },
  };
  let runner: SchedulesRunner;

  beforeEach(async () => {
    jest.useFakeTimers({ now: 0 });
    slotMs = null;
    fired = [];
    isSiteChanged = false;
    reconcile.mockReset().mockResolvedValue(0);
    runner = new SchedulesRunner(
      schedules as unknown as SchedulesService,
      { reconcile, isSiteChanged: () => Promise.resolve(isSiteChanged) } as unknown as ScheduleUpkeepService,
    );
    runner.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
  });
  afterEach(async () => {
    await runner.onModuleDestroy();
    jest.useRealTimers();
  });

  it("fires a schedule's slot when the slot is due", async () => {
    slotMs = 2345;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(fired).toEqual([2345]);
  });

  it('notices within a second that a slot is due before the slot for which it waits', async () => {
    slotMs = 60_000;
    await jest.advanceTimersByTimeAsync(1500);
    slotMs = 1600;
    await jest.advanceTimersByTimeAsync(1000);
    expect(fired).toEqual([2000]);
  });

  it('repairs schedules when it starts, every five minutes, and after a change of the time zone', async () => {
    expect(reconcile).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(299_000);
    expect(reconcile).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2000);
    expect(reconcile).toHaveBeenCalledTimes(2);
    isSiteChanged = true;
    reconcile.mockImplementation(() => {
      isSiteChanged = false;
      return Promise.resolve(3);
    });
    await jest.advanceTimersByTimeAsync(1000);
    expect(reconcile).toHaveBeenCalledTimes(3);
  });

  it('logs a failure once even if it repeats, and continues when it is over', async () => {
    const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    untilNextMs.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    slotMs = 1500;
    await jest.advanceTimersByTimeAsync(4000);
    expect(complained).toHaveBeenCalledTimes(1);
    expect(fired).toHaveLength(1);
    complained.mockRestore();
  });
});
