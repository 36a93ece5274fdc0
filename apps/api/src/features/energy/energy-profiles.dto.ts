import { DEMAND_INTERVALS, type DemandInterval, WINDOW_MINUTES } from '@app/domain';
import { AsNumber } from '@app/kernel';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { IntegerProperty, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { QueryBoolean, QueryInteger, QueryRecordId } from '../../http/fields/query.decorators';
import { EnergyTypeQuery } from './energy.dto';

/** The 24 hours of a day, from midnight. */
const HOURS = {
  type: 'array',
  items: { type: 'number', nullable: true },
  minItems: 24,
  maxItems: 24,
} as const;

export class EnergyProfileQueryDto extends EnergyTypeQuery {
  /** Id of the area. Default: the whole site. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
}

export class DurationCurveQueryDto extends EnergyProfileQueryDto {
  /** Number of points. */
  @Omittable() @ApiProperty({ default: 101 }) @QueryInteger({ min: 2, max: 1001 }) points?: number;
}

export class DemandQueryDto extends OmitType(EnergyProfileQueryDto, ['areaId']) {
  /** Id of the area. */
  @QueryRecordId() areaId: number;
  /** Length of a bucket. Buckets begin at calendar boundaries of the platform time zone. */
  @OneOf(DEMAND_INTERVALS) interval: DemandInterval;
  /** Length of a window in minutes. */
  @Omittable()
  @AsNumber()
  @OneOf(WINDOW_MINUTES)
  @ApiProperty({ type: 'integer', default: 15 })
  windowMinutes?: number;
  /** True for windows that begin at any instant. */
  @Omittable() @ApiProperty({ default: false }) @QueryBoolean() sliding?: boolean;
}

/** The energy of each hour of each day. */
export class HeatMapDto {
  /** The local dates that the range touches, in order. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'date' } }) days: string[];
  /**
   * Per day, the energy of its 24 hours in kWh (m³ for water), from midnight. Null for an hour that is not complete, and
   * for an hour that the local clock skips. An hour that the clock shows twice has the sum of both.
   */
  @ApiProperty({ type: 'array', items: HOURS }) hours: (number | null)[][];
}

/** A point of a load duration curve. */
export class DurationPointDto {
  /** Share of the complete hours in percent, with two decimals. */
  @ApiProperty({ minimum: 0, maximum: 100 }) sharePercent: number;
  /** The mean power that this share of the hours reached or exceeded, in kW (m³ per hour for water). */
  kw: number;
}

/** The mean power in each hour of one weekday. */
export class TypicalDayDto {
  /** 1 (Monday) to 7 (Sunday). */
  @IntegerProperty({ minimum: 1, maximum: 7 }) weekday: number;
  /** Mean power of the 24 hours in kW (m³ per hour for water), from midnight. Null if no such hour is complete. */
  @ApiProperty(HOURS) hours: (number | null)[];
}

/** The highest demand of an area in one bucket. */
export class DemandPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** Highest mean power of a window in kW (m³ per hour for water), with three decimals; null if no window counts. */
  peakKw: number | null;
  /** Start of the earliest window with the highest power. */
  @Nullable() @InstantProperty() peakTime: string | null;
  /**
   * Mean power of the fixed windows that count, divided by the highest power, with four decimals. Null if no fixed window
   * counts, or if the highest power is not above 0.
   */
  loadFactor: number | null;
  /** Share of the bucket in fixed windows that count, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
  /**
   * Reactive energy in kvarh with three decimals, of the quarters of an hour whose energy and reactive energy are known.
   * Null if there are none, and for other types than electricity.
   */
  reactiveKvarh: number | null;
  /** Mean power factor in these quarters, from 0 to 1, with four decimals. Null if nothing flowed. */
  powerFactor: number | null;
}
