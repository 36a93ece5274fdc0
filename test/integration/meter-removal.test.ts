import {
  AreasService,
  AuditService,
  MeterHistoryService,
  MeterUpkeepService,
  ConfigurationService,
} from '@app/domain';
import { MetersService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterDayEntity, MeterEntity, MeterHourEntity, ReadingEntity } from '@app/entities';
import type { GatewayClient } from '@app/gateway-client';
import { FixedClock } from '@app/kernel';
import { FakeGateway } from '../factories/fake-gateway';
import { deleteAreas, putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-01-31T00:00Z');
const SINCE = NOW - 31 * 24 * HOUR_MS;
/**
 * The readings of the first day and of the last two days. One step of a deletion covers 30 days, so the first step leaves
 * the last day.
 */
const HOURS = 3 * 24;

describe('a meter that is in no area', () => {
  const never = new AbortController().signal;
  let database: TestDatabase;
  let clock: FixedClock;
  let areas: AreasService;
  let upkeep: MeterUpkeepService;
  let gateway: FakeGateway;
  let history: MeterHistoryService;
  let meterId: number;
  let before: MeterEntity;

  beforeAll(async () => {
    database = await openDatabase();
  });
  beforeEach(async () => {
    const { dataSource } = database;
    await deleteAreas(dataSource);
    clock = new FixedClock(NOW);
    const audit = new AuditService(dataSource, clock);
    const environment = testEnvironment();
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    const rollups = new RollupService();
    areas = new AreasService(dataSource, configuration, clock, audit);
    upkeep = new MeterUpkeepService(dataSource, rollups, configuration, environment, clock);
    gateway = new FakeGateway();
    const aDay = Array.from({ length: 24 }, () => 1);
    gateway.has('M', SINCE, aDay);
    gateway.has('M', NOW - 48 * HOUR_MS, [...aDay, ...aDay]);
    const intake = new ReadingIntakeService(dataSource, rollups);
    history = new MeterHistoryService(
      new MetersService(dataSource),
      gateway as unknown as GatewayClient,
      intake,
      clock,
    );
    meterId = await stand();
    await readAll();
    before = await theMeter();
    await putOneArea(areas, { meters: [] });
  });

  afterAll(() => database.drop());

  async function stand(): Promise<number> {
    const since = new Date(SINCE).toISOString();
    const meter = { pointCode: 'M', kind: 'interval' as const, intervalSeconds: 3600, since };
    return (await putOneArea(areas, { meters: [meter] }))[0]?.id ?? 0;
  }

  async function readAll(): Promise<void> {
    await history.readLive(undefined, never);
    await history.backfill(meterId, never);
  }

  const theMeter = () => database.dataSource.manager.findOneByOrFail(MeterEntity, { pointCode: 'M' });

  const stored = () =>
    Promise.all(
      [MeterEntity, ReadingEntity, MeterHourEntity, MeterDayEntity].map((entity) =>
        database.dataSource.manager.count(entity),
      ),
    );

  /** Removes the readings of 30 days, and then stops as a worker that shuts down does. */
  async function removeInPart(): Promise<void> {
    let asked = 0;
    const signal = {
      throwIfAborted: () => {
        if (asked++ > 0) throw new Error('The worker ends.');
      },
    };
    await expect(upkeep.remove(meterId, signal as AbortSignal)).rejects.toThrow('ends');
  }

  it('a meter without an area is deleted with its readings', async () => {
    expect(await stored()).toEqual([1, HOURS, HOURS, 3]);
    await upkeep.remove(meterId, never);
    expect(await stored()).toEqual([0, 0, 0, 0]);
  });

  it('a meter without an area is deleted even if the deletion was interrupted', async () => {
    await removeInPart();
    expect(await stored()).toEqual([1, 24, 0, 0]);
    await upkeep.remove(meterId, never);
    expect(await stored()).toEqual([0, 0, 0, 0]);
  });

  it('a meter without an area is read again if it returns to an area during its deletion', async () => {
    await removeInPart();
    clock.advance(60_000);
    expect(await stand()).toBe(meterId);
    await upkeep.remove(meterId, never);
    await upkeep.rebuild(meterId, never);
    expect(await stored()).toEqual([1, 24, 24, 1]);
    await readAll();
    expect(await stored()).toEqual([1, HOURS, HOURS, 3]);
  });

  it('a meter without an area is unchanged if it returns to an area before anything was deleted', async () => {
    await stand();
    await readAll();
    const { lastReadingAt, lastPowerKw, lastPowerAt, lastSpanSeconds } = before;
    expect(await theMeter()).toMatchObject({ lastReadingAt, lastPowerKw, lastPowerAt, lastSpanSeconds });
    expect(lastPowerKw).toBe(1);
  });

  it('a meter without an area is read again even if a worker was about to continue the deletion', async () => {
    await stand();
    await readAll();
    gateway.has('M', NOW, [1]);
    clock.advance(2 * HOUR_MS);
    const ask = gateway.history.bind(gateway);
    jest.spyOn(gateway, 'history').mockImplementationOnce(async (query) => {
      await putOneArea(areas, { meters: [] });
      await removeInPart();
      await stand();
      return ask(query);
    });
    await history.readLive(undefined, never);
    await readAll();
    expect(await stored()).toEqual([1, HOURS + 1, HOURS + 1, 4]);
  });
});
