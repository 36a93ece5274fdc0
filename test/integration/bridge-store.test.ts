import { administerDatabase } from '@app/entities';
import { ChangeFeed, LocalCalendar, type ServedPoints } from '@app/gateway-server';
import { FixedClock } from '@app/kernel';
import pino from 'pino';
import type { BridgePoint } from '../../apps/bridge/src/configuration/configuration.dto';
import { BridgePoints } from '../../apps/bridge/src/serving/bridge-points';
import { BridgeAlarms } from '../../apps/bridge/src/serving/bridge-alarms';
import { BridgeStore } from '../../apps/bridge/src/store/bridge-store';
import { History } from '../../apps/bridge/src/store/history';
import { dropDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-03-01T10:00:00Z');
const METER = { code: 'METER', unit: 'kWh', dataType: 'number' } as BridgePoint;
const SWITCH = { code: 'SWITCH', unit: '', dataType: 'boolean' } as BridgePoint;

const silent = pino({ level: 'silent' });
/** A value each minute that counts up from 0. */
const minutes = (code: string, count: number) =>
  Array.from({ length: count }, (_, minute) => ({
    code,
    atMs: START_MS + minute * MINUTE_MS,
    value: minute,
  }));

let url: string;
let store: BridgeStore;
beforeEach(async () => {
  url = testEnvironment().DATABASE_URL;
  await administerDatabase(url, (name) => `CREATE DATABASE ${name}`);
  store = await open();
});
afterEach(async () => {
  await store.close();
  await dropDatabase(url);
});

const open = () => BridgeStore.open(url, ['METER', 'SWITCH'], () => undefined);

describe('BridgeStore', () => {
  it('returns the same samples before and after they are packed', async () => {
    await store.add([...minutes('METER', 200), ...minutes('SWITCH', 3)]);
    const read = () => store.samples('METER', START_MS + 30 * MINUTE_MS, START_MS + 150 * MINUTE_MS);
    const before = await read();
    expect(before.map(({ value }) => value)).toEqual(Array.from({ length: 120 }, (_, index) => 30 + index));
    await store.packAndPrune(START_MS + 150 * MINUTE_MS, 0);
    expect(await read()).toEqual(before);
    expect(await store.samples('SWITCH', START_MS, START_MS + HOUR_MS)).toHaveLength(3);
  });

  it('adds a sample that comes after its hour was packed, and ignores a second one of the same time', async () => {
    await store.add(minutes('METER', 60));
    await store.packAndPrune(START_MS + HOUR_MS, 0);
    await store.add([
      { code: 'METER', atMs: START_MS, value: 0 },
      { code: 'METER', atMs: START_MS + 90_000, value: 1.5 },
      { code: 'METER', atMs: START_MS + 90_000, value: 99 },
    ]);
    await store.packAndPrune(START_MS + 2 * HOUR_MS, 0);
    const values = (await store.samples('METER', START_MS, START_MS + 3 * MINUTE_MS)).map(
      ({ value }) => value,
    );
    expect(values).toEqual([0, 1, 1.5, 2]);
  });

  it('deletes the hours that are no longer kept', async () => {
    await store.add(minutes('METER', 150));
    await store.packAndPrune(START_MS + 3 * HOUR_MS, START_MS + HOUR_MS);
    const [first] = await store.samples('METER', START_MS, START_MS + 3 * HOUR_MS);
    expect(first?.value).toBe(60);
  });

  it('finds the newest sample of each point after a restart', async () => {
    await store.add([...minutes('METER', 70), ...minutes('SWITCH', 2)]);
    await store.packAndPrune(START_MS + 2 * HOUR_MS, 0);
    await store.add([{ code: 'SWITCH', atMs: START_MS + 130 * MINUTE_MS, value: 0 }]);
    await store.close();
    store = await open();
    expect(await store.newest()).toEqual(
      new Map([
        ['METER', { atMs: START_MS + 69 * MINUTE_MS, value: 69 }],
        ['SWITCH', { atMs: START_MS + 130 * MINUTE_MS, value: 0 }],
      ]),
    );
  });

  it('keeps tokens over a restart until they are spent or have expired', async () => {
    const token = (digest: string, hours: number) => ({
      digest,
      kind: 'refresh' as const,
      expiresAtMs: START_MS + hours * HOUR_MS,
    });
    await store.saveTokens([token('spent', 9), token('short', 1), token('long', 2)], null);
    await store.saveTokens([token('new', 9)], 'spent');
    await store.packAndPrune(START_MS + 1.5 * HOUR_MS, 0);
    await store.close();
    store = await open();
    expect(await store.tokens()).toEqual([token('long', 2), token('new', 9)]);
  });
});

describe('History', () => {
  it('keeps its length while the disk is nearly full, and says so once', async () => {
    const clock = new FixedClock(START_MS + 3 * HOUR_MS);
    let free = 10 * 2 ** 20;
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const history = new History(store, clock, 60, async () => free, logger);
    const firstValue = async () => (await history.samples('METER', 0, clock.nowMs()))[0]?.value;
    await store.add(minutes('METER', 180));
    await store.packAndPrune(clock.nowMs(), 0);
    await history.pack();
    expect(await firstValue()).toBe(0);
    clock.advance(HOUR_MS);
    await history.pack();
    expect(await firstValue()).toBe(60);
    free = 2 ** 40;
    clock.advance(HOUR_MS);
    await history.pack();
    expect(await firstValue()).toBe(60);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the disk is nearly full, so the oldest hours of the history are deleted for new ones',
      'the disk has space for the whole history again',
    ]);
  });
});

