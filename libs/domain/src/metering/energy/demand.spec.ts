import { groupBy } from '@app/kernel';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { exactDecimal, roundedUnits } from '../arithmetic/exact-decimal';
import { weightsOf } from '../arithmetic/formulas';
import { HourLines } from '../arithmetic/hour-lines';
import { ceilHour, floorHour, hourRowsOf } from '../arithmetic/hour-rows';
import { HOUR_MS, type MeterArithmetic, type MeterReading, type Span } from '../arithmetic/meter-arithmetic';
import { spansOfReadings } from '../arithmetic/reading-spans';
import { clipBuckets } from './area-figures';
import { Demand, type DemandPoint } from './demand';

const MINUTE_MS = 60_000;

/** A register that is read at whole minutes. Each minute of a step has the same whole number of milliwatt-hours. */
const REGISTER: MeterArithmetic = {
  kind: 'cumulative',
  multiplier: 1,
  intervalSeconds: 900,
  stampedAt: 'end',
  registerMax: null,
  maxPowerKw: null,
};

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const anyStep = fc.record({
  // The longest step is a gap for every window.
  minutes: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(1, 2, 5, 7, 10) },
    { weight: 1, arbitrary: fc.constantFrom(15, 20, 30, 70) },
  ),
  perMinute: fc.nat(2_000_000),
  isReset: fc.nat(9).map((digit) => digit === 0),
});
const anyMeter = fc.record({
  first: fc.integer({ min: -40, max: 40 }),
  steps: fc.array(anyStep, { minLength: 50, maxLength: 300, size: 'max' }),
  factor: fc.constantFrom<number[]>(1, -0.25, 0.333, 2.5),
});
type Meter = Generated<typeof anyMeter>;

