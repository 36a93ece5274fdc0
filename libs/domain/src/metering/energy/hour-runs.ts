import { type Bucket, offsetStretches } from '../arithmetic/calendar';
import { HOUR_MS, QUARTER_MS } from '../arithmetic/meter-arithmetic';

/** The local hours of a range, in two groups whose energy is added up in different ways. */
export interface HourRuns {
  /** Runs of consecutive hours. Each hour is within the range, 60 minutes long, and starts at a quarter hour of UTC. */
  runs: Bucket[];
  /** All other hours, such as hours that the range clips or in which the clocks change. They are returned whole. */
  others: Bucket[];
}

/** Divides the local hours that a range touches. The number of steps depends only on the number of clock changes. */
export function hourRuns(range: Bucket, zone: string): HourRuns {
  const split: HourRuns = { runs: [], others: [] };
  for (const { startMs, endMs, regular } of regularRuns(range, zone)) {
    if (regular) addRun(split, range, { startMs, endMs });
    else if (endMs > range.startMs) split.others.push({ startMs, endMs });
  }
  return split;
}

function addRun({ runs, others }: HourRuns, range: Bucket, run: Bucket): void {
  const startMs = Math.max(range.startMs, run.startMs);
  const endMs = Math.min(range.endMs, run.endMs);
  if (startMs >= endMs) return;
  const firstMs = run.startMs + Math.ceil((startMs - run.startMs) / HOUR_MS) * HOUR_MS;
  const lastMs = run.startMs + Math.floor((endMs - run.startMs) / HOUR_MS) * HOUR_MS;
  if (firstMs > startMs) others.push({ startMs: firstMs - HOUR_MS, endMs: firstMs });
  if (run.startMs % QUARTER_MS === 0) {
    if (firstMs < lastMs) runs.push({ startMs: firstMs, endMs: lastMs });
  } else {
    // These hours do not start at a quarter hour of UTC, because some offsets before 1972 are not multiples of 15
    // minutes.
    for (let hourMs = firstMs; hourMs < lastMs; hourMs += HOUR_MS) {
      others.push({ startMs: hourMs, endMs: hourMs + HOUR_MS });
    }
  }
  // If the range is within one hour, the hour is clipped at both ends, but must be returned only once.
  if (lastMs < endMs && lastMs >= firstMs) others.push({ startMs: lastMs, endMs: lastMs + HOUR_MS });
}

/**
 * Splits the range into stretches of consecutive 60-minute hours. An hour that a clock change makes shorter or longer
 * is returned by itself. Such an hour starts before the end of the range.
 */
function* regularRuns(range: Bucket, zone: string): Generator<Bucket & { regular: boolean }> {
  let run: Bucket | undefined;
  for (const { firstHourMs, untilMs } of offsetStretches(range.startMs, zone)) {
    if (firstHourMs >= untilMs) continue;
    // The last full hour of the period, but no later than the first full hour at or after the end of the range.
    const lastEdgeBefore = Math.ceil((Math.min(untilMs, range.endMs + HOUR_MS) - firstHourMs) / HOUR_MS) - 1;
    const lastMs = firstHourMs + Math.max(0, lastEdgeBefore) * HOUR_MS;
    if (run && firstHourMs - run.endMs !== HOUR_MS) {
      yield { ...run, regular: true };
      yield { startMs: run.endMs, endMs: firstHourMs, regular: false };
      run = undefined;
    }
    run = { startMs: run?.startMs ?? firstHourMs, endMs: lastMs };
    if (lastMs >= range.endMs) break;
  }
  if (run) yield { ...run, regular: true };
}
