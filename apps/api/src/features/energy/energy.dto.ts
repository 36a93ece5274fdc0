import { BUCKET_INTERVALS, type BucketInterval, STATS_PERIODS, type StatsPeriod } from '@app/domain';
import type { EnergyType } from '@app/entities';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { IntegerProperty, RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { QueryRecordId } from '../../http/fields/query.decorators';
import { ENERGY_TYPES } from './energy-types';
import { OneOf } from '../../http/fields/one-of.decorator';

export class EnergyTypeQuery {
  /** The energy type. Default `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
}

export class EnergyDetailsQueryDto extends EnergyTypeQuery {
  /** Id of one area. If it is omitted, all areas are returned. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Length of a bucket. Buckets begin at calendar boundaries of the platform time zone. */
  @OneOf(BUCKET_INTERVALS) interval: BucketInterval;
}

/** The energy of one area in one bucket. */
export class EnergyPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** The energy with three decimals; null (never 0) if nothing was measured. */
  value: number | null;
  /** `kWh`, or `m³` for water. */
  unit: string;
  /** Id of the area. */
  @RecordId() areaId: number;
  /**
   * Measured share of the bucket, from 0 to 1, with six decimals, rounded down. 1 means that nothing is missing. It is
   * above 0 if anything was measured.
   */
  @ShareProperty() coverage: number;
  /** True if the energy was interpolated at an edge of the bucket, because no reading exists there. */
  estimated: boolean;
}

/** The balance of one area in one bucket. */
export class BalancePointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** Id of the area. */
  @RecordId() areaId: number;
  /** Energy of the area's own meters in kWh (m³ for water); null if it has none or if nothing was measured. */
  own: number | null;
  /**
   * Energy of its child areas in the same unit, each meter once. A child area counts by its own meters or, if it has
   * none, by its child areas. It is 0 if there are no such meters, and null if nothing was measured.
   */
  children: number | null;
  /**
   * `own` minus `children`, rounded once; null if one of them is null. It is negative if the child areas measure more.
   */
  rest: number | null;
  /** Measured share of the bucket, from 0 to 1: the lower share of `own` and `children`. */
  @ShareProperty() coverage: number;
}

export class EnergyStatsQueryDto extends EnergyTypeQuery {
  /** Id of one area. If it is omitted, the statistics cover the whole site. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** The period. `today`, `thisWeek` and `thisMonth` end now; `custom` needs `from` and `to`. */
  @OneOf(STATS_PERIODS) period: StatsPeriod;
  /** Start of a `custom` period, inclusive. */
  @Omittable() @IsInstant() from?: string;
  /** End of a `custom` period, exclusive. */
  @Omittable() @IsInstant() to?: string;
}

/**
 * Changes compared with the previous period, in percent. Only the hours of meters with data in both periods are
 * compared: each hour of a meter has the same distance from the start of its period, and at least 99 % of it was
 * measured in both. So a silent meter does not look like a saving. A meter without any gap in both periods counts with
 * all of its hours.
 */
export class PeriodComparisonDto {
  /** Change of the total; null if no hour can be compared, or if the previous total is 0. */
  total: number | null;
  /** Change of the mean; null if no hour can be compared, or if the previous mean is 0. */
  avg: number | null;
  /** Change of the peak; null if no hour can be compared, or if the previous peak is 0. */
  peak: number | null;
  /** Share of the period that is compared, averaged over the meters, from 0 to 1. */
  @ShareProperty() coverage: number;
}

/** How complete the data of a period is. */
export class CompletenessDto {
  /** Measured share of the period, averaged over the meters, from 0 to 1, rounded down. */
  @ShareProperty() coverage: number;
  /**
   * Point codes of the silent meters, in order. A meter is silent if it had no usable reading for longer than twice its
   * interval, and longer than 15 minutes, before the end of the period (or now, if the period ends later).
   */
  silentMeters: string[];
}

/** Statistics of one period. */
export class EnergyStatsDto extends CompletenessDto {
  /** Energy of the period in kWh (m³ for water); null if nothing was measured. */
  total: number | null;
  /** Mean energy of an hour in kWh (m³ for water); null if nothing was measured. */
  avg: number | null;
  /** Highest energy of an hour in kWh (m³ for water); null if nothing was measured. */
  peak: number | null;
  /** Start of the hour with the peak; null if nothing was measured. */
  @InstantProperty() peakTime: string | null;
  /** Changes compared with the same part of the previous period. */
  comparedToLastPeriod: PeriodComparisonDto;
}

/** The range and the meters to read again. */
export class RereadDto {
  /** Start of the range that is read again. */
  @IsInstant() from: string;

  /** End of the range. If it is omitted or in the future, the range ends now. */
  @Omittable() @IsInstant() to?: string;

  /** Point codes of the meters to read. If omitted, all meters are read. */
  @Omittable()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(255, { each: true })
  pointCodes?: string[];
}

/** The re-read that was started. */
export class RereadStartedDto {
  /** Number of meters that are read again in the background. The `historyProgress` of a meter shows the progress. */
  @IntegerProperty() meters: number;
}
