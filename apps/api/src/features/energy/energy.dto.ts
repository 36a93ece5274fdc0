import { BUCKET_INTERVALS, type BucketInterval, STATS_PERIODS, type StatsPeriod } from '@app/domain';
import type { EnergyType } from '@app/entities';
import { ArrayMaxSize, IsArray, IsIn, IsString, MaxLength } from 'class-validator';
import { IsInstant } from '../../http/is-instant.decorator';
import { Omittable } from '../../http/omittable.decorator';
import { QueryInteger } from '../../http/query.decorators';
import { ENERGY_TYPES } from './energy-types';

export class EnergyTypeQuery {
  /** Default electricity. */
  @Omittable() @IsIn(ENERGY_TYPES) energyType?: EnergyType;
}

export class EnergyDetailsQueryDto extends EnergyTypeQuery {
  /** All areas where it is left out. */
  @Omittable() @QueryInteger({ min: 1, max: 2_147_483_647 }) areaId?: number;
  @IsInstant() from: string;
  @IsInstant() to: string;
  @IsIn(BUCKET_INTERVALS) interval: BucketInterval;
}

export class EnergyPointDto {
  /** Start of the bucket. */
  timestamp: string;
  /** Null where nothing was measured, never 0. */
  value: number | null;
  unit: string;
  areaId: number;
  /** The measured share of the whole bucket, 0 to 1. */
  coverage: number;
  /** True where an edge of the bucket lies within something that was measured as one: a gap, a longer interval. */
  estimated: boolean;
}

export class EnergyStatsQueryDto extends EnergyTypeQuery {
  /** The whole site where it is left out. */
  @Omittable() @QueryInteger({ min: 1, max: 2_147_483_647 }) areaId?: number;
  @IsIn(STATS_PERIODS) period: StatsPeriod;
  /** Required when period is custom. */
  @Omittable() @IsInstant() from?: string;
  /** Required when period is custom. */
  @Omittable() @IsInstant() to?: string;
}

export class PeriodComparisonDto {
  total: number | null;
  avg: number | null;
  peak: number | null;
}

export class EnergyStatsDto {
  /** kWh (m³ for water); null where nothing was measured. */
  total: number | null;
  /** Mean of the hourly energies: kWh in one hour, so mean kW. */
  avg: number | null;
  /** The highest of the hourly energies. */
  peak: number | null;
  /** Start of the peak's hour. */
  peakTime: string | null;
  /** Changes in percent against the span of the same length before; null without a base. */
  comparedToLastPeriod: PeriodComparisonDto;
}

export class RereadDto {
  /** The gateway's history is read again from here up to now. */
  @IsInstant() from: string;

  /** Only these meters; all of them where it is left out. */
  @Omittable()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(255, { each: true })
  pointCodes?: string[];
}

export class RereadStartedDto {
  /** How many meters are read again, in the background; their `historyProgress` shows how far. */
  meters: number;
}
