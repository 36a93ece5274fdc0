import type { MeterEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BucketSum, hoursToLoad, type Piece, quarterPieces, sumByBucket } from './bucket-sums';
import { type Bucket, bucketsBetween, startOf } from './calendar';
import type { DayRow } from './day-rows';
import { HOUR_MS } from './meter-arithmetic';
import { portionsOf } from './portions-of';
import { daysByMeter, hoursByMeter } from './rollups.queries';

const DAY_MS = 24 * HOUR_MS;
/** What is held in memory at a time, about 1 KB each, however many meters and years are asked for. */
const ROWS_AT_ONCE = 50_000;

const metersAtOnce = (rowsPerMeter: number) =>
  Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, rowsPerMeter)));

/** Adds up what meters used, from whole local days where the range has any and from quarters at its edges. */
@Injectable()
export class EnergySumsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param buckets in order, adjoining; the first and last may be clipped
   * @param zone by which the days were cut that may serve
   * @returns per meter id one sum per bucket
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
    const add = (pieces: Map<number, Piece[]>): void => {
      for (const [id, ofMeter] of pieces) sums.set(id, sumByBucket(buckets, ofMeter));
    };
    for (const portion of portionsOf(without, metersAtOnce(lengthMs / HOUR_MS))) {
      add(await this.piecesByHours(portion, range));
    }
    if (days) {
      for (const portion of portionsOf(withDays, metersAtOnce(lengthMs / DAY_MS))) {
        add(await this.piecesByDays(portion, range, days, zone));
      }
    }
    return new Map(meters.map(({ id }) => [id, sums.get(id) ?? sumByBucket(buckets, [])]));
  }

  private async piecesByHours(meters: readonly MeterEntity[], range: Bucket): Promise<Map<number, Piece[]>> {
    const { startMs, endMs } = hoursToLoad(range);
    const hours = await hoursByMeter(this.dataSource.manager, idsOf(meters), startMs, endMs);
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

/** From the first to the last edge of a local day in the range; null where no whole day lies between. */
function wholeDays(range: Bucket, zone: string): Bucket | null {
  const [first] = bucketsBetween('day', range.startMs, range.startMs + 1, zone);
  if (!first) return null;
  const startMs = first.startMs === range.startMs ? first.startMs : first.endMs;
  const endMs = startOf('day', range.endMs, zone);
  return startMs < endMs ? { startMs, endMs } : null;
}

/** Of days that there is something of: a range may have centuries of others. */
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

function within(pieces: Piece[], { startMs, endMs }: Bucket): Piece[] {
  return pieces.filter((piece) => piece.endMs > startMs && piece.startMs < endMs);
}

const idsOf = (meters: readonly MeterEntity[]) => meters.map(({ id }) => id);

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
