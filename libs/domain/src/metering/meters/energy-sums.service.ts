import type { MeterEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type BucketSum,
  hoursToLoad,
  type Piece,
  quarterPieces,
  sumByBucket,
  sumHours,
} from '../arithmetic/bucket-sums';
import { type Bucket, bucketsBetween, wholeDays } from '../arithmetic/calendar';
import type { DayRow } from '../arithmetic/day-rows';
import type { HourRow } from '../arithmetic/hour-rows';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { portionsOf } from '../arithmetic/portions-of';
import { daysByMeter, packedDays } from './days.queries';
import { hoursByMeter, storedHours } from './rollups.queries';

const DAY_MS = 24 * HOUR_MS;
/**
 * Margin around the measured part of a range. It is longer than any local hour, so the widened range clips only hours
 * without data.
 */
const MARGIN_MS = 2 * HOUR_MS;
/** Maximum number of rows in memory, for any number of meters and years. A row takes about 1 KB. */
const ROWS_AT_ONCE = 50_000;

const metersAtOnce = (rowsPerMeter: number) =>
  Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, rowsPerMeter)));

/**
 * Adds up the energy of meters. Whole local days are read from the stored days. The rest of the range is added up from
 * quarter hours.
 */
@Injectable()
export class EnergySumsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param buckets in order of time, without gaps; the first and the last may be clipped
   * @param zone the time zone whose stored days can be used
   * @returns per meter id, one sum per bucket
   */
  async byMeter(
    meters: readonly MeterEntity[],
    buckets: readonly Bucket[],
    zone: string,
    grain: 'hours' | 'days',
  ): Promise<Map<number, BucketSum[]>> {
    const range = { startMs: buckets[0]?.startMs ?? 0, endMs: buckets.at(-1)?.endMs ?? 0 };
    const days = grain === 'days' ? wholeDays(range, zone) : null;
    const [withDays, without] = partition(meters, ({ daysZone }) => days !== null && daysZone === zone);
    const lengthMs = range.endMs - range.startMs;
    const sums = new Map<number, BucketSum[]>();
    for (const portion of portionsOf(without, metersAtOnce(lengthMs / HOUR_MS))) {
      for (const [id, rows] of await this.hours(portion, range)) sums.set(id, sumHours(buckets, rows));
    }
    if (days) {
      for (const portion of portionsOf(withDays, metersAtOnce(lengthMs / DAY_MS))) {
        const pieces = await this.piecesByDays(portion, range, days, zone);
        for (const [id, ofMeter] of pieces) sums.set(id, sumByBucket(buckets, ofMeter));
      }
    }
    return new Map(meters.map(({ id }) => [id, sums.get(id) ?? sumByBucket(buckets, [])]));
  }

  /**
   * Calls `add` once per meter, with one text of all its packed days (see `packDay`) that begin in the range.
   * @returns false if one of the days is not packed; in this case, `add` may already have been called for some meters
   */
  async eachMeterDays(
    meters: readonly MeterEntity[],
    { startMs, endMs }: Bucket,
    add: (packedDays: string, meterId: number) => void,
  ): Promise<boolean> {
    for (const portion of portionsOf(meters, metersAtOnce((endMs - startMs) / DAY_MS))) {
      const days = await packedDays(this.dataSource.manager, idsOf(portion), startMs, endMs);
      if (!days) return false;
      for (const [id, ofMeter] of days) add(ofMeter, id);
    }
    return true;
  }

  /**
   * Narrows each range to the period with stored data, because a range may contain centuries without data. The result
   * is null for each range without any data.
   */
  async measuredParts(meters: readonly MeterEntity[], ranges: readonly Bucket[]): Promise<(Bucket | null)[]> {
    const stored = meters.length === 0 ? null : await storedHours(this.dataSource.manager, idsOf(meters));
    return ranges.map((range) => stored && measuredPart(range, stored));
  }

  private async hours(meters: readonly MeterEntity[], range: Bucket): Promise<Map<number, HourRow[]>> {
    if (range.startMs === range.endMs) return new Map();
    const { startMs, endMs } = hoursToLoad(range);
    return hoursByMeter(this.dataSource.manager, idsOf(meters), startMs, endMs);
  }

  private async piecesByHours(meters: readonly MeterEntity[], range: Bucket): Promise<Map<number, Piece[]>> {
    const hours = await this.hours(meters, range);
    return new Map([...hours].map(([id, rows]) => [id, within(quarterPieces(rows), range)]));
  }

  private async piecesByDays(
    meters: readonly MeterEntity[],
    range: Bucket,
    days: Bucket,
    zone: string,
  ): Promise<Map<number, Piece[]>> {
    if (meters.length === 0) return new Map();
    const [head, body, tail] = await Promise.all([
      this.piecesByHours(meters, { startMs: range.startMs, endMs: days.startMs }),
      daysByMeter(this.dataSource.manager, idsOf(meters), days.startMs, days.endMs),
      this.piecesByHours(meters, { startMs: days.endMs, endMs: range.endMs }),
    ]);
    const endOf = endsOfDays([...body.values()].flat(), zone);
    return new Map(
      idsOf(meters).map((id) => [
        id,
        [...(head.get(id) ?? []), ...dayPieces(body.get(id) ?? [], endOf), ...(tail.get(id) ?? [])],
      ]),
    );
  }
}

/**
 * Maps the start of each day to its end. Contains only the days from the first stored one to the last, because a
 * requested range may contain centuries without any data.
 */
function endsOfDays(rows: readonly DayRow[], zone: string): Map<number, number> {
  if (rows.length === 0) return new Map();
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { startMs } of rows) {
    firstMs = Math.min(firstMs, startMs);
    lastMs = Math.max(lastMs, startMs);
  }
  return new Map(
    bucketsBetween('day', firstMs, lastMs + 1, zone).map(({ startMs, endMs }) => [startMs, endMs]),
  );
}

function dayPieces(rows: readonly DayRow[], endOf: ReadonlyMap<number, number>): Piece[] {
  return rows.map((row) => ({
    startMs: row.startMs,
    endMs: endOf.get(row.startMs) ?? row.startMs,
    energyMwh: row.energyMwh,
    coveredMs: row.coveredMs,
    cutAtStart: (row.cuts & 1) !== 0,
    cutAtEnd: (row.cuts & 2) !== 0,
  }));
}

function measuredPart(range: Bucket, stored: Bucket): Bucket | null {
  const startMs = Math.max(range.startMs, stored.startMs - MARGIN_MS);
  const endMs = Math.min(range.endMs, stored.endMs + MARGIN_MS);
  return startMs < endMs ? { startMs, endMs } : null;
}

function within(pieces: Piece[], { startMs, endMs }: Bucket): Piece[] {
  return pieces.filter((piece) => piece.endMs > startMs && piece.startMs < endMs);
}

const idsOf = (meters: readonly MeterEntity[]) => meters.map(({ id }) => id);

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
