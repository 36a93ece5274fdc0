import { AreasService, AuditService, MeterRereadService, PlatformService } from '@app/domain';
import { MeterEntity } from '@app/entities';
import { Actor, DomainError, FixedClock } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-01-31T00:00Z');
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
const daysAgo = (at: Date) => (NOW - at.getTime()) / DAY_MS;

describe('reading history again', () => {
  let database: TestDatabase;
  let rereads: MeterRereadService;
  let areas: AreasService;

  beforeEach(async () => {
    database = await openDatabase();
    const clock = new FixedClock(NOW);
    const audit = new AuditService(database.dataSource, clock);
    const platform = new PlatformService(database.dataSource, testEnvironment(), clock, audit);
    areas = new AreasService(database.dataSource, platform, clock, audit);
    rereads = new MeterRereadService(database.dataSource, platform, clock);
  });
  afterEach(() => database.drop());

  /** A meter whose history has been fetched. */
  async function aMeter(pointCode: string, sinceDaysAgo: number): Promise<void> {
    const site = await areas.site();
    const meters = (site.metersByArea.get(1) ?? []).map(({ pointCode }) => ({ pointCode }));
    await areas.replace(Actor.system('test'), [
      { id: 1, meters: [...meters, { pointCode, since: ago(sinceDaysAgo) }] },
    ]);
    await database.dataSource.manager.updateAll(MeterEntity, { backfilledTo: () => 'live_from' });
  }

  /** What is fetched in the background, in days ago. */
  async function stretch(pointCode: string): Promise<{ from: number; to: number }> {
    const meter = await database.dataSource.manager.findOneByOrFail(MeterEntity, { pointCode });
    return { from: daysAgo(meter.backfilledTo), to: daysAgo(meter.liveFrom) };
  }

  it('begins where it was asked to, and leaves the last two days to the live reading', async () => {
    await aMeter('M', 30);
    expect(await rereads.readAgain(ago(10))).toBe(1);
    expect(await stretch('M')).toEqual({ from: 10, to: 2 });
  });

  it('begins no earlier than the meter does', async () => {
    await aMeter('OLD', 30);
    await aMeter('YOUNG', 1);
    await rereads.readAgain(ago(40));
    expect(await stretch('OLD')).toEqual({ from: 30, to: 2 });
    expect(await stretch('YOUNG')).toEqual({ from: 1, to: 1 });
  });

  it('concerns the meters that are named', async () => {
    await aMeter('A', 30);
    await aMeter('B', 30);
    expect(await rereads.readAgain(ago(10), ['B'])).toBe(1);
    expect(await stretch('A')).toEqual({ from: 2, to: 2 });
    expect(await stretch('B')).toEqual({ from: 10, to: 2 });
    await expect(rereads.readAgain(ago(10), ['B', 'C'])).rejects.toThrow(DomainError);
    await expect(rereads.readAgain(ago(-1))).rejects.toThrow('ahead');
  });
});
