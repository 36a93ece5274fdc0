/** A slow model of how readings become hours, written from the specification and not from the product's code. */
const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;

export interface ModelMeter {
  kind: 'cumulative' | 'interval' | 'power';
  multiplier: number;
  intervalSeconds: number;
  stampedAt: 'start' | 'end';
  registerMax: number | null;
  /** No limit if omitted or null. */
  maxPowerKw?: number | null;
}

export interface ModelReading {
  atMs: number;
  value: number | null;
  quality: number;
}

/** Milliwatt-hours and measured milliseconds of each quarter, as text to compare. */
export type ModelHours = Map<number, string>;

interface Measured {
  startMs: number;
  endMs: number;
  energyMwh: number;
  coarse: boolean;
  /** Beyond the meter's `maxPowerKw`. */
  absurd: boolean;
}

/** What each hour of a meter must hold if the product knows these readings. */
export function modelHours(meter: ModelMeter, readings: Iterable<ModelReading>): ModelHours {
  const quarters = new Map<number, { energyMwh: number; coveredMs: number; cut: boolean }>();
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

/** Ends of the steps that must not count, in order. */
export function modelImplausible(meter: ModelMeter, readings: Iterable<ModelReading>): number[] {
  return measuredBy(meter, [...readings]).flatMap(({ endMs, absurd }) => (absurd ? [endMs] : []));
}

export const hourText = (energyMwh: (number | null)[], coveredMs: number[], cuts: number): string =>
  `${energyMwh.map((energy) => (energy === null ? '-' : energy + 0)).join(' ')} | ${coveredMs.join(' ')} | ${cuts}`;

/** Energy flows evenly. Rounding what had flowed until an instant makes the parts add up exactly. */
function flowedUntil({ startMs, endMs, energyMwh }: Measured, atMs: number): number {
  return atMs === endMs ? energyMwh : Math.round(energyMwh * ((atMs - startMs) / (endMs - startMs)));
}

function measuredBy(meter: ModelMeter, readings: ModelReading[]): Measured[] {
  const good = readings
    .flatMap(({ atMs, value, quality }) => (value === null || quality > 1 ? [] : [{ atMs, value }]))
    .sort((a, b) => a.atMs - b.atMs);
  const lengthMs = meter.intervalSeconds * 1000;
  const mwh = (value: number) => Math.round(value * meter.multiplier * 1e6);
  const limitKw = meter.maxPowerKw ?? Number.POSITIVE_INFINITY;
  const isTooMuch = (energyMwh: number, ms: number) => Math.abs(energyMwh) / 1e6 / (ms / HOUR_MS) > limitKw;
  if (meter.kind === 'interval') {
    return good.map(({ atMs, value }) => {
      const startMs = meter.stampedAt === 'start' ? atMs : atMs - lengthMs;
      const absurd = isTooMuch(mwh(value), lengthMs);
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
    if (to.value >= from.value) {
      const energyMwh = mwh(to.value) - mwh(from.value);
      return [{ ...step, energyMwh, absurd: isTooMuch(energyMwh, stepMs) }];
    }
    const overTheTop =
      meter.registerMax === null ? -1 : mwh(to.value) - mwh(from.value) + mwh(meter.registerMax);
    if (overTheTop >= 0) return [{ ...step, energyMwh: overTheTop, absurd: isTooMuch(overTheTop, stepMs) }];
    const sinceReset = Math.max(0, mwh(to.value));
    const isBelowZero = to.value < 0 && Number.isFinite(limitKw);
    return [{ ...step, energyMwh: sinceReset, absurd: isBelowZero || isTooMuch(sinceReset, stepMs) }];
  });
}
