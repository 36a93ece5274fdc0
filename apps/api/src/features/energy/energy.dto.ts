import { BUCKET_INTERVALS, type BucketInterval, STATS_PERIODS, type StatsPeriod } from '@app/domain';
import type { EnergyType } from '@app/entities';
import { ArrayMaxSize, IsArray, IsIn, IsString, MaxLength } from 'class-validator';
import { IntegerProperty, RecordIdProperty, ShareProperty } from '../../http/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/is-instant.decorator';
import { Omittable } from '../../http/omittable.decorator';
import { QueryInteger } from '../../http/query.decorators';
import { ENERGY_TYPES } from './energy-types';

export class EnergyTypeQuery {
  /** The energy type. Default `electricity`. */
  @Omittable() @IsIn(ENERGY_TYPES) energyType?: EnergyType;
}

export class EnergyDetailsQueryDto extends EnergyTypeQuery {
  /** Id of one area. If it is omitted, all areas are returned. */
  @Omittable() @QueryInteger({ min: 1, max: 2_147_483_647 }) areaId?: number;
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Length of a bucket. Buckets begin at calendar boundaries of the platform time zone. */
  @IsIn(BUCKET_INTERVALS) interval: BucketInterval;
}

/** The energy of one area in one bucket. */
export class EnergyPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** The energy; null (never 0) if nothing was measured. */
  value: number | null;
  /** `kWh`, or `m³` for water. */
  unit: string;
  /** Id of the area. */
  @RecordIdProperty() areaId: number;
  /** Measured share of the bucket, from 0 to 1. */
  @ShareProperty() coverage: number;
  /** True if a gap or a longer interval was spread over the boundary of the bucket. */
  estimated: boolean;
}

export class EnergyStatsQueryDto extends EnergyTypeQuery {
  /** Id of one area. If it is omitted, the whole site counts. */
  @Omittable() @QueryInteger({ min: 1, max: 2_147_483_647 }) areaId?: number;
  /** The period. `today`, `thisWeek` and `thisMonth` end now; `custom` needs `from` and `to`. */
  @IsIn(STATS_PERIODS) period: StatsPeriod;
  /** Start of a `custom` period, inclusive. */
  @Omittable() @IsInstant() from?: string;
  /** End of a `custom` period, exclusive. */
  @Omittable() @IsInstant() to?: string;
}

/** Changes against the period before, in percent. */
export class PeriodComparisonDto {
  /** Change of the total; null if the period before has none. */
  total: number | null;
  /** Change of the mean; null if the period before has none. */
  avg: number | null;
  /** Change of the peak; null if the period before has none. */
  peak: number | null;
}

/** Statistics of one period. */
export class EnergyStatsDto {
  /** Energy of the period in kWh (m³ for water); null if nothing was measured. */
  total: number | null;
  /** Mean energy of an hour in kWh (m³ for water); null if nothing was measured. */
  avg: number | null;
  /** Highest energy of an hour in kWh (m³ for water); null if nothing was measured. */
  peak: number | null;
  /** Start of the hour with the peak; null if nothing was measured. */
  @InstantProperty() peakTime: string | null;
  /** Changes against the period before, over the same elapsed time. */
  comparedToLastPeriod: PeriodComparisonDto;
}

/** What to read again. */
export class RereadDto {
  /** Start of the range that is read again. */
  @IsInstant() from: string;

  /** End of the range. If it is omitted or in the future, the range ends now. */
  @Omittable() @IsInstant() to?: string;

  /** Point codes of the meters to read. If it is omitted, all meters are read. */
  @Omittable()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(255, { each: true })
  pointCodes?: string[];
}

/** The re-read that was started. */
export class RereadStartedDto {
  /** Number of meters that are read again in the background. Their `historyProgress` shows how far. */
  @IntegerProperty() meters: number;
}
