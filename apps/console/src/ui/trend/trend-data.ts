/** A value of a series; null ends its line. */
export interface TrendSample {
  atMs: number;
  value: number | null;
}

/** The values of a point or of an area over time. */
export interface TrendLine {
  /** The code of the point, or the area. */
  series: string;
  /** True for the values of an earlier period, whose times are moved to the shown period. */
  isEarlier: boolean;
  /** True if the gateway of the point did not answer. */
  isUnavailable?: boolean;
  /** True for the states of a switch, 0 and 1. */
  hasStates?: boolean;
  samples: readonly TrendSample[];
}

/** The key of the text that is shown instead of a chart without values; null if a line has values. */
export function emptyTextOf(lines: readonly TrendLine[]): 'unanswered' | 'noValues' | null {
  if (lines.some(({ samples }) => samples.some(({ value }) => value !== null))) return null;
  return lines.some(({ isUnavailable }) => isUnavailable) ? 'unanswered' : 'noValues';
}

const HOUR_MS = 3_600_000;
/** Up to this length, all values are drawn. */
const LONGEST_RAW_MS = 12 * HOUR_MS;
const INTERVALS = [
  { interval: '15m', intervalMs: HOUR_MS / 4 },
  { interval: '1h', intervalMs: HOUR_MS },
] as const;
/** More values cannot be distinguished. */
const VALUES_PER_PIXEL = 1.7;
/** A month by hours is drawn on each screen. */
const LEAST_VALUES = 750;

/** The interval of the means that a chart of this width can show; null for all values. */
export function intervalFor(
  lengthMs: number,
  widthPx: number,
): { interval: '15m' | '1h' | '1d' | null; intervalMs: number } {
  if (lengthMs <= LONGEST_RAW_MS) return { interval: null, intervalMs: 0 };
  const most = Math.max(widthPx * VALUES_PER_PIXEL, LEAST_VALUES);
  const fine = INTERVALS.find(({ intervalMs }) => lengthMs / intervalMs <= most);
  return fine ?? { interval: '1d', intervalMs: 24 * HOUR_MS };
}

/** A longer time than this many intervals without a value is a gap. */
const GAP_INTERVALS = 2.5;

/**
 * Ends the line where values are missing. Raw values (`intervalMs` 0) have no gaps: a gateway may record changes only.
 * @param untilMs the end of the period, or now
 */
export function withGaps(
  samples: readonly TrendSample[],
  intervalMs: number,
  untilMs: number,
): TrendSample[] {
  if (intervalMs === 0) return [...samples];
  const lastMs = samples.at(-1)?.atMs ?? untilMs;
  const isOver = untilMs - lastMs > GAP_INTERVALS * intervalMs;
  const end = isOver ? [{ atMs: lastMs + intervalMs, value: null }] : [];
  const lines = samples.flatMap((sample, index) => {
    const beforeMs = samples[index - 1]?.atMs ?? sample.atMs;
    const isGap = sample.atMs - beforeMs > GAP_INTERVALS * intervalMs;
    return isGap ? [{ atMs: beforeMs + intervalMs, value: null }, sample] : [sample];
  });
  return [...lines, ...end];
}

/** The lines on a common axis of times. A line without a value at a time has `undefined` there. */
export interface AlignedLines {
  timesMs: number[];
  values: (number | null | undefined)[][];
}

export function aligned(lines: readonly TrendLine[]): AlignedLines {
  const timesMs = [...new Set(lines.flatMap(({ samples }) => samples.map(({ atMs }) => atMs)))].sort(
    (one, other) => one - other,
  );
  const values = lines.map(({ samples }) => {
    const byTime = new Map(samples.map(({ atMs, value }) => [atMs, value]));
    return timesMs.map((atMs) => byTime.get(atMs));
  });
  return { timesMs, values };
}

/** The value of a line at a time, or the one before it. */
export function valueAt(values: readonly (number | null | undefined)[], index: number): number | null {
  for (let at = index; at >= 0; at--) {
    const value = values[at];
    if (value !== undefined) return value;
  }
  return null;
}

/** Statistics of a line. The mean is weighted by time. */
export interface TrendFigures {
  last: number;
  min: number;
  mean: number;
  max: number;
}

/**
 * Returns null without values.
 * @param untilMs the end of the period, up to which the last value counts
 */
export function figuresOf(samples: readonly TrendSample[], untilMs: number): TrendFigures | null {
  const values = samples.flatMap(({ value }) => value ?? []);
  const last = values.at(-1);
  if (last === undefined) return null;
  return {
    last,
    min: values.reduce((one, other) => Math.min(one, other)),
    mean: meanOf(samples, untilMs),
    max: values.reduce((one, other) => Math.max(one, other)),
  };
}

function meanOf(samples: readonly TrendSample[], untilMs: number): number {
  let [sum, lengthMs, last] = [0, 0, 0];
  for (const [index, { atMs, value }] of samples.entries()) {
    if (value === null) continue;
    const forMs = Math.max((samples[index + 1]?.atMs ?? untilMs) - atMs, 0);
    sum += value * forMs;
    lengthMs += forMs;
    last = value;
  }
  return lengthMs === 0 ? last : sum / lengthMs;
}

/** A spreadsheet must not take a name for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The lines as CSV, with a row per time. @param titles one per line */
export function csvOf({ timesMs, values }: AlignedLines, titles: readonly string[]): string {
  const rows = timesMs.map((atMs, index) => [
    new Date(atMs).toISOString(),
    ...values.map((ofLine) => String(ofLine[index] ?? '')),
  ]);
  return [['timestamp', ...titles].map(cell), ...rows].map((row) => `${row.join(',')}\n`).join('');
}
