import {
  AreasService,
  AuditService,
  historyProgress,
  MeterHistoryService,
  MeterRereadService,
  ConfigurationService,
} from '@app/domain';
import { MetersService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterEntity, ReadingEntity } from '@app/entities';
import type { GatewayClient } from '@app/gateway-client';
import { Actor, FixedClock } from '@app/kernel';
import { FakeGateway } from '../factories/fake-gateway';
import { deleteAreas, putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-01-31T00:00Z');
const lost = () => Promise.reject(new Error('The lease is lost.'));
const hours = (count: number) => Array.from({ length: count }, (_, hour) => hour);

describe('the history of meters', () => {
  const never = new AbortController().signal;
  let database: TestDatabase;
  let clock: FixedClock;
  let gateway: FakeGateway;
  let areas: AreasService;
  let history: MeterHistoryService;
  let aReread: MeterRereadService['readAgain'];

  beforeAll(async () => {
    database = await openDatabase();
  });
  beforeEach(async () => {
    await deleteAreas(database.dataSource);
    clock = new FixedClock(NOW);
    gateway = new FakeGateway();
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    areas = new AreasService(database.dataSource, configuration, clock, audit);
    history = aWorker();
    const rereads = new MeterRereadService(database.dataSource, configuration, clock);
    aReread = (request) => rereads.readAgain(request);
  });

  afterAll(() => database.drop());

  /** Creates a worker with its own cache. Two workers share only the database. */
  const aWorker = () =>
    new MeterHistoryService(
      new MetersService(database.dataSource),
      gateway as unknown as GatewayClient,
      new ReadingIntakeService(database.dataSource, new RollupService()),
      clock,
    );
  const withMeter = async (since: number) => {
    const meter = {
      pointCode: 'M',
      kind: 'interval' as const,
      intervalSeconds: 3600,
      since: new Date(since).toISOString(),
    };
    return (await putOneArea(areas, { meters: [meter] }))[0]?.id ?? 0;
  };
  const meter = (id: number) => database.dataSource.manager.findOneByOrFail(MeterEntity, { id });
  const stored = () => database.dataSource.manager.count(ReadingEntity);

  it('meter history is fetched first for the last two days and then in the background for older days, without overlap', async () => {
    gateway.has('M', NOW - 30 * DAY_MS, hours(30 * 24));
    const id = await withMeter(NOW - 30 * DAY_MS);
    expect(await history.readLive(undefined, never)).toBe(48);
    expect(await history.backfill(id, never)).toBe(false);
    expect(await stored()).toBe(30 * 24);
    const { backfilledTo, liveFrom } = await meter(id);
    expect(backfilledTo).toEqual(liveFrom);
  });

  it('meter history continues from the last stored reading after the service was down', async () => {
    gateway.has('M', NOW - DAY_MS, hours(24));
    await withMeter(NOW - DAY_MS);
    await history.readLive(undefined, never);
    gateway.has('M', NOW, hours(10 * 24));
    clock.advance(10 * DAY_MS);
    expect(await aWorker().readLive(undefined, never)).toBe(10 * 24);
    expect(await stored()).toBe(11 * 24);
  });

  it('meter history is fetched again for the last two days on request, with progress until it is complete', async () => {
    gateway.has('M', NOW - 5 * DAY_MS, hours(5 * 24));
    const id = await withMeter(NOW - 5 * DAY_MS);
    await history.backfill(id, never);
    expect(historyProgress(await meter(id))).toBe(0.6);
    await history.readLive(undefined, never);
    expect(historyProgress(await meter(id))).toBe(1);
    gateway.has('M', NOW - 5 * HOUR_MS, [9999]);
    await aReread({ from: new Date(NOW - 2 * DAY_MS).toISOString() });
    expect(historyProgress(await meter(id))).toBe(0.6);
    expect(await history.backfill(id, never)).toBe(false);
    expect(await database.dataSource.manager.countBy(ReadingEntity, { value: 9999 })).toBe(1);
    expect(await meter(id)).toMatchObject({ rereadFrom: null, rereadTo: null, backfillTurn: 2 });
    expect(historyProgress(await meter(id))).toBe(1);
  });

  it('meter history is fetched again only for the requested range', async () => {
    gateway.has('M', NOW - 5 * DAY_MS, hours(5 * 24));
    const id = await withMeter(NOW - 5 * DAY_MS);
    await history.readLive(undefined, never);
    await history.backfill(id, never);
    gateway.calls.length = 0;
    const [from = '', to = ''] = [4, 3].map((days) => new Date(NOW - days * DAY_MS).toISOString());
    await aReread({ from, to });
    await history.backfill(id, never);
    expect(gateway.calls).toEqual([{ codes: ['M'], from, to }]);
  });

  it('meter history has no gap if the gateway fails temporarily', async () => {
    gateway.has('M', NOW - 5 * DAY_MS, hours(5 * 24));
    const id = await withMeter(NOW - 5 * DAY_MS);
    gateway.failing = true;
    await expect(history.readLive(undefined, never)).rejects.toMatchObject({ kind: 'upstream_failed' });
    await expect(history.backfill(id, never)).rejects.toMatchObject({ kind: 'upstream_failed' });
    gateway.failing = false;
    await history.readLive(undefined, never);
    await history.backfill(id, never);
    expect(await stored()).toBe(5 * 24);
  });

  it('meter history is requested in smaller ranges if the gateway cannot serve large ones', async () => {
    gateway.longestMs = DAY_MS;
    gateway.has('M', NOW - 20 * DAY_MS, hours(20 * 24));
    const id = await withMeter(NOW - 20 * DAY_MS);
    await history.readLive(undefined, never);
    await history.backfill(id, never);
    expect(await stored()).toBe(20 * 24);
  });

  it('meter history is requested for short ranges while a meter is silent, and continues when the meter returns', async () => {
    gateway.has('M', NOW - 100 * DAY_MS, hours(24));
    const id = await withMeter(NOW - 100 * DAY_MS);
    await history.backfill(id, never);
    clock.advance(20 * DAY_MS);
    await history.readLive(undefined, never);
    gateway.calls.length = 0;
    clock.advance(60_000);
    await history.readLive(undefined, never);
    const [call] = gateway.calls;
    expect(Date.parse(call?.to ?? '') - Date.parse(call?.from ?? '')).toBeLessThan(3 * HOUR_MS);
    gateway.has('M', clock.nowMs() - HOUR_MS / 2, [7]);
    expect(await history.readLive(undefined, never)).toBe(1);
  });

  it('meter history is requested for all silent meters together', async () => {
    const meters = ['M', 'N'].map((pointCode) => ({
      pointCode,
      since: new Date(NOW - DAY_MS).toISOString(),
    }));
    await putOneArea(areas, { meters });
    await history.readLive(undefined, never);
    gateway.calls.length = 0;
    clock.advance(60_000);
    await history.readLive(undefined, never);
    expect(gateway.calls.map(({ codes }) => codes)).toEqual([['M', 'N']]);
  });

  it('meter history includes a long interval only after its end, even if the interval is stamped with its start', async () => {
    const week = {
      pointCode: 'M',
      kind: 'interval' as const,
      intervalSeconds: 7 * 86_400,
      since: new Date(NOW - DAY_MS).toISOString(),
    };
    await putOneArea(areas, { meters: [week] });
    for (let day = 0; day < 7; day++) {
      await history.readLive(undefined, never);
      clock.advance(DAY_MS);
    }
    gateway.has('M', NOW, [7]);
    expect(await history.readLive(undefined, never)).toBe(1);
  });

  it('the history of other meters is read even if one meter cannot be read', async () => {
    const meters = ['A', 'M'].map((pointCode) => ({
      pointCode,
      since: new Date(NOW - DAY_MS).toISOString(),
    }));
    await putOneArea(areas, { meters });
    gateway.has('M', NOW - DAY_MS, hours(24));
    gateway.refusing.add('A');
    await expect(history.readLive(undefined, never)).rejects.toMatchObject({ kind: 'upstream_failed' });
    expect(await stored()).toBe(24);
    gateway.has('M', NOW - 5 * HOUR_MS, [9999]);
    await expect(history.readTrailing(undefined, never)).rejects.toMatchObject({ kind: 'upstream_failed' });
    expect(await database.dataSource.manager.countBy(ReadingEntity, { value: 9999 })).toBe(1);
  });

  it('meter history is read again for a meter that returned while its readings were being deleted', async () => {
    gateway.has('M', NOW - 2 * DAY_MS, hours(48));
    const id = await withMeter(NOW - 2 * DAY_MS);
    await history.readLive(undefined, never);
    clock.advance(60_000);
    await areas.replace(Actor.system('test'), []);
    expect(await withMeter(NOW - 2 * DAY_MS)).toBe(id);
    const { manager } = database.dataSource;
    await manager.deleteAll(ReadingEntity);
    await manager.update(MeterEntity, id, { lastReadingAt: null });
    await history.readLive(undefined, never);
    await history.backfill(id, never);
    expect(await stored()).toBe(48);
  });

  it('the history of a meter is not read before the configured start of the meter', async () => {
    await withMeter(NOW + DAY_MS);
    expect(await history.readLive(undefined, never)).toBe(0);
    expect(await history.readTrailing(undefined, never)).toBe(0);
    gateway.has('M', NOW + DAY_MS, [3]);
    clock.advance(DAY_MS + HOUR_MS);
    expect(await history.readLive(undefined, never)).toBe(1);
  });

  it('meter history does not include samples that were not requested', async () => {
    gateway.has('M', NOW - DAY_MS, hours(24));
    gateway.has('M', NOW - 10_000 * DAY_MS, [1]);
    gateway.has('M', NOW + 10_000 * DAY_MS, [1]);
    gateway.ignoresRange = true;
    const id = await withMeter(NOW - 5 * DAY_MS);
    await history.readLive(undefined, never);
    await history.backfill(id, never);
    await history.readTrailing(undefined, never);
    expect(await stored()).toBe(24);
  });

  it('the search for late samples does not skip samples that have never been read', async () => {
    gateway.has('M', NOW - DAY_MS, hours(24));
    await withMeter(NOW - DAY_MS);
    await history.readLive(undefined, never);
    gateway.has('M', NOW, hours(5 * 24));
    clock.advance(5 * DAY_MS);
    const successor = aWorker();
    await successor.readTrailing(undefined, never);
    await successor.readLive(undefined, never);
    expect(await stored()).toBe(6 * 24);
  });

  it('meter history includes samples that arrive up to two days late', async () => {
    gateway.has(
      'M',
      NOW - DAY_MS,
      hours(24).map((hour) => (hour === 5 ? null : hour)),
    );
    await withMeter(NOW - DAY_MS);
    await history.readLive(undefined, never);
    gateway.has('M', NOW - DAY_MS + 5 * HOUR_MS, [9999]);
    expect(await history.readLive(undefined, never)).toBe(0);
    expect(await history.readTrailing(undefined, never)).toBe(1);
  });

  it('meter history is not written without the lease, and is written only once if two jobs run concurrently', async () => {
    gateway.has('M', NOW - 30 * DAY_MS, hours(30 * 24));
    const id = await withMeter(NOW - 30 * DAY_MS);
    await expect(history.readLive(lost, never)).rejects.toThrow('The lease is lost.');
    expect(await stored()).toBe(0);
    await Promise.all([history.backfill(id, never), aWorker().backfill(id, never)]);
    expect(await stored()).toBe(28 * 24);
  });
});
