import { AreaCardsService, AreasService, AuditService, ConfigurationService } from '@app/domain';
import { EnergySumsService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import type { AreaCard } from '@app/contracts';
import { AreaEntity } from '@app/entities';
import type { EventBus } from '@app/events';
import { FixedClock } from '@app/kernel';
import { deleteAreas, putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-01-31T12:00Z');
const lost = () => Promise.reject(new Error('The lease is lost.'));
const LIMITS = { warningKw: 80, overLimitKw: 100 };

describe('the current figures of areas', () => {
  let database: TestDatabase;
  let clock: FixedClock;
  let areas: AreasService;
  let cards: AreaCardsService;
  let intake: ReadingIntakeService;
  let published: AreaCard[][];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => {
    await deleteAreas(database.dataSource);
    clock = new FixedClock(NOW);
    published = [];
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    await configuration.ensure();
    areas = new AreasService(database.dataSource, configuration, clock, audit);
    intake = new ReadingIntakeService(database.dataSource, new RollupService());
    const bus = {
      publish: (_event: object, update: { areas: AreaCard[] }) => void published.push(update.areas),
    };
    const sums = new EnergySumsService(database.dataSource);
    cards = new AreaCardsService(
      database.dataSource,
      areas,
      sums,
      configuration,
      bus as unknown as EventBus,
      clock,
    );
  });

  const POWER = { pointCode: 'POWER', kind: 'power' as const, intervalSeconds: 60 };
  const REGISTER = { pointCode: 'REGISTER', kind: 'cumulative' as const, intervalSeconds: 900 };

  /**
   * Creates one area with these meters.
   * @returns the ids of the meters
   */
  const withMeters = async (
    meters: Parameters<AreasService['replace']>[1][number]['meters'],
    limits: object = LIMITS,
  ) => {
    return (await putOneArea(areas, { meters, limits })).map(({ id }) => id);
  };
  const measure = (meterId: number | undefined, value: number) =>
    intake.take(meterId ?? 0, [{ atMs: clock.nowMs(), value, quality: 0 }]);
  const card = async () => (await cards.cards())[0];

  it('current figures are unknown before the first measurement, and never zero', async () => {
    await withMeters([POWER, REGISTER]);
    const unknown = { currentPower: null, energyToday: null, energyMonth: null, lastReadingAt: null };
    expect(await card()).toMatchObject({ ...unknown, status: 'unknown' });
  });

  it('current figures name the newest of the last readings of all meters', async () => {
    const [power, register] = await withMeters([POWER, REGISTER]);
    await measure(register, 1000);
    clock.advance(MINUTE_MS);
    await measure(power, 9.5);
    expect((await card())?.lastReadingAt).toBe(new Date(NOW + MINUTE_MS).toISOString());
  });

  it('current figures contain the power of a recent reading or, without one, the mean power between the last two register readings', async () => {
    const [power, register] = await withMeters([POWER, REGISTER]);
    clock.advance(-15 * MINUTE_MS);
    await measure(register, 1000);
    clock.advance(15 * MINUTE_MS);
    await measure(register, 1002);
    expect((await card())?.currentPower).toBe(8);
    await measure(power, 9.5);
    expect((await card())?.currentPower).toBe(9.5);
    clock.advance(2 * MINUTE_MS);
    expect((await card())?.currentPower).toBe(9.5);
    clock.advance(1);
    expect((await card())?.currentPower).toBe(8);
    clock.advance(28 * MINUTE_MS);
    expect(await card()).toMatchObject({ currentPower: null, status: 'unknown' });
  });

  it('current figures keep the status of an exceeded limit until the power is two percent below the limit, even after a restart', async () => {
    const [power] = await withMeters([POWER]);
    const statuses: (string | undefined)[] = [];
    for (const kw of [79, 80, 99.9, 100, 98.1, 97.9, 78.5, 78.3]) {
      clock.advance(MINUTE_MS);
      await measure(power, kw);
      await cards.refresh();
      const [area] = await database.dataSource.manager.find(AreaEntity);
      expect((await card())?.status).toBe(area?.status);
      statuses.push(area?.status);
    }
    expect(statuses).toEqual([
      'normal',
      'warning',
      'warning',
      'overLimit',
      'overLimit',
      'warning',
      'warning',
      'normal',
    ]);
  });

  it('current figures apply new limits at once, without the hysteresis of the old limits', async () => {
    const [power] = await withMeters([POWER], { overLimitKw: 90 });
    await measure(power, 99);
    await cards.refresh();
    expect((await card())?.status).toBe('overLimit');
    await withMeters([POWER], { overLimitKw: 100 });
    expect((await card())?.status).toBe('normal');
  });

  it('current figures are published only when a figure has changed', async () => {
    const [power] = await withMeters([POWER]);
    await measure(power, 5);
    await cards.refresh();
    await cards.refresh();
    clock.advance(MINUTE_MS);
    await measure(power, 6);
    await cards.refresh();
    expect(published.map((update) => update.map(({ currentPower }) => currentPower))).toEqual([[5], [6]]);
  });

  it('current figures are neither stored nor published by a process that has lost its lease', async () => {
    const [power] = await withMeters([POWER]);
    await measure(power, 100);
    await expect(cards.refresh(lost)).rejects.toThrow('The lease is lost.');
    expect(published).toEqual([]);
    expect(await database.dataSource.manager.countBy(AreaEntity, { status: 'unknown' })).toBe(1);
  });
});
