import { dialectSql, type MeterEntity, type ReadingCorrectionEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import type { MeterReading } from '../arithmetic/meter-arithmetic';
import { withoutPrunedHours } from '../arithmetic/pruned-hours';
import { correctionsWithin } from './reading-corrections.queries';
import { readingRange } from './reading-range.queries';
import { readingsBetween } from './readings.queries';

/** Reads the readings behind the energy of a period. */
@Injectable()
export class ReadingEvidenceService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param most maximum number of readings to return
   * @returns the readings on which the energy of the period depends, in order. Returns `purged` if some of these
   *   readings were deleted because their retention period is over, and `too many` if there are more than `most`
   */
  async of(
    meter: MeterEntity,
    { startMs: fromMs, endMs: toMs }: Bucket,
    most: number,
  ): Promise<MeterReading[] | 'purged' | 'too many'> {
    const [part, ...others] = withoutPrunedHours(meter, { fromMs, toMs });
    if (part?.fromMs !== fromMs || part.toMs !== toMs || others.length > 0) return 'purged';
    const { manager } = this.dataSource;
    const range = await readingRange(manager, meter, { fromMs, toMs }, 'corrected');
    const [row] = await dialectSql.query<{ found: number | string }>(
      manager,
      `SELECT COUNT(*) AS found FROM
         (SELECT 1 AS one FROM reading WHERE meter_id = ? AND at >= ? AND at < ? LIMIT ${most + 1}) AS readings`,
      [meter.id, new Date(range.fromMs), new Date(range.toMs)],
    );
    if (Number(row?.found) > most) return 'too many';
    return readingsBetween(manager, meter.id, range.fromMs, range.toMs, 'corrected');
  }
  /** Returns the corrections on which the energy of the period depends, in the order of their start. */
  async corrections(
    meter: MeterEntity,
    { startMs: fromMs, endMs: toMs }: Bucket,
  ): Promise<ReadingCorrectionEntity[]> {
    const { manager } = this.dataSource;
    const range = await readingRange(manager, meter, { fromMs, toMs }, 'corrected');
    return correctionsWithin(manager, meter.id, range.fromMs, range.toMs);
  }
}
