import type { MeterEntity } from '@app/entities';
import { changedMeter, historyProgress, liveStart, newMeter, type MeterInput } from './meter-settings';

const NOW = Date.parse('2024-06-15T12:00:00Z');
const DAY_MS = 86_400_000;
const ZONE = 'Europe/Berlin';
const nothingRead = { lastReadingAt: null, lastPowerKw: null, lastPowerAt: null, lastSpanSeconds: 0 };
const noReread = { rereadFrom: null, rereadTo: null };

const SETTINGS = {
  energyType: 'gas',
  kind: 'interval',
  multiplier: 2,
  intervalSeconds: 1800,
  stampedAt: 'end',
  registerMax: 1000,
  maxPowerKw: 50,
  since: new Date('2024-01-01T00:00:00Z'),
  removedAt: null,
} as const;

const aMeter = (overrides: Partial<MeterEntity> = {}) =>
  ({ id: 1, pointCode: 'A', ...SETTINGS, prunedFrom: null, prunedTo: null, ...overrides }) as MeterEntity;

const change = (input: Partial<MeterInput>, meter: Partial<MeterEntity> = {}) =>
  changedMeter(aMeter(meter), { pointCode: 'A', ...input }, NOW, ZONE);

describe('newMeter', () => {
  it('returns by default a cumulative electricity meter whose last 30 days will be read', () => {
    const since = new Date(NOW - 30 * DAY_MS);
    expect(newMeter({ pointCode: 'A' }, NOW, ZONE)).toEqual({
      pointCode: 'A',
      energyType: 'electricity',
      kind: 'cumulative',
      multiplier: 1,
      intervalSeconds: 900,
      stampedAt: 'start',
      registerMax: null,
      maxPowerKw: null,
      implausibleSteps: 0,
      lastImplausibleAt: null,
      implausibleFolded: 0,
      since,
      backfilledTo: since,
      liveFrom: new Date(NOW - 2 * DAY_MS),
      liveCaughtUp: false,
      ...noReread,
      backfillTurn: 0,
      prunedFrom: null,
      prunedTo: null,
      keptFrom: null,
      rebuildRequestedAt: null,
      daysZone: ZONE,
      removedAt: null,
      ...nothingRead,
    });
  });

  it('uses the values that the client has sent', () => {
    const input = {
      pointCode: 'B',
      energyType: 'water',
      kind: 'interval',
      multiplier: 0,
      intervalSeconds: 60,
      stampedAt: 'end',
      registerMax: 0,
      since: '2024-06-15T00:00',
    } as const;
    // Midnight in Berlin in summer time.
    const since = new Date('2024-06-14T22:00:00Z');
    expect(newMeter(input, NOW, ZONE)).toMatchObject({
      ...input,
      since,
      backfilledTo: since,
      // Live polling never starts before the meter's `since`.
      liveFrom: since,
    });
  });
});

