import type { ContractPart, DemandCharge, EnergyPrice } from '@app/entities';
import fc from 'fast-check';

/** Random contracts, and a slow model of their bills with whole numbers. */
/** The id of the only price series. */
export const SERIES = 1;
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
export const allTimes = (pricePerKwh: number) => ({
  days: EVERY_DAY,
  from: '00:00',
  to: '24:00',
  pricePerKwh,
});
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
export const anyPart = fc.record({
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

/** The time that a clock of a zone shows. */
interface Local {
  date: string;
  weekday: number;
  minute: number;
}
const locals = new Map<string, Local>();
const formats = new Map<string, Intl.DateTimeFormat>();
export function localAt(zone: string, ms: number): Local {
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

export interface ModelBilledQuarter {
  ms: number;
  local: Local;
  /** Null if it is not known, as the other values. */
  energyMwh: number | null;
  reactiveMwh: number | null;
  /** Billionths of the currency. */
  price: number | null;
}

export interface ModelPeak {
  startMs: number;
  /** Null if a part of the month was not measured. */
  peakMwh: number | null;
}

/** A month with its quarters, a contract, and the peaks of the 12 months up to the month. */
export interface ModelMonth {
  zone: string;
  month: { endMs: number };
  quarters: readonly ModelBilledQuarter[];
  parts: readonly ContractPart[];
  currency: string;
  peaks: readonly ModelPeak[];
}

/** Divides and rounds half up. */
export function rounded(dividend: bigint, divisor: bigint): bigint {
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

const datesOf = (quarters: readonly ModelBilledQuarter[]): bigint =>
  BigInt(new Set(quarters.map(({ local }) => local.date)).size);

/** Adds up a bill quarter by quarter. */
export function modelBill({ zone, month, quarters, parts, currency, peaks }: ModelMonth) {
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
    const sumOf = (list: readonly ModelBilledQuarter[]) =>
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
  peaks: readonly ModelPeak[],
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
