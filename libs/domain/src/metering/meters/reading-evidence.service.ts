import type { MeterEntity, ReadingCorrectionEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import type { MeterReading } from '../arithmetic/meter-arithmetic';
import { withoutPrunedHours } from '../arithmetic/pruned-hours';
import { correctionsWithin } from './reading-corrections.queries';
import { readingRange } from './reading-range.queries';
import { hasMoreReadings, readingsBetween } from './readings.queries';

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
    const readings = await readingsBetween(
      manager,
      meter.id,
      range.fromMs,
      range.toMs,
      'corrected',
      most + 1,
    );
    return readings.length > most ? 'too many' : readings;
  }

  /** Returns true if the meters have more than `most` stored readings in the period. */
  hasMore(
    meterIds: readonly number[],
    { startMs: fromMs, endMs: toMs }: Bucket,
    most: number,
  ): Promise<boolean> {
    return hasMoreReadings(this.dataSource.manager, meterIds, { fromMs, toMs }, most);
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
