import type { ModelQuarter } from './energy-model';

/** A slow reference model that computes the figures of hours and days from the quarter-hours of all meters. */
const QUARTER_MS = 900_000;
const MARGIN_MS = 28 * 3_600_000;

interface Range {
  startMs: number;
  endMs: number;
}

type Quarters = ReadonlyMap<number, ModelQuarter>;

/** Returns the total of a range, and the mean and the peak of its local hours. */
export function modelFigures(meters: readonly Quarters[], range: Range, zone: string) {
  const hours = stretches(range, zone, 'hour').flatMap((hour) => {
    const { energyMwh } = modelSum(meters, clip(hour, range));
    const isWhole = hour.startMs >= range.startMs && hour.endMs <= range.endMs;
    return energyMwh === null ? [] : [{ startMs: hour.startMs, energyMwh, isWhole }];
  });
  return figuresOfHours(hours);
}

interface MeasuredHour {
  startMs: number;
  energyMwh: number;
  isWhole: boolean;
}

function figuresOfHours(hours: readonly MeasuredHour[]) {
  const whole = hours.filter(({ isWhole }) => isWhole);
  const compared = whole.length > 0 ? whole : hours;
  const peak = Math.max(...compared.map(({ energyMwh }) => energyMwh));
  const total = (some: readonly MeasuredHour[]) =>
    some.reduce((sum, { energyMwh }) => sum + energyMwh, 0) / 1e6;
  return hours.length === 0
    ? { total: null, avg: null, peak: null, peakTimeMs: null }
    : {
        total: total(hours),
        avg: total(compared) / compared.length,
        peak: peak / 1e6,
        peakTimeMs: compared.find(({ energyMwh }) => energyMwh === peak)?.startMs,
      };
}

/**
 * Compares two periods by the hours that each meter has in both of them. An hour counts if 99 % of it was measured. A
 * meter that has all hours of both periods counts with all of them.
 */
export function modelComparison(
  meters: readonly Quarters[],
  { current, previous }: { current: Range; previous: Range },
) {
  const ofPeriods = [current, previous].map((range) => elapsedHours(range));
  const counted = ofPeriods.map((hours) => hours.map((): number | null => null));
  let comparedMs = 0;
  for (const quarters of meters) {
    const energies = ofPeriods.map((hours) => hours.map((hour) => completeEnergy(quarters, hour)));
    const hasAll = energies.flat().every((energy) => energy !== null);
    for (const [period, ofPeriod] of energies.entries()) {
      for (const [index, energy] of ofPeriod.entries()) {
        const other = energies[1 - period]?.[index] ?? null;
        const [hour, otherHour] = [ofPeriods[period]?.[index], ofPeriods[1 - period]?.[index]];
        if (energy === null || !hour) continue;
        const isCommon = other !== null && otherHour && lengthOf(hour) === lengthOf(otherHour);
        if (!hasAll && !isCommon) continue;
        const sums = counted[period] ?? [];
        sums[index] = (sums[index] ?? 0) + energy;
        if (period === 0) comparedMs += lengthOf(hour);
      }
    }
  }
  const [now, before] = ofPeriods.map((hours, period) => figuresOf(hours, counted[period] ?? []));
  const share = Math.floor((comparedMs * 1e6) / (lengthOf(current) * meters.length)) / 1e6;
  return { common: { now, before }, comparedShare: comparedMs === 0 ? 0 : Math.max(1e-6, share) };
}

const HOUR_MS = 3_600_000;
const lengthOf = ({ startMs, endMs }: Range) => endMs - startMs;

function elapsedHours({ startMs, endMs }: Range): Range[] {
  return Array.from({ length: Math.ceil((endMs - startMs) / HOUR_MS) }, (_, index) => ({
    startMs: startMs + index * HOUR_MS,
    endMs: Math.min(startMs + (index + 1) * HOUR_MS, endMs),
  }));
}

function completeEnergy(quarters: Quarters, hour: Range): number | null {
  const { energyMwh, coveredMs } = modelSum([quarters], hour);
  return coveredMs >= 0.99 * lengthOf(hour) ? energyMwh : null;
}

function figuresOf(ranges: readonly Range[], energies: readonly (number | null)[]) {
  const hours = ranges.flatMap((range, index) => {
    const energyMwh = energies[index] ?? null;
    return energyMwh === null ? [] : [{ ...range, energyMwh, isWhole: lengthOf(range) === HOUR_MS }];
  });
  return figuresOfHours(hours);
}

/** Returns the energy and the coverage of each local day of a range. */
export function modelDays(meters: readonly Quarters[], range: Range, zone: string) {
  return stretches(range, zone, 'day').map((day) => {
    const { energyMwh, coveredMs } = modelSum(meters, clip(day, range));
    const wholeMs = (day.endMs - day.startMs) * meters.length;
    return {
      timestamp: new Date(day.startMs).toISOString(),
      value: energyMwh === null ? null : energyMwh / 1e6,
      coverage: coveredMs === 0 ? 0 : Math.max(1, Math.floor((coveredMs * 1e6) / wholeMs)) / 1e6,
    };
  });
}

/**
 * Adds up the energy of the meters within a range. The measured part of a quarter is assumed to be at its start, with
 * the energy spread evenly over it.
 */
function modelSum(meters: readonly Quarters[], { startMs, endMs }: Range) {
  let energyMwh: number | null = null;
  let coveredMs = 0;
  for (const quarters of meters) {
    for (let ms = Math.floor(startMs / QUARTER_MS) * QUARTER_MS; ms < endMs; ms += QUARTER_MS) {
      const quarter = quarters.get(ms);
      if (!quarter) continue;
      const until = (atMs: number) => Math.min(Math.max(atMs - ms, 0), quarter.coveredMs);
      const [fromMs, toMs] = [until(startMs), until(endMs)];
      if (fromMs >= toMs) continue;
      const flowed = (coveredUntilMs: number) =>
        Math.round(quarter.energyMwh * (coveredUntilMs / quarter.coveredMs));
      energyMwh = (energyMwh ?? 0) + flowed(toMs) - flowed(fromMs);
      coveredMs += toMs - fromMs;
    }
  }
  return { energyMwh, coveredMs };
}

/**
 * Returns the local hours or days that overlap a range. An hour begins when the local clock shows a full hour. A day
 * begins when the local date changes.
 */
function stretches(range: Range, zone: string, length: 'hour' | 'day'): Range[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const starts: number[] = [];
  let previous = '';
  const firstMs = Math.floor((range.startMs - MARGIN_MS) / QUARTER_MS) * QUARTER_MS;
  for (let ms = firstMs; ms < range.endMs + MARGIN_MS; ms += QUARTER_MS) {
    const text = format.format(ms);
    const date = text.slice(0, 10);
    if (length === 'hour' ? text.endsWith(':00') : date !== previous) starts.push(ms);
    previous = date;
  }
  return starts
    .map((startMs, index) => ({ startMs, endMs: starts[index + 1] ?? Number.POSITIVE_INFINITY }))
    .filter(({ startMs, endMs }) => endMs > range.startMs && startMs < range.endMs);
}

function clip({ startMs, endMs }: Range, range: Range): Range {
  return { startMs: Math.max(startMs, range.startMs), endMs: Math.min(endMs, range.endMs) };
}
