import type { ContractPart, DemandCharge, EnergyPrice } from '@app/entities';
import fc from 'fast-check';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { HourLines } from '../arithmetic/hour-lines';
import { HOUR_MS, QUARTER_MS } from '../arithmetic/meter-arithmetic';
import { QuarterEnergy } from '../arithmetic/quarter-energy';
import type { DemandPeak } from '../energy/demand';
import { type Bill, billOf, windowsKey } from './bill';
import { DAY_MS, floorDay, PriceDays, pricesWith } from './price-days';
import { readPriceLines } from './price-lines';

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const SERIES = 7;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** Millionths of the currency. */
const anyPrice = fc.oneof(fc.integer({ min: -60_000, max: 400_000 }), fc.constantFrom(0, 5_000, 123_456));
const money = (millionths: number) => millionths / 1e6;

const anyTime = fc
  .integer({ min: 0, max: 96 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  );
const anyPeriod = fc.record({
  days: fc.uniqueArray(fc.constantFrom(...EVERY_DAY), { minLength: 1 }),
  from: anyTime,
  to: anyTime,
  pricePerKwh: anyPrice.map(money),
});
const allTimes = (pricePerKwh: number) => ({ days: EVERY_DAY, from: '00:00', to: '24:00', pricePerKwh });
const anyEnergyPrice: fc.Arbitrary<EnergyPrice> = fc.oneof(
  anyPrice.map((price) => ({ pricePerKwh: money(price) })),
  fc
    .tuple(fc.array(anyPeriod, { maxLength: 3 }), anyPrice)
    .map(([periods, price]) => ({ periods: [...periods, allTimes(money(price))] })),
  fc
    .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { maxLength: 3 }), anyPrice)
    .map(([limits, price]) => ({
      tiers: [
        ...limits
          .toSorted((one, other) => one - other)
          .map((upToKwh, index) => ({ upToKwh, pricePerKwh: money(price + index * 11_111) })),
        { pricePerKwh: money(price + 77_777) },
      ],
    })),
  fc.constant({ series: SERIES }),
);
const anyDemand: fc.Arbitrary<DemandCharge> = fc.record({
  pricePerKw: fc.integer({ min: 0, max: 20_000_000 }).map(money),
  windowMinutes: fc.constantFrom(10, 15, 30, 60),
  sliding: fc.boolean(),
  basis: fc.constantFrom('month' as const, 'ratchet' as const, 'meanOf12' as const),
  ratchetShare: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  floorKw: fc.option(
    fc.integer({ min: 0, max: 80_000 }).map((watts) => watts / 1000),
    { nil: undefined },
  ),
});
const anyPart = fc.record({
  standing: fc.integer({ min: 0, max: 90_000_000 }).map((price) => ({ perMonth: money(price) })),
  energy: anyEnergyPrice,
  demand: fc.option(anyDemand, { nil: undefined }),
  reactive: fc.option(
    fc.record({
      freeShare: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      pricePerKvarh: anyPrice.map(money),
    }),
    { nil: undefined },
  ),
  leviesPerKwh: fc.oneof(fc.constant(0), anyPrice.map(money)),
  vatPercent: fc.constantFrom(0, 7, 19, 5.5),
});

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