describe('changedMeter', () => {
  const again = { rebuildRequestedAt: new Date(NOW) };

  it.each<[string, Partial<MeterInput>, Partial<MeterEntity>]>([
    ['the same settings', {}, {}],
    ['another type of energy', { energyType: 'water' }, { energyType: 'water' }],
    ['a later start', { since: '2024-02-01T00:00:00Z' }, { since: new Date('2024-02-01T00:00:00Z') }],
    ['the same start', { since: '2024-01-01T01:00' }, {}],
    ['another multiplier', { multiplier: 3 }, { multiplier: 3, ...again }],
    ['another modulus of the register', { registerMax: 99 }, { registerMax: 99, ...again }],
    ['no modulus of the register', { registerMax: null }, { registerMax: null, ...again }],
    ['another power limit', { maxPowerKw: 0 }, { maxPowerKw: 0, ...again }],
    ['no power limit', { maxPowerKw: null }, { maxPowerKw: null, ...again }],
    ['another kind', { kind: 'power' }, { kind: 'power', ...again }],
    ['another interval', { intervalSeconds: 60 }, { intervalSeconds: 60, ...again }],
    ['another position of the timestamp', { stampedAt: 'start' }, { stampedAt: 'start', ...again }],
  ])('changes only the necessary fields if the request has %s', (_, input, expected) => {
    expect(change(input)).toEqual({ ...SETTINGS, ...expected });
  });

  it.each([
    ['long before', '2023-12-31T23:59:59Z', new Date(NOW - 2 * DAY_MS)],
    ['within the last two days', '2024-06-15T00:00:00Z', new Date('2024-06-15T00:00:00Z')],
  ])('fetches the older history if the start of the meter is moved back (%s)', (_, text, liveFrom) => {
    const since = new Date(text);
    expect(change({ since: text }, { since: new Date(NOW) })).toEqual({
      ...SETTINGS,
      since,
      backfilledTo: since,
      liveFrom,
      liveCaughtUp: false,
    });
  });

  it('reads a removed meter from its start again', () => {
    expect(change({}, { removedAt: new Date(NOW - 1) })).toEqual({
      ...SETTINGS,
      backfilledTo: SETTINGS.since,
      liveFrom: new Date(NOW - 2 * DAY_MS),
      liveCaughtUp: false,
      ...noReread,
      ...nothingRead,
      ...again,
    });
  });

  it('extends the pruned hours only if the readings of the meter cover a different period', () => {
    const pruned = { prunedFrom: new Date(0), prunedTo: new Date('2024-03-01T00:00:00Z') };
    expect(change({ multiplier: 3 }, pruned)).not.toHaveProperty('prunedTo');
    const register = { ...pruned, kind: 'cumulative' as const };
    expect(change({ kind: 'power', stampedAt: 'start', intervalSeconds: 60 }, register)).not.toHaveProperty(
      'prunedTo',
    );
    expect(change({ stampedAt: 'start' }, pruned)).toMatchObject({
      prunedFrom: null,
      prunedTo: new Date('2024-03-01T01:00:00Z'),
    });
  });
});

describe('liveStart', () => {
  it.each([
    ['the time of the last reading', new Date(7), new Date(5), 7],
    ['the start of live polling', new Date(3), new Date(5), 5],
    ['the start of live polling if nothing was read yet', null, new Date(-5), -5],
  ])('returns %s', (_, lastReadingAt, liveFrom, expected) => {
    expect(liveStart(aMeter({ lastReadingAt, liveFrom }))).toBe(expected);
  });
});

describe('historyProgress', () => {
  const day = (days: number) => new Date(days * DAY_MS);
  /** Eight days of history and the two days of live polling. */
  const done = {
    since: day(0),
    liveFrom: day(8),
    backfilledTo: day(8),
    liveCaughtUp: true,
    ...noReread,
  };

  it.each([
    ['everything is fetched', {}, 1],
    ['the meter starts after live polling', { since: day(9) }, 1],
    ['live polling is behind', { liveCaughtUp: false }, 0.8],
    ['a quarter of the history is missing', { backfilledTo: day(6) }, 0.8],
    ['nothing is fetched', { backfilledTo: day(0), liveCaughtUp: false }, 0],
    ['five days are read again', { rereadFrom: day(1), rereadTo: day(6) }, 0.5],
    ['an incomplete range to read again is ignored', { rereadFrom: day(1) }, 1],
    ['an incomplete range to read again is ignored', { rereadTo: day(1) }, 1],
    ['the range to read again is longer than the history', { rereadFrom: day(0), rereadTo: day(99) }, 0],
    ['the older history is fetched beyond the start of live polling', { backfilledTo: day(9) }, 1],
    ['a second is missing', { backfilledTo: new Date(8 * DAY_MS - 1000) }, 0.9999],
  ])("returns the fetched share of a meter's history: %s", (_, overrides, expected) => {
    expect(historyProgress({ ...done, ...overrides })).toBe(expected);
  });
});
