import type { ContractPart } from '@app/entities';
import fc from 'fast-check';
import { allTimes, anyPart, localAt, modelBill, SERIES } from '../../../../../test/factories/bill-model';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { HourLines } from '../arithmetic/hour-lines';
import { HOUR_MS, QUARTER_MS } from '../arithmetic/meter-arithmetic';
import { QuarterEnergy } from '../arithmetic/quarter-energy';
import type { DemandPeak } from '../energy/demand';
import { type Bill, billOf, windowsKey } from './bill';
import { DAY_MS, floorDay, PriceDays, pricesWith } from './price-days';
import { readPriceLines } from './price-lines';

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const anyCase = fc.record({
  // Two months with clock changes, one without, and a zone whose days begin at a quarter of an hour in UTC.
  place: fc.constantFrom(
    { zone: 'Europe/Berlin', month: '2026-03' },
    { zone: 'Europe/Berlin', month: '2026-10' },
    { zone: 'America/New_York', month: '2026-11' },
    { zone: 'Asia/Kathmandu', month: '2026-02' },
  ),
  currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD'),
  parts: fc
    .tuple(
      fc.array(anyPart, { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 2, maxLength: 2 }),
      fc.constantFrom(0, 0, 0, 12, 12, 12, 12, 40),
    )
    .map(([parts, days, firstDay]) => ({
      parts,
      days: days.toSorted((one, other) => one - other),
      firstDay,
    })),
  seed: fc.nat(),
  hasExports: fc.boolean(),
  /** A quarter without a complete measurement, counted from the start of the month; null for none. */
  gap: rarely(fc.nat(2600)),
  isRowMissing: fc.boolean(),
  /** A quarter without a complete measurement of the reactive energy. */
  reactiveGap: rarely(fc.nat(2600)),
  /** A quarter without a price. */
  unpriced: rarely(fc.nat(2600)),
  /** The peaks of the 12 months up to the billed one. A negative number is a peak that is not known. */
  peaks: fc.array(fc.integer({ min: -1_000_000, max: 25_000_000 }), { minLength: 12, maxLength: 12 }),
  arePeaksKnown: fc.nat(7).map((digit) => digit > 0),
});
type Case = Generated<typeof anyCase>;