describe('BridgePoints', () => {
  const clock = new FixedClock(START_MS + 2 * HOUR_MS);
  const aPointList = async (): Promise<BridgePoints> => {
    const history = new History(store, clock, 60, async () => Infinity, silent);
    const devices = [{ name: 'Board', points: [METER, SWITCH] }];
    return new BridgePoints(devices, await store.newest(), history, new LocalCalendar('UTC'), {
      evaluate: () => undefined,
      report: () => undefined,
    });
  };
  const historyOf = async (points: BridgePoints, code: string, interval?: '15m' | '1h') => [
    ...(await points.history(code, START_MS, START_MS + 4 * HOUR_MS, clock.nowMs(), interval)),
  ];

  it('stores what was read, and returns complete intervals: of a meter the first value, of a switch the last', async () => {
    const points = await aPointList();
    for (const { atMs, value } of minutes('METER', 130))
      points.accept('METER', { atMs, value, quality: 'good' });
    points.accept('SWITCH', { atMs: START_MS, value: false, quality: 'good' });
    points.accept('SWITCH', { atMs: START_MS + MINUTE_MS, value: true, quality: 'good' });
    expect(await historyOf(points, 'METER')).toHaveLength(130);
    expect(await historyOf(points, 'METER', '1h')).toEqual([
      { atMs: START_MS, value: 0, quality: 'good' },
      { atMs: START_MS + HOUR_MS, value: 60, quality: 'good' },
    ]);
    expect(await historyOf(points, 'SWITCH', '15m')).toEqual([
      { atMs: START_MS, value: true, quality: 'good' },
    ]);
  });

  it('stores no value for a device that has none, and reports the last value as bad', async () => {
    const points = await aPointList();
    points.accept('METER', { atMs: START_MS, value: 5, quality: 'good' });
    points.fail('METER');
    expect(points.latest('METER', clock.nowMs())).toEqual({ atMs: START_MS, value: 5, quality: 'bad' });
    points.accept('METER', { atMs: START_MS + MINUTE_MS, value: null, quality: 'bad' });
    expect(await historyOf(points, 'METER')).toHaveLength(1);
    // After a restart, the value is bad until the device has been read.
    const restarted = await aPointList();
    expect(restarted.latest('METER', clock.nowMs())).toEqual({ atMs: START_MS, value: 5, quality: 'bad' });
  });
});

describe('BridgeAlarms', () => {
  const clock = new FixedClock(START_MS);
  beforeEach(() => clock.set(START_MS));
  const states = (alarms: BridgeAlarms) =>
    alarms
      .changes(0, START_MS + HOUR_MS)
      .map(({ state, alarm: { raisedAtMs, clearedAtMs } }) => [
        state,
        ((state === 'raised' ? raisedAtMs : clearedAtMs) ?? 0) - START_MS,
      ]);

  it('raises an alarm once, and clears it when the value has returned, also after a restart', async () => {
    const before = await BridgeAlarms.open(store, { codes: ['METER'], reporting: [] }, clock, silent);
    await before.configs.change('create', { code: 'METER', threshold: 100, level: 'major', message: 'High' });
    for (const [atMs, value] of [99, 101, 102].entries()) before.evaluate('METER', value, START_MS + atMs);
    expect(states(before)).toEqual([['raised', 1]]);
    await before.stored();

    const after = await BridgeAlarms.open(store, { codes: ['METER'], reporting: [] }, clock, silent);
    for (const [atMs, value] of [103, 100].entries()) after.evaluate('METER', value, START_MS + 10 + atMs);
    expect(states(after)).toEqual([['cleared', 11]]);
    expect(await after.between(START_MS, START_MS + HOUR_MS, clock.nowMs())).toEqual([
      expect.objectContaining({
        code: 'METER',
        level: 'major',
        message: 'High',
        raisedAtMs: START_MS + 1,
        clearedAtMs: START_MS + 11,
      }),
    ]);
    expect(await after.between(START_MS, START_MS + HOUR_MS, clock.nowMs(), 'minor')).toEqual([]);
  });

  it('reports the alarm of a value that the device has measured long before', async () => {
    const alarms = await BridgeAlarms.open(store, { codes: ['METER'], reporting: [] }, clock, silent);
    await alarms.configs.change('create', { code: 'METER', threshold: 100 });
    const feed = new ChangeFeed({ definitions: () => [] } as unknown as ServedPoints, alarms);
    const timesAfter = (value: number, atMs: number) => {
      feed.start(clock.nowMs());
      clock.advance(1);
      alarms.evaluate('METER', value, atMs);
      return feed.next(clock.nowMs()).map(({ data }) => Date.parse(data.timestamp) - START_MS);
    };
    expect(timesAfter(101, START_MS - MINUTE_MS)).toEqual([-MINUTE_MS]);
    expect(timesAfter(99, START_MS + MINUTE_MS)).toEqual([MINUTE_MS]);
  });

  it('clears the alarm of a configuration that is turned off or deleted', async () => {
    const alarms = await BridgeAlarms.open(store, { codes: ['METER'], reporting: [] }, clock, silent);
    const answer = await alarms.configs.change('create', { code: 'METER', threshold: 100 });
    const { id } = (answer as { config: { id: string } }).config;
    alarms.evaluate('METER', 200, START_MS);
    await alarms.configs.change('update', { id, enabled: false });
    alarms.evaluate('METER', 200, START_MS + 1);
    expect(states(alarms)).toEqual([
      ['raised', 0],
      ['cleared', 0],
    ]);
    await alarms.configs.change('update', { id, enabled: true });
    alarms.evaluate('METER', 200, START_MS + 2);
    await alarms.configs.change('delete', { id });
    await alarms.stored();
    expect(await store.activeAlarms()).toEqual([]);
    expect(await store.alarmConfigs()).toEqual([]);
  });
});
