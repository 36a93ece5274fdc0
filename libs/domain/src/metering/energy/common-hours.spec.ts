import { packDay } from '../arithmetic/packed-days';
import { daysOfHours, fillFromDays, fillFromPieces, hourPairs, keepCommonHours } from './common-hours';

const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.parse('2026-03-02T00:00Z');
const span = (hours: number, fromMs = MIDNIGHT) => ({ startMs: fromMs, endMs: fromMs + hours * HOUR_MS });
const NONE = Number.NaN;

const whole = (count: number) =>
  Array.from({ length: count }, (_, hour) => span(1, MIDNIGHT + hour * HOUR_MS));

describe('hourPairs', () => {
  it('counts the hours from the start of each period, and shortens the last', () => {
    const [current, previous] = [span(2.5, MIDNIGHT + HOUR_MS / 2), span(2.5, MIDNIGHT - 24 * HOUR_MS)];
    const pairs = hourPairs({ current, previous }, { current, previous });
    expect(pairs.isWhole).toBe(true);
    expect(pairs.now.map(({ startMs }) => (startMs - MIDNIGHT) / HOUR_MS)).toEqual([0.5, 1.5, 2.5]);
    expect(pairs.before.at(-1)).toEqual(span(0.5, MIDNIGHT - 22 * HOUR_MS));
  });

  it('begins with the first hour for which both periods have data', () => {
    const [current, previous] = [span(5), span(5, MIDNIGHT - 24 * HOUR_MS)];
    const measured = { current, previous: span(2, MIDNIGHT - 21.5 * HOUR_MS) };
    const { now, before, isWhole } = hourPairs({ current, previous }, measured);
    expect([now[0]?.startMs, before[0]?.startMs, isWhole]).toEqual([
      MIDNIGHT + 2 * HOUR_MS,
      MIDNIGHT - 22 * HOUR_MS,
      false,
    ]);
    expect(hourPairs({ current, previous }, { current, previous: null }).now).toEqual([]);
  });
});

const kept = (now: number[], before: number[], isWhole = true) => {
  const [ofNow, ofBefore] = [Float64Array.from(now), Float64Array.from(before)];
  keepCommonHours({ now: whole(now.length), before: whole(before.length), isWhole }, ofNow, ofBefore);
  return [[...ofNow], [...ofBefore]];
};

describe('keepCommonHours', () => {
  it.each([
    ['no hour of complete periods', [1, 2], [3, 4], true, [1, 2], [3, 4]],
    ['no hour of a complete longer period', [1, 2, 3], [4, 5], true, [1, 2, 3], [4, 5]],
    ['hours that one period lacks', [1, NONE, 3], [4, 5, NONE], true, [1, NONE, NONE], [4, NONE, NONE]],
    ['the end of a longer period if an hour is missing', [1, 2], [3, 4, 5], false, [1, 2], [3, 4, NONE]],
    ['all hours of a silent meter', [NONE, NONE], [3, 4], true, [NONE, NONE], [NONE, NONE]],
  ])('removes %s', (_, now, before, isWhole, ofNow, ofBefore) => {
    expect(kept(now, before, isWhole)).toEqual([ofNow, ofBefore]);
  });

  it('removes hours of different lengths', () => {
    const [now, before] = [Float64Array.of(1), Float64Array.of(2)];
    keepCommonHours({ now: [span(1)], before: [span(0.5)], isWhole: false }, now, before);
    expect([now[0], before[0]]).toEqual([NONE, NONE]);
  });
});

describe('the hours of stored days', () => {
  const hoursMwh = Array.from({ length: 24 }, (_, hour) => hour);
  const day = (coveredMs: number) =>
    packDay({ startMs: MIDNIGHT, coveredMs, cuts: 0, energyMwh: 0 }, hoursMwh) ?? '';
  const hours = Array.from({ length: 3 }, (_, hour) =>
    span(hour === 2 ? 0.5 : 1, MIDNIGHT + (hour + 5) * HOUR_MS),
  );
  const filled = (text: string) => {
    const energies = new Float64Array(3).fill(NONE);
    const ranges = fillFromDays(energies, hours, text, daysOfHours(hours, 'UTC') ?? new Map());
    return { energies: [...energies], ranges };
  };

  it('are used if the day was measured completely, except for the shorter last hour', () => {
    expect(filled(day(24 * HOUR_MS))).toEqual({
      energies: [5, 6, NONE],
      ranges: [span(0.5, MIDNIGHT + 7 * HOUR_MS)],
    });
  });

  it('are left to the stored hours if the day has a gap', () => {
    const ranges = [span(2.5, MIDNIGHT + 5 * HOUR_MS)];
    expect(filled(day(23 * HOUR_MS))).toEqual({ energies: [NONE, NONE, NONE], ranges });
  });

  it.each([
    ['begin within a local hour', 'Asia/Kolkata', MIDNIGHT],
    ['contain a clock change of half an hour', 'Australia/Lord_Howe', Date.parse('2026-04-04T13:00Z')],
  ])('are not used if the hours %s', (_, zone, fromMs) => {
    expect(daysOfHours([span(1, fromMs), span(1, fromMs + HOUR_MS)], zone)).toBeNull();
  });

  it.each([
    [0.99, [7]],
    [0.98, [NONE]],
  ])('count if a share of %d was measured', (share, expected) => {
    const energies = new Float64Array(1).fill(NONE);
    const piece = {
      ...span(1),
      energyMwh: 7,
      coveredMs: share * HOUR_MS,
      cutAtStart: false,
      cutAtEnd: false,
    };
    fillFromPieces(energies, [span(1)], [span(1)], [piece]);
    expect([...energies]).toEqual(expected);
  });
});