/** Whole numbers that look random. */
function* numbersFrom(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** The data of a case: a month, its quarters, and a contract. */
function inputOf({
  place,
  parts: { parts, days, firstDay },
  seed,
  hasExports,
  gap,
  isRowMissing,
  reactiveGap,
  unpriced,
  ...rest
}: Case) {
  const { zone, month: name } = place;
  const middleMs = Date.parse(`${name}-15`);
  const [month = { startMs: 0, endMs: 0 }] = bucketsBetween('month', middleMs, middleMs + 1, zone);
  const numbers = numbersFrom(seed);
  const next = (most: number) => Math.floor((numbers.next().value / 2 ** 32) * most);
  const gapMs = gap === null ? Number.NaN : month.startMs + gap * QUARTER_MS;
  // Without its row, the whole hour is not measured by one of the meters.
  const isUnknown = (ms: number) =>
    isRowMissing ? Math.floor(ms / HOUR_MS) === Math.floor(gapMs / HOUR_MS) : ms === gapMs;
  const quarters = Array.from({ length: (month.endMs - month.startMs) / QUARTER_MS }, (_, index) => ({
    ms: month.startMs + index * QUARTER_MS,
    local: localAt(zone, month.startMs + index * QUARTER_MS),
    energyMwh: isUnknown(month.startMs + index * QUARTER_MS)
      ? null
      : next(25_000_000) - (hasExports ? 9_000_000 : 0),
    reactiveMwh: index === reactiveGap ? null : next(15_000_000),
    price: index === unpriced ? null : next(500_000_000) - 90_000_000,
  }));
  // The first part begins before the month, within it, or after it.
  const before = new Date(middleMs - 40 * DAY_MS).toISOString().slice(0, 10);
  const dateOf = (day: number) => `${name}-${String(day).padStart(2, '0')}`;
  const first = firstDay === 0 ? before : firstDay > 31 ? '2027-01-01' : dateOf(firstDay);
  const dated: ContractPart[] = parts.map((part, index) => ({
    ...part,
    validFrom: index === 0 ? first : dateOf(days[index - 1] ?? 1),
  }));
  // Only dates in ascending order are stored.
  const ascending = dated.filter(({ validFrom }, index) => index === 0 || validFrom > first);
  const peakMonths = bucketsBetween('month', middleMs - 334 * DAY_MS, middleMs, zone);
  const peaks: DemandPeak[] = peakMonths.map((bucket, index) => {
    const peakMwh = rest.peaks[index] ?? 0;
    const isKnown = rest.arePeaksKnown || peakMwh >= 0;
    const known = isKnown ? Math.abs(peakMwh) : null;
    return { ...bucket, peakMwh: known, peakMs: bucket.startMs, coverage: isKnown ? 1 : 0.4 };
  });
  return { zone, name, month, quarters, parts: ascending, peaks, isRowMissing, currency: rest.currency };
}
type Input = ReturnType<typeof inputOf>;

/** The lines that the database would write for the energy or the reactive energy. */
function hoursOf({ quarters, isRowMissing }: Input, field: 'energyMwh' | 'reactiveMwh'): HourLines {
  const hours = new Map<number, { covered: number[]; energy: (number | null)[] }>();
  for (const { ms, [field]: energyMwh } of quarters) {
    const hourMs = Math.floor(ms / HOUR_MS) * HOUR_MS;
    const hour = hours.get(hourMs) ?? { covered: [0, 0, 0, 0], energy: [null, null, null, null] };
    hours.set(hourMs, hour);
    const quarter = (ms - hourMs) / QUARTER_MS;
    // An incomplete quarter has the energy of a part of its time.
    hour.covered[quarter] = energyMwh === null ? 600_000 : QUARTER_MS;
    hour.energy[quarter] = energyMwh ?? 17_000;
  }
  const lines = Array.from(hours, ([hourMs, { covered, energy }]) => {
    const meters = isRowMissing && covered.includes(600_000) ? 1 : 2;
    return `${[meters, hourMs, 0, ...covered, ...energy.map((mwh) => mwh ?? '')].join(',')}\n`;
  });
  return new HourLines(Buffer.from(lines.join('')));
}

function actualOf(input: Input): Bill {
  const { month, quarters, zone, parts, currency, peaks } = input;
  const byDay = new Map<number, (number | null)[]>();
  for (const { ms, price } of quarters) {
    const dayMs = floorDay(ms);
    const prices = byDay.get(dayMs) ?? Array.from<null>({ length: 96 }).fill(null);
    byDay.set(dayMs, prices);
    prices[(ms - dayMs) / QUARTER_MS] = price;
  }
  const contract = {
    parts,
    currency,
    energyType: 'electricity' as const,
    supplierBills: { [input.name]: 1000 },
  };
  return billOf(contract, month, {
    zone,
    energy: new QuarterEnergy(month, hoursOf(input, 'energyMwh'), 2),
    reactive: new QuarterEnergy(month, hoursOf(input, 'reactiveMwh'), 2),
    series: new Map([[SERIES, new PriceDays(byDay)]]),
    peaks: new Map(parts.flatMap(({ demand }) => (demand ? [[windowsKey(demand), peaks]] : []))),
  });
}

describe('billOf', () => {
  it('bills the same amounts as a model that adds up every quarter of an hour with whole numbers', () => {
    let complete = 0;
    fc.assert(
      fc.property(anyCase, (asked) => {
        const input = inputOf(asked);
        const bill = actualOf(input);
        const { lines, net, vat, total, difference, coverage, missing } = bill;
        expect({
          lines: lines.map(({ kind, quantity, price, amount }) => ({ kind, quantity, price, amount })),
          net,
          vat,
          total,
          difference,
          coverage,
          missing: [...new Set(missing.map(({ code }) => code))].toSorted(),
        }).toEqual(modelBill(input));
        for (const { explanation } of lines) expect(explanation).not.toEqual([]);
        if (total !== null) complete++;
      }),
      { numRuns: 600 },
    );
    // `npm test` runs a fifth of the cases.
    expect(complete).toBeGreaterThanOrEqual(60);
  });

  it('divides a quarter of an hour by time if the price changes within it', () => {
    const month: Bucket = {
      startMs: Date.parse('2026-02-01T00:00Z'),
      endMs: Date.parse('2026-03-01T00:00Z'),
    };
    const hours = Array.from({ length: 28 * 24 }, (_, hour) =>
      [1, month.startMs + hour * HOUR_MS, 0, ...Array(4).fill(QUARTER_MS), ...Array(4).fill(1_000_000)].join(
        ',',
      ),
    );
    const energy = new QuarterEnergy(month, new HourLines(Buffer.from(`${hours.join('\n')}\n`)), 1);
    const periods = [{ ...allTimes(0.5), from: '00:00', to: '06:05' }, allTimes(0.1)];
    const part = { validFrom: '2026-01-01', standing: { perMonth: 0 }, leviesPerKwh: 0, vatPercent: 0 };
    const contract = {
      parts: [{ ...part, energy: { periods } }],
      currency: 'EUR',
      energyType: 'water' as const,
      supplierBills: {},
    };
    const { lines } = billOf(contract, month, { zone: 'UTC', energy, series: new Map(), peaks: new Map() });
    expect(lines.slice(1)).toMatchObject([
      { quantity: 681.333, unit: 'm³', price: 0.5, amount: 340.67 },
      { quantity: 2006.667, unit: 'm³', price: 0.1, amount: 200.67 },
    ]);
  });
});

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);

