import { plantroom, unwrap } from './plantroom';

/** A value of a point; null if it is unknown or a text. A state is 0 or 1, as in rules. */
export interface HistoryValue {
  atMs: number;
  value: number | null;
}

interface HistoryRange {
  from: string;
  to: string;
  /** The means of this interval, and without it all values. */
  interval?: '15m' | '1h' | '1d';
}

interface HistoryOfPoint {
  code: string;
  values: HistoryValue[];
  isUnavailable: boolean;
  /** True for the states of a switch. */
  hasStates: boolean;
}

/** Reads the values of points. @returns the values by the code of their point */
export async function readHistory(
  codes: string[],
  range: HistoryRange,
  signal: AbortSignal,
): Promise<HistoryOfPoint[]> {
  const found = await unwrap(
    plantroom.api.POST('/api/iot/codes/history', { body: { codes, ...range }, signal }),
  );
  return found.map(({ code, values, unavailable = false }) => ({
    code,
    isUnavailable: unavailable,
    hasStates: values.some(({ value }) => typeof value === 'boolean'),
    values: values.map(({ timestamp, value }) => ({ atMs: Date.parse(timestamp), value: toNumber(value) })),
  }));
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : null;
}
