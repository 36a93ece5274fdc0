/**
 * A slow reference model that computes the energy of hours from readings. It follows the specification, not the
 * product's code.
 */
const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;

export interface ModelMeter {
  kind: 'cumulative' | 'interval' | 'power' | 'formula';
  multiplier: number;
  intervalSeconds: number;
  stampedAt: 'start' | 'end';
  registerMax: number | null;
  /** The highest plausible power in kW. If it is omitted or null, there is no limit. */
  maxPowerKw?: number | null;
}

export interface ModelReading {
  atMs: number;
  value: number | null;
  quality: number;
}

/**
 * The four quarters of each hour as a text that tests can compare. It contains the milliwatt-hours and the measured
 * milliseconds of each quarter.
 */
export type ModelHours = Map<number, string>;

interface Measured {
  startMs: number;
  endMs: number;
  energyMwh: number;
  coarse: boolean;
  /** Whether the power exceeds the meter's `maxPowerKw`. */
  absurd: boolean;
}

export interface ModelQuarter {
  energyMwh: number;
  coveredMs: number;
  cut: boolean;
}

/** Returns the expected quarters of a meter by their start. */
export function modelQuarters(
  meter: ModelMeter,
  readings: Iterable<ModelReading>,
): Map<number, ModelQuarter> {
  const quarters = new Map<number, ModelQuarter>();
  for (const measured of measuredBy(meter, [...readings]).filter(({ absurd }) => !absurd)) {
    const first = Math.floor(measured.startMs / QUARTER_MS) * QUARTER_MS;
    for (let quarterMs = first; quarterMs < measured.endMs; quarterMs += QUARTER_MS) {
      const fromMs = Math.max(quarterMs, measured.startMs);
      const toMs = Math.min(quarterMs + QUARTER_MS, measured.endMs);
      const quarter = quarters.get(quarterMs) ?? { energyMwh: 0, coveredMs: 0, cut: false };
      quarter.energyMwh += flowedUntil(measured, toMs) - flowedUntil(measured, fromMs);
      quarter.coveredMs = Math.min(QUARTER_MS, quarter.coveredMs + toMs - fromMs);
      quarter.cut ||= measured.coarse && measured.startMs < quarterMs;
      quarters.set(quarterMs, quarter);
    }
  }
  return quarters;
}

/** Returns the hours that the product should store for a meter with these readings. */
export function modelHours(meter: ModelMeter, readings: Iterable<ModelReading>): ModelHours {
  const quarters = modelQuarters(meter, readings);
  const hours: ModelHours = new Map();
  for (const quarterMs of quarters.keys()) {
    const hourMs = Math.floor(quarterMs / HOUR_MS) * HOUR_MS;
    const four = [0, 1, 2, 3].map((index) => quarters.get(hourMs + index * QUARTER_MS));
    hours.set(
      hourMs,
      hourText(
        four.map((quarter) => quarter?.energyMwh ?? null),
        four.map((quarter) => quarter?.coveredMs ?? 0),
        four.reduce((cuts, quarter, index) => cuts + (quarter?.cut ? 2 ** index : 0), 0),
      ),
    );
  }
  return hours;
}

/**
 * Returns the times at which the product must record an implausible step, in ascending order: the time of each outlier,
 * and the end of each interval whose energy must not be counted.
 */
export function modelImplausible(meter: ModelMeter, readings: Iterable<ModelReading>): number[] {
  const good = usableOf([...readings]);
  const falseMs =
    meter.kind === 'cumulative'
      ? good.filter((_, at) => isFalse(meter, good, at)).map(({ atMs }) => atMs)
      : [];
  const stepsMs = measuredBy(meter, [...readings]).flatMap(({ endMs, absurd }) => (absurd ? [endMs] : []));
  return [...falseMs, ...stepsMs].sort((a, b) => a - b);
}

export interface ModelCorrection {
  kind: 'false' | 'value';
  at: Date;
  /** Null for a correction of one instant. */
  endsAt: Date | null;
  value: number | null;
}

/**
 * Returns the readings after corrections: without those of each false stretch, and then with the corrected values.
 * @param stored by their times
 * @param corrections in the order of their creation
 */
export function correctedReadings(
  stored: ReadonlyMap<number, ModelReading>,
  corrections: readonly ModelCorrection[],
): ModelReading[] {
  const readings = new Map(stored);
  for (const atMs of stored.keys()) {
    for (const { kind, at: from, endsAt } of corrections) {
      const endMs = endsAt?.getTime() ?? from.getTime() + 1;
      if (kind === 'false' && atMs >= from.getTime() && atMs < endMs) readings.delete(atMs);
    }
  }
  for (const { kind, at: from, value } of corrections) {
    const atMs = from.getTime();
    if (kind === 'value') readings.set(atMs, { atMs, value, quality: 0 });
  }
  return [...readings.values()].toSorted((one, other) => one.atMs - other.atMs);
}

export const hourText = (energyMwh: (number | null)[], coveredMs: number[], cuts: number): string =>
  `${energyMwh.map((energy) => (energy === null ? '-' : energy + 0)).join(' ')} | ${coveredMs.join(' ')} | ${cuts}`;

