import type { ReportInterval } from '@app/entities';
import { bucketsBetween } from '../../../metering/arithmetic/calendar';
import { numberCell, PERCENT, shareOf, textCell, timeCell } from '../figures';
import type { ReportColumn, ReportTable } from '../report-document';
import type { SectionContext } from '../section-context';
import { bucketLabel } from '../time-labels';

/** The data of a record that a count needs. */
export interface Counted {
  /** The key of the group to which the record belongs. */
  key: string;
  atMs: number;
}

/** The groups in the order in which they are shown. */
export type Groups = readonly { key: string; title: string; colour?: string }[];

/** One row per group, with number and share. */
export function countsByGroup(
  title: string,
  groups: Groups,
  records: readonly Counted[],
  { words }: SectionContext,
): ReportTable {
  const counts = groups.map(({ key }) => records.filter((record) => record.key === key).length);
  const columns: ReportColumn[] = [
    { title, kind: 'text' },
    { title: words.columns.count, kind: 'number', places: 0 },
    { title: words.columns.share, ...PERCENT },
  ];
  return {
    columns,
    rows: groups.map((group, index) => [
      textCell(group.title),
      numberCell(counts[index] ?? 0),
      numberCell(shareOf(counts[index] ?? 0, records.length)),
    ]),
    total: [
      textCell(words.columns.total),
      numberCell(records.length),
      numberCell(shareOf(records.length, records.length)),
    ],
  };
}

/** One row per bucket, one column per group. */
export function countsOverTime(
  interval: ReportInterval,
  groups: Groups,
  records: readonly Counted[],
  { words, period, zone, language }: SectionContext,
): ReportTable {
  const buckets = bucketsBetween(interval, period.fromMs, period.toMs, zone);
  const places = new Map(groups.map(({ key }, index) => [key, index]));
  const counts = buckets.map(() => groups.map(() => 0));
  for (const { key, atMs } of records) {
    const row = counts[bucketAt(buckets, atMs)];
    const place = places.get(key);
    if (row && place !== undefined) row[place] = (row[place] ?? 0) + 1;
  }
  return {
    columns: [
      { title: words.columns[interval], kind: 'time' },
      ...groups.map(({ title, colour }) => ({ title, kind: 'number' as const, places: 0, colour })),
    ],
    rows: buckets.map(({ startMs }, index) => [
      timeCell(bucketLabel(interval, startMs, zone, language), startMs),
      ...(counts[index] ?? []).map((count) => numberCell(count)),
    ]),
  };
}

/** The index of the bucket that contains an instant, found by bisection; -1 if there is none. */
function bucketAt(buckets: readonly { startMs: number; endMs: number }[], atMs: number): number {
  let [low, high] = [0, buckets.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bucket = buckets[middle];
    if (!bucket) return -1;
    if (atMs < bucket.startMs) high = middle - 1;
    else if (atMs >= bucket.endMs) low = middle + 1;
    else return middle;
  }
  return -1;
}
