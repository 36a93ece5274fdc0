import { Injectable, Logger } from '@nestjs/common';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { LeaseService } from './lease.service';
import { UnderLease } from './under-lease.decorator';

const work = jest.fn<Promise<void>, [unknown, AbortSignal]>();

@Injectable()
class NightlySchedule {
  @UnderLease('nightly', '17 3 * * *')
  run(signal: AbortSignal): Promise<void> {
    return work(this, signal);
  }
}

@Injectable()
class StartedSchedule {
  @UnderLease('started', '40 */10 * * * *', { atStart: true })
  run(signal: AbortSignal): Promise<void> {
    return work(this, signal);
  }
}

describe('UnderLease', () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const { signal } = new AbortController();
  const tryRun = jest.fn(async (_name: string, task: (signal: AbortSignal) => Promise<void>) => {
    await task(signal);
    return true;
  });
  let app: TestingModule;

  async function start(schedule: typeof NightlySchedule | typeof StartedSchedule): Promise<void> {
    app = await Test.createTestingModule({
      imports: [ScheduleModule.forRoot()],
      providers: [schedule, { provide: LeaseService, useValue: { tryRun } }],
    }).compile();
    await app.init();
  }
  /** The only scheduled job. */
  const theJob = () => [...app.get(SchedulerRegistry).getCronJobs().values()][0];

  beforeEach(() => {
    jest.clearAllMocks();
    work.mockReset().mockResolvedValue();
  });
  afterEach(() => app.close());
  afterAll(() => logged.mockRestore());

  it('runs the method under its lease at each time of the schedule', async () => {
    await start(NightlySchedule);
    expect(work).not.toHaveBeenCalled();
    await theJob()?.fireOnTick();
    expect(tryRun).toHaveBeenCalledWith('nightly', expect.any(Function));
    expect(work.mock.calls).toEqual([[app.get(NightlySchedule), signal]]);
  });

  it('interprets the schedule in UTC', async () => {
    await start(NightlySchedule);
    expect(theJob()?.nextDate().toUTC().toFormat('HH:mm')).toBe('03:17');
  });

  it('runs the method at start-up if requested, without delaying the start', async () => {
    work.mockReturnValue(new Promise(() => undefined));
    await start(StartedSchedule);
    expect(tryRun).toHaveBeenCalledWith('started', expect.any(Function));
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('logs an error and keeps the schedule', async () => {
    await start(NightlySchedule);
    work.mockRejectedValueOnce(new Error('the database is away'));
    await theJob()?.fireOnTick();
    expect(logged).toHaveBeenCalledTimes(1);
    await theJob()?.fireOnTick();
    expect(work).toHaveBeenCalledTimes(2);
  });
});
