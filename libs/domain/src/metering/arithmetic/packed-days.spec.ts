import fc from 'fast-check';
import { eachPackedDay, PACKED_LENGTH, packDay, PackedDays } from './packed-days';

const DAY_MS = 86_400_000;
const energy = fc.oneof(
  fc.constantFrom(
    null,
    0,
    2 ** 31 - 1,
    -(2 ** 31) + 1,
    2 ** 31,
    -(2 ** 31),
    2 ** 32,
    2 ** 53 - 1,
    -(2 ** 53) + 1,
  ),
  fc.integer({ min: -1000, max: 100_000_000 }),
  fc.maxSafeInteger(),
);
const days = fc.array(
  fc.record({
    startMs: fc.integer({ min: -4000, max: 4000 }).map((quarters) => quarters * 900_000 * 97),
    coveredMs: fc.integer({ min: 0, max: 90_000_000 }),
    cuts: fc.nat(3),
    hoursMwh: fc.array(energy, { minLength: 23, maxLength: 25 }),
  }),
  { maxLength: 20 },
);
const dayOf = (hoursMwh: (number | null)[]) =>
  packDay({ startMs: 0, energyMwh: 0, coveredMs: DAY_MS, cuts: 0 }, hoursMwh);
const minuteOf = (startMs: number, hoursMwh: (number | null)[]) =>
  packDay({ startMs, energyMwh: 0, coveredMs: 60_000, cuts: 2 }, hoursMwh);
const padded = (hours: (number | null)[]) =>
  Array.from({ length: 25 }, (_, hour) => hours[hour] ?? Number.NaN);

describe('packed days', () => {
  it('unpacks the original days from packed days that are joined in any order', () => {
    fc.assert(
      fc.property(days, (some) => {
        const text = some.map((day) => packDay({ ...day, energyMwh: 0 }, day.hoursMwh)).join('');
        const read: unknown[] = [];
        eachPackedDay(text, ({ hoursMwh, ...day }) => read.push({ ...day, hoursMwh: [...hoursMwh] }));
        expect(read).toEqual(some.map((day) => ({ ...day, hoursMwh: padded(day.hoursMwh) })));
      }),
    );
  });

  // Without a wide hour in the same day, each of these energies decides whether the day needs two words per hour.
  it.each([2 ** 31 - 1, 2 ** 31, -(2 ** 31) + 1, -(2 ** 31)])(
    'unpacks an hour with %d mWh if all other hours have little energy',
    (energyMwh) => {
      const read: number[] = [];
      eachPackedDay(dayOf([1, energyMwh, null]) ?? '', ({ hoursMwh }) => read.push(...hoursMwh));
      expect(read).toEqual(padded([1, energyMwh, null]));
    },
  );

  it('returns the sum of the hours of a packed day as its total', () => {
    const text = [minuteOf(DAY_MS, [null, 5, -2]), minuteOf(0, [2 ** 40, 1]), minuteOf(-DAY_MS, [0])].join(
      '',
    );
    const days = new PackedDays(text);
    const [starts, totals]: [number[], number[][]] = [[], []];
    days.eachStart((startMs) => starts.push(startMs));
    days.eachTotal((...total) => totals.push(total));
    expect(starts).toEqual([DAY_MS, 0, -DAY_MS]);
    expect(totals).toEqual([
      [DAY_MS, 3, 60_000, 2],
      [0, 2 ** 40 + 1, 60_000, 2],
      [-DAY_MS, 0, 60_000, 2],
    ]);
  });

  it.each([
    ['one MWh', 1e9, 144],
    ['one GWh', 1e12, PACKED_LENGTH],
  ])('packs a day into a text of fixed length if each hour has %s', (_, energyMwh, length) => {
    expect(dayOf(Array.from({ length: 25 }, () => energyMwh))).toHaveLength(length);
  });

  it.each([
    ['starts or ends within a local hour', { startMs: 0 }, null],
    ['has 26 hours', { startMs: 0 }, Array.from({ length: 26 }, () => 1)],
    ['does not begin at a full minute', { startMs: 30_000 }, [1]],
  ])('does not pack a day that %s', (_, { startMs }, hoursMwh) => {
    expect(packDay({ startMs, energyMwh: 1, coveredMs: 1, cuts: 0 }, hoursMwh)).toBeNull();
  });

  it('rejects a truncated text', () => {
    const text = dayOf([1, 2, 3]) ?? '';
    expect(() => eachPackedDay(text.slice(0, 100), () => undefined)).toThrow(RangeError);
  });
});