interface Local {
  date: string;
  weekday: number;
  minute: number;
}
const locals = new Map<string, Local>();
const formats = new Map<string, Intl.DateTimeFormat>();
function localAt(zone: string, ms: number): Local {
  const key = `${zone} ${ms}`;
  const found = locals.get(key);
  if (found) return found;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  const [date = '', time = ''] = format.format(ms).split(' ');
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const local = { date, weekday: new Date(date).getUTCDay() || 7, minute };
  locals.set(key, local);
  return local;
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

/** Divides and rounds half up. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const [doubled, twice] = [2n * dividend + divisor, 2n * divisor];
  return (doubled - (((doubled % twice) + twice) % twice)) / twice;
}
const millionths = (price: number): bigint => BigInt(Math.round(price * 1e6));

interface ModelLine {
  kind: string;
  quantity: number | null;
  price: number | null;
  amount: number | null;
}

/** Adds up a bill quarter by quarter. */
function modelOf({ zone, month, quarters, parts, currency, peaks }: Input) {
  const places = { EUR: 2, JPY: 0, KWD: 3 }[currency] ?? 2;
  const scale = 10n ** BigInt(places);
  const lines: ModelLine[] = [];
  const nets = new Map<number, bigint>();
  const missing = new Set<string>();
  const add = (
    part: ContractPart,
    kind: string,
    line: { quantity: number | null; price: number | null; units: bigint | null },
  ) => {
    const { quantity, price, units } = line;
    lines.push({ kind, quantity, price, amount: units === null ? null : Number(units) / 10 ** places });
    nets.set(part.vatPercent, (nets.get(part.vatPercent) ?? 0n) + (units ?? 0n));
  };
  const partAt = (date: string) => parts.findLast(({ validFrom }) => validFrom <= date);
  const datesOf = (list: typeof quarters) => BigInt(new Set(list.map(({ local }) => local.date)).size);
  const billed = quarters.flatMap((quarter) => {
    const part = partAt(quarter.local.date);
    return part ? [{ ...quarter, part }] : [];
  });
  let monthMwh = 0n;
  for (const part of parts) {
    const own = billed.filter((quarter) => quarter.part === part);
    if (own.length === 0) continue;
    const [days, allDays] = [datesOf(own), datesOf(quarters)];
    add(part, 'standing', {
      quantity: Number(rounded(days * 1_000_000n, allDays)) / 1e6,
      price: part.standing.perMonth,
      units: rounded(millionths(part.standing.perMonth) * days * scale, allDays * 1_000_000n),
    });
    const isBroken = own.some(({ energyMwh }) => energyMwh === null);
    const isBrokenBefore = billed.some(({ ms, energyMwh }) => ms < (own[0]?.ms ?? 0) && energyMwh === null);
    const addEnergy = (kind: string, price: number, mwh: bigint, isKnown: boolean) =>
      add(part, kind, {
        quantity: isKnown ? Number(rounded(mwh, 1000n)) / 1000 : null,
        price,
        units: isKnown ? rounded(mwh * millionths(price) * scale, 10n ** 12n) : null,
      });
    const sumOf = (list: typeof quarters) =>
      list.reduce((sum, { energyMwh }) => sum + BigInt(energyMwh ?? 0), 0n);
    const { pricePerKwh, periods, tiers, series } = part.energy;
    if (pricePerKwh !== undefined) addEnergy('energy', pricePerKwh, sumOf(own), !isBroken);
    if (periods) {
      const prices = own.map(({ local }) => periods.find((period) => contains(period, local))?.pricePerKwh);
      for (const price of new Set(periods.map((period) => period.pricePerKwh))) {
        const priced = own.filter((_, index) => prices[index] === price);
        if (priced.length > 0)
          addEnergy(
            'energy',
            price,
            sumOf(priced),
            priced.every(({ energyMwh }) => energyMwh !== null),
          );
      }
    }
    if (tiers) {
      const sums = tiers.map(() => 0n);
      let soFar = monthMwh;
      for (const { energyMwh } of own) {
        const end = soFar + BigInt(energyMwh ?? 0);
        for (const index of tiers.keys()) {
          const lower = index === 0 ? -(10n ** 18n) : BigInt(tiers[index - 1]?.upToKwh ?? 0) * 1_000_000n;
          const limit = tiers[index]?.upToKwh;
          const upper = limit === undefined ? 10n ** 18n : BigInt(limit) * 1_000_000n;
          const within = (mwh: bigint) => (mwh < lower ? lower : mwh > upper ? upper : mwh);
          sums[index] = (sums[index] ?? 0n) + within(end) - within(soFar);
        }
        soFar = end;
      }
      const isKnown = !isBroken && !isBrokenBefore;
      const shown = tiers.flatMap((tier, index) => (!isKnown || sums[index] !== 0n ? [{ tier, index }] : []));
      for (const { tier, index } of shown.length > 0
        ? shown
        : [{ tier: tiers[0] ?? { pricePerKwh: 0 }, index: 0 }])
        addEnergy('energy', tier.pricePerKwh, sums[index] ?? 0n, isKnown);
    }
    if (series !== undefined) {
      const [mwh, isPriced] = [sumOf(own), own.every(({ price }) => price !== null)];
      const sum = own.reduce(
        (all, { energyMwh, price }) => all + BigInt(energyMwh ?? 0) * BigInt(price ?? 0),
        0n,
      );
      const isKnown = !isBroken && isPriced;
      const mean = () => (mwh < 0n ? rounded(-sum, -mwh) : rounded(sum, mwh));
      add(part, 'energy', {
        quantity: isBroken ? null : Number(rounded(mwh, 1000n)) / 1000,
        price: isKnown && mwh !== 0n ? Number(mean()) / 1e9 : null,
        units: isKnown ? rounded(sum * scale, 10n ** 15n) : null,
      });
      if (!isPriced) missing.add('bill_prices_incomplete');
    }
    if (part.leviesPerKwh !== 0) addEnergy('levies', part.leviesPerKwh, sumOf(own), !isBroken);
    if (isBroken) missing.add('bill_energy_incomplete');
    monthMwh += sumOf(own);
  }
  const last = partAt(localAt(zone, month.endMs - 1).date);
  if (!last) missing.add('bill_before_contract');
  if (last?.demand) {
    const kw = demandOf(last.demand, peaks, zone, parts[0]?.validFrom ?? '');
    const price = millionths(last.demand.pricePerKw);
    if (!kw) missing.add('bill_demand_incomplete');
    add(last, 'demand', {
      quantity: kw && Number(rounded(kw[0] * 1000n, kw[1])) / 1000,
      price: last.demand.pricePerKw,
      units: kw && rounded(kw[0] * price * scale, kw[1] * 1_000_000n),
    });
  }
  if (last?.reactive) {
    const { freeShare, pricePerKvarh } = last.reactive;
    const sum = (field: 'energyMwh' | 'reactiveMwh') =>
      billed.reduce((all, { [field]: mwh }) => all + BigInt(mwh ?? 0), 0n);
    const active = sum('energyMwh');
    const free = BigInt(Math.round(freeShare * 100)) * (active > 0n ? active : 0n);
    // Hundredths of a millivar-hour.
    const beyond = sum('reactiveMwh') * 100n - free;
    const charged = beyond > 0n ? beyond : 0n;
    const isMeasured = billed.every(({ reactiveMwh }) => reactiveMwh !== null);
    const isKnown = isMeasured && billed.every(({ energyMwh }) => energyMwh !== null);
    if (!isMeasured) missing.add('bill_reactive_incomplete');
    add(last, 'reactive', {
      quantity: isKnown ? Number(rounded(charged, 100_000n)) / 1000 : null,
      price: pricePerKvarh,
      units: isKnown ? rounded(charged * millionths(pricePerKvarh) * scale, 10n ** 14n) : null,
    });
  }
  const net = [...nets.values()].reduce((sum, units) => sum + units, 0n);
  const vat = Array.from(nets, ([percent, units]) => rounded(units * BigInt(percent * 10), 1000n)).reduce(
    (sum, units) => sum + units,
    0n,
  );
  const amount = (units: bigint) => (missing.size === 0 ? Number(units) / 10 ** places : null);
  const known = billed.filter(
    ({ part, energyMwh, price }) =>
      energyMwh !== null && (part.energy.series === undefined || price !== null),
  );
  return {
    lines,
    net: amount(net),
    vat: amount(vat),
    total: amount(net + vat),
    difference: amount(1000n * scale - net - vat),
    coverage: billed.length === 0 ? 0 : Math.floor((known.length * 1e6) / billed.length) / 1e6,
    missing: [...missing].toSorted(),
  };
}

/** The billed demand as a fraction of kW; null if it is not known. */
function demandOf(
  { basis, windowMinutes, ratchetShare = 0, floorKw }: DemandCharge,
  peaks: readonly DemandPeak[],
  zone: string,
  firstDate: string,
): [bigint, bigint] | null {
  const perHour = BigInt(60 / windowMinutes);
  const milliwatts: bigint[] = [];
  for (const [index, { startMs, peakMwh }] of peaks.entries()) {
    if (basis === 'month' && index < 11) continue;
    if (peakMwh !== null) milliwatts.push(BigInt(peakMwh) * perHour);
    else if (index === 11 || localAt(zone, startMs).date >= firstDate) return null;
  }
  // Hundredths of a milliwatt, times the number of peaks.
  const count = BigInt(milliwatts.length);
  const own = (milliwatts.at(-1) ?? 0n) * 100n * count;
  const most = milliwatts.reduce((high, peak) => (peak > high ? peak : high), 0n);
  const ratchet = most * BigInt(Math.round(ratchetShare * 100)) * count;
  const mean = milliwatts.reduce((sum, peak) => sum + peak, 0n) * 100n;
  const chosen = { month: own, ratchet: ratchet > own ? ratchet : own, meanOf12: mean }[basis];
  const floor = BigInt(Math.round((floorKw ?? 0) * 1000)) * 1000n * 100n * count;
  return [chosen > floor ? chosen : floor, 100_000_000n * count];
}

type Period = NonNullable<EnergyPrice['periods']>[number];
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
function contains({ days, from, to }: Period, { weekday, minute }: Local): boolean {
  const start = minutesOf(from);
  const end = minutesOf(to) > start ? minutesOf(to) : minutesOf(to) + 1440;
  return days.some((day) => {
    const since = ((weekday - day + 7) % 7) * 1440 + minute;
    return since >= start && since < end;
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
        }).toEqual(modelOf(input));
        if (total !== null) complete++;
      }),
      { numRuns: 250 },
    );
    // For a fifth of the cases, which `npm test` runs. All of them contain more than a hundred complete bills.
    expect(complete).toBeGreaterThanOrEqual(20);
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
  it('apply each price until the next one, but at most for an hour, and the last one like the one before', () => {
    const lines = readPriceLines(
      'timestamp,price\r\n2026-03-01T02:00:00Z,0.3\n2026-03-01T00:00+00:00,-0.1\n\n2026-03-01T00:30Z,0.000000001\n2026-03-01T02:15Z,+2',
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
    ['2026-03-01T00:00:00,0.1', 'line_instant'],
    ['2026-03-01T00:05:00Z,0.1', 'line_no_quarter'],
    ['2026-02-29T00:00:00Z,0.1', 'line_instant'],
    ['1969-12-31T00:00:00Z,0.1', 'line_early'],
    ['2926-03-01T00:00:00Z,0.1', 'line_future'],
    ['2026-03-01T00:00:00Z,0,1', 'line_columns'],
    ['2026-03-01T00:00:00Z,1e3', 'line_price'],
    ['2026-03-01T00:00:00Z,1000000.1', 'line_price'],
    ['2026-03-01T00:00:00Z,0.0000000001', 'line_price'],
    ['2026-03-01T02:00:00+01:00,0.1', 'line_price_twice'],
  ])('refuse the line %s', (line, code) => {
    expect(() => readPriceLines(`2026-03-01T01:00:00Z,0.1\n${line}\n`)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'line 2', code })] }),
    );
  });
});
