import { AreasService, AuditService, MeterRereadService, ConfigurationService } from '@app/domain';
import { MeterEntity } from '@app/entities';
import { DomainError, FixedClock } from '@app/kernel';
import { deleteAreas, putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-01-31T00:00Z');
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
const daysAgo = (at: Date) => (NOW - at.getTime()) / DAY_MS;

describe('a re-read', () => {
  let database: TestDatabase;
  let rereads: MeterRereadService;
  let areas: AreasService;

  beforeAll(async () => {
    database = await openDatabase();
    const clock = new FixedClock(NOW);
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    areas = new AreasService(database.dataSource, configuration, clock, audit);
    rereads = new MeterRereadService(database.dataSource, configuration, clock);
  });
  beforeEach(() => deleteAreas(database.dataSource));
  afterAll(() => database.drop());

  /** Creates a meter whose history has been fetched. */
  async function aMeter(pointCode: string, sinceDaysAgo: number): Promise<void> {
    const site = await areas.site();
    const meters = [...site.metersByArea.values()].flat().map(({ pointCode }) => ({ pointCode }));
    await putOneArea(areas, { meters: [...meters, { pointCode, since: ago(sinceDaysAgo) }] });
    await database.dataSource.manager.updateAll(MeterEntity, { backfilledTo: () => 'live_from' });
  }

  /** Returns the range that is read again in the background, in days before now. */
  async function stretch(pointCode: string): Promise<{ from: number; to: number } | null> {
    const { rereadFrom, rereadTo } = await database.dataSource.manager.findOneByOrFail(MeterEntity, {
      pointCode,
    });
    return rereadFrom && rereadTo ? { from: daysAgo(rereadFrom), to: daysAgo(rereadTo) } : null;
  }

  it('a re-read covers the requested range, but ends no later than now', async () => {
    await aMeter('M', 30);
    expect(await rereads.readAgain({ from: ago(10), to: ago(6) })).toBe(1);
    expect(await stretch('M')).toEqual({ from: 10, to: 6 });
    await rereads.readAgain({ from: ago(8), to: ago(-5) });
    expect(await stretch('M')).toEqual({ from: 10, to: 0 });
  });

  it('a re-read extends to the last reading, so that live polling leaves no gap', async () => {
    await aMeter('M', 30);
    await database.dataSource.manager.updateAll(MeterEntity, { lastReadingAt: new Date(NOW - DAY_MS) });
    await rereads.readAgain({ from: ago(0.5) });
    expect(await stretch('M')).toEqual({ from: 1, to: 0 });
  });

  it("a re-read starts no earlier than the meter's history", async () => {
    await aMeter('OLD', 30);
    await aMeter('YOUNG', 1);
    expect(await rereads.readAgain({ from: ago(40), to: ago(20) })).toBe(1);
    expect(await stretch('OLD')).toEqual({ from: 30, to: 20 });
    expect(await stretch('YOUNG')).toBeNull();
  });

  it('a re-read covers only the listed meters', async () => {
    await aMeter('A', 30);
    await aMeter('B', 30);
    expect(await rereads.readAgain({ from: ago(10), pointCodes: ['B'] })).toBe(1);
    expect(await stretch('A')).toBeNull();
    expect(await stretch('B')).toEqual({ from: 10, to: 0 });
    await expect(rereads.readAgain({ from: ago(10), pointCodes: ['B', 'C'] })).rejects.toThrow(DomainError);
    await expect(rereads.readAgain({ from: ago(-1) })).rejects.toThrow('future');
    await expect(rereads.readAgain({ from: ago(2), to: ago(3) })).rejects.toThrow('before');
  });
});