/**
 * Returns the measured energy up to `atMs`, spread evenly over the measured time. Only this sum is rounded, so that the
 * parts add up exactly.
 */
function flowedUntil({ startMs, endMs, energyMwh }: Measured, atMs: number): number {
  return atMs === endMs ? energyMwh : Math.round(energyMwh * ((atMs - startMs) / (endMs - startMs)));
}

interface Sample {
  atMs: number;
  value: number;
}

function usableOf(readings: ModelReading[]): Sample[] {
  return readings
    .flatMap(({ atMs, value, quality }) => (value === null || quality > 1 ? [] : [{ atMs, value }]))
    .sort((a, b) => a.atMs - b.atMs);
}

/**
 * Returns true if the mean power exceeds the limit. The mean is taken over at least a quarter of an hour and at least
 * one interval: over a shorter time, the coarse units of a meter would make it too high.
 */
function isTooMuch(meter: ModelMeter, energyMwh: number, ms: number): boolean {
  const hours = Math.max(ms, QUARTER_MS, meter.intervalSeconds * 1000) / HOUR_MS;
  return Math.abs(energyMwh) / 1e6 / hours > (meter.maxPowerKw ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns the energy between two samples of a register. It ignores all other samples. A negative multiplier only turns
 * the sign of the energy.
 */
function registerStep(meter: ModelMeter, from: Sample, to: Sample) {
  const way = meter.multiplier < 0 ? -1 : 1;
  const mwh = (value: number) => way * Math.round(value * meter.multiplier * 1e6);
  const ms = to.atMs - from.atMs;
  const rise = mwh(to.value) - mwh(from.value);
  const step = (counted: number, fell: 'no' | 'rollover' | 'reset') => {
    const energyMwh = way * Math.max(0, counted) + 0;
    const isBelowZero = fell === 'reset' && to.value < 0 && (meter.maxPowerKw ?? null) !== null;
    return { energyMwh, absurd: isBelowZero || isTooMuch(meter, energyMwh, ms), fell };
  };
  const lostMwh = (from.value - to.value) * Math.abs(meter.multiplier) * 1e6;
  if (lostMwh < 1) return step(rise, 'no');
  if (meter.registerMax !== null && rise + mwh(meter.registerMax) >= 0)
    return step(rise + mwh(meter.registerMax), 'rollover');
  return step(mwh(to.value), 'reset');
}

/**
 * Returns true if a sample is an outlier. Only meters with a limit have outliers. A sample stands out if its neighbours
 * fit each other but not the sample. If consecutive samples stand out, only the first of them is an outlier.
 */
function isFalse(meter: ModelMeter, good: Sample[], at: number): boolean {
  if ((meter.maxPowerKw ?? null) === null) return false;
  const fits = (from: Sample, to: Sample) => {
    const { absurd, fell } = registerStep(meter, from, to);
    return !absurd && fell !== 'reset';
  };
  const standsOut = (index: number) => {
    const [before, sample, after] = [good[index - 1], good[index], good[index + 1]];
    if (!before || !sample || !after || !fits(before, after)) return false;
    return !fits(before, sample) || (after.value < sample.value && !fits(sample, after));
  };
  return standsOut(at) && !standsOut(at - 1);
}

function measuredBy(meter: ModelMeter, readings: ModelReading[]): Measured[] {
  const usable = usableOf(readings);
  const good =
    meter.kind === 'cumulative' ? usable.filter((_, index) => !isFalse(meter, usable, index)) : usable;
  const lengthMs = meter.intervalSeconds * 1000;
  const mwh = (value: number) => Math.round(value * meter.multiplier * 1e6);
  const limitKw = meter.maxPowerKw ?? Number.POSITIVE_INFINITY;
  if (meter.kind === 'interval') {
    return good.map(({ atMs, value }) => {
      const startMs = meter.stampedAt === 'start' ? atMs : atMs - lengthMs;
      const absurd = isTooMuch(meter, mwh(value), lengthMs);
      return { startMs, endMs: startMs + lengthMs, energyMwh: mwh(value), coarse: true, absurd };
    });
  }
  return good.slice(1).flatMap((to, index) => {
    const from = good[index];
    if (!from) return [];
    const stepMs = to.atMs - from.atMs;
    const coarse = stepMs > Math.min(2 * lengthMs, QUARTER_MS);
    const step = { startMs: from.atMs, endMs: to.atMs, coarse };
    if (meter.kind === 'power') {
      const absurd = [from, to].some(({ value }) => Math.abs(value * meter.multiplier) > limitKw);
      const meanKw = ((from.value + to.value) / 2) * meter.multiplier;
      return stepMs > 2 * lengthMs
        ? []
        : [{ ...step, energyMwh: Math.round(meanKw * 1e6 * (stepMs / HOUR_MS)), absurd }];
    }
    const { energyMwh, absurd, fell } = registerStep(meter, from, to);
    const earlier = good[index - 1];
    // A decrease right after an implausible step is not a reset: the register returns to its true value.
    const isWayBack = fell !== 'no' && earlier !== undefined && registerStep(meter, earlier, from).absurd;
    return [{ ...step, energyMwh, absurd: absurd || isWayBack }];
  });
}
