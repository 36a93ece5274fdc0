import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { packDay } from '../arithmetic/packed-days';
import { PackedHourParts } from './packed-hour-parts';
import { RatedEnergy } from './rated-energy';

const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2024-03-01T00:00Z');
/** Three days in two buckets. On the second day, the rate changes at 06:00 and at 18:00. */
const CELLS = [
  [0, 24, 0, 0],
  [24, 30, 1, 1],
  [30, 42, 1, 2],
  [42, 72, 1, 1],
].map(([from = 0, to = 0, bucket = 0, part = 0]) => ({
  startMs: START + from * HOUR_MS,
  endMs: START + to * HOUR_MS,
  bucket,
  part,
}));

const packed = (startMs: number, hoursMwh: (number | null)[], coveredMs = DAY_MS) =>
  packDay({ startMs, energyMwh: 0, coveredMs, cuts: 0 }, hoursMwh) ?? '';
/** The energy of each hour is a power of two, so a sum shows which hours it contains. */
const HOURS = Array.from({ length: 24 }, (_, hour) => 2 ** hour);
const sumOfHours = (from: number, to: number) => HOURS.slice(from, to).reduce((sum, mwh) => sum + mwh, 0);

function addAll(text: string, cells = CELLS, zone = 'UTC') {
  const energy = new RatedEnergy(3, 2);
  const isComplete = new PackedHourParts(cells, zone).add(text, energy);
  const parts = [...energy.partsMwh].map((mwh) => (Number.isNaN(mwh) ? null : mwh));
  return { isComplete, parts, coveredMs: [...energy.coveredMs] };
}

describe('PackedHourParts', () => {
  it('adds each hour of a day to the part of its rate, and the measured time to the bucket of the day', () => {
    expect(addAll(packed(START + DAY_MS, HOURS, 5000))).toEqual({
      isComplete: true,
      parts: [null, sumOfHours(0, 6) + sumOfHours(18, 24), sumOfHours(6, 18)],
      coveredMs: [0, 5000],
    });
  });

  it.each([
    ['in order', [0, 1, 2]],
    ['in reverse order', [2, 1, 0]],
  ])('adds several days %s', (_, order) => {
    const text = order.map((day) => packed(START + day * DAY_MS, [null, 10 ** day], 10 ** day)).join('');
    expect(addAll(text)).toEqual({ isComplete: true, parts: [1, 110, null], coveredMs: [1, 110] });
  });

  it('maps the hours of a day on which the clocks change', () => {
    const noon = Date.parse('2019-10-27T12:00Z');
    const cells = [
      { startMs: noon - 13 * HOUR_MS, endMs: noon, bucket: 0, part: 0 },
      { startMs: noon, endMs: noon + 12 * HOUR_MS, bucket: 0, part: 1 },
    ];
    const day = packed(noon - 13 * HOUR_MS, [...HOURS, 2 ** 24]);
    expect(addAll(day, cells, 'Europe/London')).toEqual({
      isComplete: true,
      parts: [sumOfHours(0, 13), sumOfHours(13, 24) + 2 ** 24, null],
      coveredMs: [DAY_MS, 0],
    });
  });

  it.each([
    ['the rate changes within an hour', 30.5],
    ['the rate changes within the first hour', 24.25],
    ['the rate changes within the last hour', 47.75],
  ])('returns false and adds nothing for a day if %s', (_, hour) => {
    const change = START + hour * HOUR_MS;
    const cells = [
      { startMs: START, endMs: change, bucket: 0, part: 0 },
      { startMs: change, endMs: START + 3 * DAY_MS, bucket: 1, part: 1 },
    ];
    const text = packed(START + DAY_MS, HOURS, 1) + packed(START + 2 * DAY_MS, [7], 2);
    expect(addAll(text, cells)).toEqual({ isComplete: false, parts: [null, 7, null], coveredMs: [0, 2] });
  });

  it.each([
    ['before the cells', -1],
    ['after the cells', 3],
  ])('returns false for a day %s', (_, day) => {
    expect(addAll(packed(START + day * DAY_MS, [1]))).toMatchObject({
      isComplete: false,
      parts: [null, null, null],
    });
  });

  it('adds the last of two thousand days', () => {
    const cells = [{ startMs: START, endMs: START + 2000 * DAY_MS, bucket: 1, part: 2 }];
    expect(addAll(packed(START, [3]) + packed(START + 1999 * DAY_MS, [4]), cells)).toMatchObject({
      isComplete: true,
      parts: [null, null, 7],
    });
  });
});
