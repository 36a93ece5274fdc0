import type { MeterEntity } from '@app/entities';
import { chunksOf } from '@app/kernel';
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
import { type Bucket, wholeDays } from '../arithmetic/calendar';
import { sumDayRows, sumPackedDays } from '../arithmetic/day-sums';
import type { HourLines } from '../arithmetic/hour-lines';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { daysByMeter, packedDays } from './days.queries';
import {
  hourLines,
  hourLinesWithin,
  type MeterRange,
  storedHours,
  summedHourLines,
  unfetchedHistory,
} from './rollups.queries';

/** The fields of a meter that its sums depend on. */
export type SummedMeter = Pick<MeterEntity, 'id' | 'daysZone'>;

const DAY_MS = 24 * HOUR_MS;
/**
 * Margin around the measured part of a range. It is longer than any local hour, so the widened range clips only hours
 * without data.
 */
const MARGIN_MS = 2 * HOUR_MS;
/** Maximum number of rows in memory, for any number of meters and years. A row takes about 1 KB. */
const ROWS_AT_ONCE = 50_000;

/** The stored days of many meters are read in this number of parts at the same time. */
const PARTS_AT_ONCE = 2;
/** Minimum number of meters per part, because a second query costs more than it gains for a few meters. */
const METERS_PER_PART = 25;

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
    meters: readonly SummedMeter[],
    buckets: readonly Bucket[],
    zone: string,
    grain: 'hours' | 'days',
  ): Promise<Map<number, BucketSum[]>> {
    const range = rangeOf(buckets);
    const days = grain === 'days' ? wholeDays(range, zone) : null;
    const [withDays, without] = partition(meters, ({ daysZone }) => days !== null && daysZone === zone);
    const lengthMs = range.endMs - range.startMs;
    const sums = new Map<number, BucketSum[]>();
    for (const portion of chunksOf(without, metersAtOnce(lengthMs / HOUR_MS))) {
      for (const [id, ofMeter] of sumHours(buckets, await this.hours(portion, range))) sums.set(id, ofMeter);
    }
    if (days) {
      for (const portion of chunksOf(withDays, metersAtOnce(lengthMs / DAY_MS))) {
        const count = Math.max(1, Math.min(PARTS_AT_ONCE, Math.floor(portion.length / METERS_PER_PART)));
        const parts = chunksOf(portion, Math.ceil(portion.length / count));
        const sumsOfParts = parts.map((part) => this.sumsByDays(part, buckets, days, zone));
        for (const [id, ofMeter] of (await Promise.all(sumsOfParts)).flatMap((part) => [...part])) {
          sums.set(id, ofMeter);
        }
      }
    }
    return new Map(meters.map(({ id }) => [id, sums.get(id) ?? sumByBucket(buckets, [])]));
  }

  /**
   * Adds up all meters, in one statement for any number of them. The covered time of a bucket is that of the meter that
   * is covered least, so a complete bucket is complete for every meter. Buckets without data of a meter have no energy.
   * Neither have estimates in history that is still to be fetched: until then, a register's step is spread over it.
   * @param buckets hours in order of time, without gaps; the first and the last may be clipped
   */
  async ofAll(meters: readonly SummedMeter[], buckets: readonly Bucket[]): Promise<BucketSum[]> {
    const [unfetched, hours] = await Promise.all([
      unfetchedHistory(this.dataSource.manager, idsOf(meters)),
      this.summedHours(meters, hoursToLoad(rangeOf(buckets))),
    ]);
    const sums = sumHours(buckets, hours).get(meters.length) ?? sumByBucket(buckets, []);
    if (!unfetched) return sums;
    return sums.map((sum, index) => {
      const { startMs = 0, endMs = 0 } = buckets[index] ?? {};
      const isSpread = sum.estimated && endMs > unfetched.startMs && startMs < unfetched.endMs;
      return isSpread ? { energyMwh: null, coveredMs: 0, estimated: false } : sum;
    });
  }

  /** Returns the summed hours of the meters that begin in the range, see `summedHourLines`. */
  summedHours(meters: readonly SummedMeter[], { startMs, endMs }: Bucket): Promise<HourLines> {
    return summedHourLines(this.dataSource, idsOf(meters), startMs, endMs);
  }

  /**
   * Calls `add` once per meter, with one text of all its packed days (see `packDay`) that begin in the range.
   * @returns false if one of the days is not packed; in this case, `add` may already have been called for some meters
   */
  async eachMeterDays(
    meters: readonly SummedMeter[],
    { startMs, endMs }: Bucket,
    add: (packedDays: string, meterId: number) => void,
  ): Promise<boolean> {
    for (const portion of chunksOf(meters, metersAtOnce((endMs - startMs) / DAY_MS))) {
      const days = await packedDays(this.dataSource.manager, idsOf(portion), startMs, endMs);
      if (!days) return false;
      for (const [id, ofMeter] of days) add(ofMeter, id);
    }
    return true;
  }

  /** Returns the packed days of each meter that begin in the range; null if one of them is not packed. */
  packedDays(
    meters: readonly SummedMeter[],
    { startMs, endMs }: Bucket,
  ): Promise<Map<number, string> | null> {
    return packedDays(this.dataSource.manager, idsOf(meters), startMs, endMs);
  }

  /** Returns the quarters of the hours that the ranges of each meter touch, by the meter's id. */
  async quartersWithin(ranges: readonly MeterRange[]): Promise<Map<number, Piece[]>> {
    const rows = (await hourLinesWithin(this.dataSource, ranges)).rowsByMeter();
    return new Map([...rows].map(([id, ofMeter]) => [id, quarterPieces(ofMeter)]));
  }

  /**
   * Narrows each range to the period with stored data, because a range may contain centuries without data. The result
   * is null for each range without any data.
   */
  async measuredParts(meters: readonly SummedMeter[], ranges: readonly Bucket[]): Promise<(Bucket | null)[]> {
    const stored = meters.length === 0 ? null : await storedHours(this.dataSource.manager, idsOf(meters));
    return ranges.map((range) => stored && measuredPart(range, stored));
  }

  private hours(meters: readonly SummedMeter[], range: Bucket): Promise<HourLines> {
    const { startMs, endMs } = range.startMs === range.endMs ? range : hoursToLoad(range);
    return hourLines(this.dataSource, idsOf(meters), startMs, endMs);
  }

  private async piecesByHours(meters: readonly SummedMeter[], range: Bucket): Promise<Map<number, Piece[]>> {
    const hours = (await this.hours(meters, range)).rowsByMeter();
    return new Map([...hours].map(([id, rows]) => [id, within(quarterPieces(rows), range)]));
  }

  private async sumsByDays(
    meters: readonly SummedMeter[],
    buckets: readonly Bucket[],
    days: Bucket,
    zone: string,
  ): Promise<Map<number, BucketSum[]>> {
    const { manager } = this.dataSource;
    const [head, texts, tail] = await Promise.all([
      this.piecesByHours(meters, { startMs: buckets[0]?.startMs ?? 0, endMs: days.startMs }),
      packedDays(manager, idsOf(meters), days.startMs, days.endMs),
      this.piecesByHours(meters, { startMs: days.endMs, endMs: buckets.at(-1)?.endMs ?? 0 }),
    ]);
    const parts = { meterIds: idsOf(meters), head, tail };
    const sums = texts && sumPackedDays(buckets, { ...parts, days: texts }, zone);
    if (sums) return sums;
    const rows = await daysByMeter(manager, idsOf(meters), days.startMs, days.endMs);
    return sumDayRows(buckets, { ...parts, days: rows }, zone);
  }
}

function measuredPart(range: Bucket, stored: Bucket): Bucket | null {
  const startMs = Math.max(range.startMs, stored.startMs - MARGIN_MS);
  const endMs = Math.min(range.endMs, stored.endMs + MARGIN_MS);
  return startMs < endMs ? { startMs, endMs } : null;
}

function within(pieces: Piece[], { startMs, endMs }: Bucket): Piece[] {
  return pieces.filter((piece) => piece.endMs > startMs && piece.startMs < endMs);
}

const rangeOf = (buckets: readonly Bucket[]): Bucket => ({
  startMs: buckets[0]?.startMs ?? 0,
  endMs: buckets.at(-1)?.endMs ?? 0,
});

const idsOf = (meters: readonly SummedMeter[]) => meters.map(({ id }) => id);

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
