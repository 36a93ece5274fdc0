import type { ScheduleUpkeepService, SchedulesService } from '@app/domain';
import { RepeatedTurns } from '../../repeated-turns';
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
  let turns: RepeatedTurns;

  beforeEach(async () => {
    jest.useFakeTimers({ now: 0 });
    slotMs = null;
    fired = [];
    isSiteChanged = false;
    reconcile.mockReset().mockResolvedValue(0);
    turns = new RepeatedTurns();
    const runner = new SchedulesRunner(
      turns,
      schedules as unknown as SchedulesService,
      { reconcile, isSiteChanged: () => Promise.resolve(isSiteChanged) } as unknown as ScheduleUpkeepService,
    );
    runner.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
  });
  afterEach(async () => {
    await turns.end();
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
});
