import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { wholeMwh } from './measured-energy';

export interface Measurement {
  atMs: number;
  mwh: bigint;
}

/** Measurements as they were published, by the name of their column. */
export type Measurements = Map<string, Measurement[]>;

/**
 * Reads a published file: a column of times, and one of energies per building.
 * @param unitMwh what the file's unit is in milliwatt-hours
 */
export function readMeasurements(file: string, columns: readonly string[], unitMwh: bigint): Measurements {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const rows = parse(text, { columns: true, trim: true }) as Record<string, string>[];
  const [timeColumn = ''] = Object.keys(rows[0] ?? {});
  return new Map(
    columns.map((column) => [
      column,
      rows.map((row) => ({
        atMs: instantOf(row[timeColumn] ?? ''),
        mwh: (wholeMwh(row[column] ?? '') * unitMwh) / 1_000_000n,
      })),
    ]),
  );
}

/** Stamps without an offset are UTC, as the simulated gateway takes them. */
function instantOf(text: string): number {
  return Date.parse(text.endsWith('Z') ? text : `${text.replace(' ', 'T')}Z`);
}

export interface Sum {
  /** Where the first of its measurements begins. */
  fromMs: number;
  mwh: bigint;
  count: number;
}

/** Adds measurements up by the name of the bucket that each begins in. */
export function sumBy(measurements: readonly Measurement[], bucketOf: (atMs: number) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { atMs, mwh } of measurements) {
    const bucket = bucketOf(atMs);
    const sum = sums.get(bucket);
    if (sum) {
      sum.mwh += mwh;
      sum.count++;
    } else sums.set(bucket, { fromMs: atMs, mwh, count: 1 });
  }
  return [...sums.values()];
}

/** The local calendar of a zone as the platform's own tables have it: names of the buckets that an instant lies in. */
export function calendarOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayAt = new Map<number, string>();
  // Thirteen buildings are measured at the same instants.
  const day = (atMs: number) => {
    const known = dayAt.get(atMs) ?? format.format(atMs);
    dayAt.set(atMs, known);
    return known;
  };
  return {
    day,
    /** Its Monday. */
    week: (atMs: number) => mondayOf(day(atMs)),
    month: (atMs: number) => day(atMs).slice(0, 7),
  };
}

function mondayOf(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}