const anyCase = fc.record({
  // Clock changes by an hour and by half an hour, and a zone whose hours begin at three quarters of an hour in UTC.
  place: fc.constantFrom(
    { zone: 'Europe/Berlin', from: '2026-03-28T20:00Z' },
    { zone: 'Europe/Berlin', from: '2026-10-24T20:00Z' },
    { zone: 'Australia/Lord_Howe', from: '2026-04-04T10:00Z' },
    { zone: 'Asia/Kathmandu', from: '2026-12-31T14:30Z' },
  ),
  interval: fc.constantFrom('day' as const, 'month' as const, 'year' as const),
  windowMinutes: fc.constantFrom(10, 15, 30, 60),
  sliding: fc.boolean(),
  /** The range in minutes from the start of the place. */
  range: fc.record({ start: fc.nat(90), length: fc.integer({ min: 200, max: 1200 }) }),
  /** The range is added in parts of this length. */
  partMinutes: fc.constantFrom(2000, 37, 240),
  // Only the stored sums of meters without factors can be compared.
  meters: fc
    .tuple(fc.array(anyMeter, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([meters, isPlain]) => (isPlain ? meters.map((meter) => ({ ...meter, factor: 1 })) : meters)),
});

function readingsOf({ first, steps }: Meter, fromMs: number): MeterReading[] {
  let [minute, registerMwh] = [first, 5_000_000];
  const reading = () => ({ atMs: fromMs + minute * MINUTE_MS, value: registerMwh / 1e6, quality: 0 });
  const readings = [reading()];
  for (const { minutes, perMinute, isReset } of steps) {
    minute += minutes;
    // A reset is visible only if the value falls, so the register is raised before it.
    if (isReset && perMinute * minutes < registerMwh) registerMwh = 0;
    registerMwh += perMinute * minutes;
    readings.push(reading());
  }
  return readings;
}

/** A step of more minutes is a gap of the register. */
const LONGEST_STEP = 15;

interface Minutes {
  /** The energy of each minute from the start of the place; a minute in a step longer than a window is missing. */
  energies: Map<number, bigint>;
  /** The minutes whose start cuts a gap. */
  cut: Set<number>;
}

function minutesOf({ first, steps }: Meter, windowMinutes: number): Minutes {
  const energies = new Map<number, bigint>();
  const cut = new Set<number>();
  let minute = first;
  for (const { minutes, perMinute } of steps) {
    for (let each = minute; each < minute + minutes; each++) {
      if (minutes <= windowMinutes) energies.set(each, BigInt(perMinute));
      if (minutes > LONGEST_STEP && each > minute) cut.add(each);
    }
    minute += minutes;
  }
  return { energies, cut };
}

interface Window {
  start: number;
  energyMwh: bigint;
}

/** Adds up every minute of every window. */
function modelOf(
  { meters, windowMinutes, sliding, place: { zone } }: Generated<typeof anyCase>,
  fromMs: number,
  buckets: readonly Bucket[],
  clipped: readonly Bucket[],
): DemandPoint[] {
  const minutes = meters.map((meter) => minutesOf(meter, windowMinutes));
  const energyOf = (start: number): bigint | null => {
    let thousandths = 0n;
    for (const [index, { energies: ofMeter, cut }] of minutes.entries()) {
      if (cut.has(start) || cut.has(start + windowMinutes)) return null;
      for (let minute = start; minute < start + windowMinutes; minute++) {
        const energy = ofMeter.get(minute);
        if (energy === undefined) return null;
        thousandths += BigInt(Math.round((meters[index]?.factor ?? 0) * 1000)) * energy;
      }
    }
    return roundedUnits({ digits: thousandths, scale: 3 }, 0);
  };
  const windowsOf = (bucket: Bucket): Window[] => {
    const windows: Window[] = [];
    const end = (bucket.endMs - fromMs) / MINUTE_MS;
    for (let start = (bucket.startMs - fromMs) / MINUTE_MS; start + windowMinutes <= end; start++) {
      const energyMwh = energyOf(start);
      if (energyMwh !== null) windows.push({ start, energyMwh });
    }
    return windows;
  };
  const isFixed = ({ start }: Window) =>
    Temporal.Instant.fromEpochMilliseconds(fromMs + start * MINUTE_MS).toZonedDateTimeISO(zone).minute %
      windowMinutes ===
    0;
  return buckets.map(({ startMs, endMs }, index) => {
    const windows = windowsOf(clipped[index] ?? { startMs, endMs });
    const fixed = windows.filter(isFixed);
    const examined = sliding ? windows : fixed;
    const peak = examined.reduce<Window | null>(
      (highest, window) => (highest && highest.energyMwh >= window.energyMwh ? highest : window),
      null,
    );
    const sum = fixed.reduce((total, { energyMwh }) => total + energyMwh, 0n);
    const peakMwh = peak?.energyMwh ?? 0n;
    const counted = BigInt(fixed.length * windowMinutes);
    const wholeMinutes = BigInt((endMs - startMs) / MINUTE_MS);
    return {
      timestamp: new Date(startMs).toISOString(),
      peakKw:
        peak && Number(roundedUnits({ digits: peakMwh * BigInt(60 / windowMinutes), scale: 6 }, 3)) / 1000,
      peakTime: peak && new Date(fromMs + peak.start * MINUTE_MS).toISOString(),
      loadFactor:
        fixed.length > 0 && peakMwh > 0n
          ? roundedRatio(sum * 10_000n, BigInt(fixed.length) * peakMwh) / 10_000
          : null,
      coverage: Number((counted * 1_000_000n) / wholeMinutes) / 1e6,
    };
  });
}

/** The lines that the database would write for the stored hours of the meters. */
function summedHours(spansOf: readonly Span[][], startMs: number, endMs: number): HourLines {
  const hours = spansOf.flatMap((spans) => hourRowsOf(spans, floorHour(startMs), ceilHour(endMs) + HOUR_MS));
  const lines = Array.from(
    groupBy(hours, ({ hourMs }) => hourMs),
    ([hourMs, rows]) => {
      const cuts = rows.reduce((all, row) => all | row.cuts, 0);
      const covered = [0, 1, 2, 3].map((quarter) =>
        Math.min(...rows.map((row) => row.coveredMs[quarter] ?? 0)),
      );
      const energies = [0, 1, 2, 3].map((quarter) =>
        rows.reduce((sum, row) => sum + (row.energyMwh[quarter] ?? 0), 0),
      );
      return [rows.length, hourMs, cuts, ...covered, ...energies].join(',');
    },
  );
  return new HourLines(Buffer.from(lines.map((line) => `${line}\n`).join('')));
}

/** The quotient, rounded half up. */
function roundedRatio(dividend: bigint, divisor: bigint): number {
  const [doubled, twice] = [2n * dividend + divisor, 2n * divisor];
  const rest = ((doubled % twice) + twice) % twice;
  return Number((doubled - rest) / twice);
}

it('Demand finds the same peaks as a model that adds up every minute of every window', () => {
  let [peaks, compared] = [0, 0];
  fc.assert(
    fc.property(anyCase, (asked) => {
      const { place, interval, windowMinutes, sliding, range, partMinutes, meters } = asked;
      const { zone } = place;
      const fromMs = Date.parse(place.from);
      const startMs = fromMs + range.start * MINUTE_MS;
      const endMs = startMs + range.length * MINUTE_MS;
      const buckets = bucketsBetween(interval, startMs, endMs, zone);
      const clipped = clipBuckets(buckets, startMs, endMs);
      const hours = bucketsBetween('hour', startMs, endMs, zone);
      const windowMs = windowMinutes * MINUTE_MS;
      const demand = new Demand({ buckets, clipped, hours, windowMs, sliding });
      const spansOf = meters.map((meter) => spansOfReadings(REGISTER, readingsOf(meter, fromMs)));
      const weights = weightsOf(meters.map(({ factor }) => exactDecimal(factor)));
      for (let partMs = startMs; partMs < endMs; partMs += partMinutes * MINUTE_MS) {
        const part = { startMs: partMs, endMs: Math.min(partMs + partMinutes * MINUTE_MS, endMs) };
        const isTouched = (span: Span) => span.endMs > part.startMs && span.startMs < part.endMs + windowMs;
        const work = demand.add(
          part,
          spansOf.map((spans) => spans.filter(isTouched)),
          weights,
        );
        while (work.next().done !== true);
      }
      const points = demand.points();
      expect(points).toEqual(modelOf(asked, fromMs, buckets, clipped));
      const isStored = !sliding && windowMinutes !== 10 && meters.every(({ factor }) => factor === 1);
      const ofHours = new Demand({ buckets, clipped, hours, windowMs, sliding });
      if (isStored) ofHours.addHours(summedHours(spansOf, startMs, endMs), meters.length);
      expect(isStored ? ofHours.points() : points).toEqual(points);
      if (isStored) compared++;
      peaks += points.filter(({ peakKw }) => peakKw !== null).length;
    }),
    { numRuns: 200 },
  );
  expect(peaks).toBeGreaterThan(20);
  expect(compared).toBeGreaterThan(0);
});

it('a sliding window of samples between the minutes begins where the mean is highest', () => {
  const firstMs = Date.parse('2026-05-04T10:00Z');
  const range = { startMs: firstMs, endMs: firstMs + 3_600_000 };
  const options = { buckets: [range], clipped: [range], hours: [range], windowMs: 600_000 };
  // 6 kW, except for ten minutes of 12 kW from 00:07:30.5 on.
  const edges = [0, 450_500, 1_050_500, 1_500_000];
  const spans = edges.slice(1).map((endMs, index) => {
    const startMs = edges[index] ?? 0;
    const energyMwh = Math.round(((endMs - startMs) * (index === 1 ? 12 : 6)) / 3.6);
    return { startMs: firstMs + startMs, endMs: firstMs + endMs, energyMwh, estimatedWhenCut: false };
  });
  const peakOf = (sliding: boolean) => {
    const demand = new Demand({ ...options, sliding });
    const work = demand.add(range, [spans], weightsOf([exactDecimal(1)]));
    while (work.next().done !== true);
    return demand.points()[0];
  };
  expect(peakOf(true)).toMatchObject({ peakKw: 12, peakTime: '2026-05-04T10:07:30.500Z' });
  // 449.5 seconds of 12 kW and 150.5 seconds of 6 kW.
  expect(peakOf(false)).toMatchObject({ peakKw: 10.505, peakTime: '2026-05-04T10:10:00.000Z' });
});