describe('price series', () => {
  it('read timestamps without an offset in the zone, and both passes of a repeated hour by the order of the lines', () => {
    const times = ['', 'T01:30', 'T02:00', 'T02:30', 'T02:00', 'T02:30', ' 03:00:00', 'T03:00Z'];
    const text = times.map((time, price) => `2026-10-25${time},${price}`).join('\n');
    const read = readPriceLines(text, 'Europe/Berlin').map(({ atMs }) => new Date(atMs).toISOString());
    expect(read).toEqual(
      ['24T22:00', '24T23:30', '25T00:00', '25T00:30', '25T01:00', '25T01:30', '25T02:00', '25T03:00'].map(
        (time) => `2026-10-${time}:00.000Z`,
      ),
    );
  });

  it('apply each price until the next one, but at most for an hour, and the last one like the one before', () => {
    const lines = readPriceLines(
      'timestamp,price\r\n2026-03-01T02:00:00Z,0.3\n2026-03-01T00:00+00:00,-0.1\n\n2026-03-01T00:30Z,0.000000001\n2026-03-01T02:15Z,+2',
      'Asia/Tokyo',
    );
    const prices = new PriceDays(pricesWith(lines, new Map([[at('00:00'), Array(96).fill(5)]])));
    const hours = ['00:00', '00:15', '00:30', '01:15', '01:30', '02:00', '02:15', '02:30'].map((time) =>
      prices.at(at(time)),
    );
    expect(hours).toEqual([-100_000_000, -100_000_000, 1, 1, 5, 300_000_000, 2_000_000_000, 5]);
    expect(prices.covers({ startMs: at('00:00'), endMs: at('00:00') + DAY_MS })).toBe(true);
    expect(prices.covers({ startMs: at('23:00'), endMs: at('00:00') + DAY_MS + QUARTER_MS })).toBe(false);
  });

  it.each([
    ['2026-03-29T02:30:00,0.1', 'line_skipped'],
    ['2026-03-01T00:05:00Z,0.1', 'line_no_quarter'],
    ['2026-02-29T00:00:00Z,0.1', 'line_instant'],
    ['1969-12-31T00:00:00Z,0.1', 'line_early'],
    ['2926-03-01T00:00:00Z,0.1', 'line_future'],
    ['2026-03-01T00:00:00Z,0,1', 'line_columns'],
    ['2026-03-01T00:00:00Z,1e3', 'line_price'],
    ['2026-03-01T00:00:00Z,1000000.1', 'line_price'],
    ['2026-03-01T00:00:00Z,0.0000000001', 'line_price'],
    ['2026-03-01T02:00:00+01:00,0.1', 'line_price_twice'],
    ['2026-03-01T02:00,0.1', 'line_price_twice'],
  ])('refuse the line %s', (line, code) => {
    expect(() => readPriceLines(`2026-03-01T01:00:00Z,0.1\n${line}\n`, 'Europe/Berlin')).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'line 2', code })] }),
    );
  });
});
