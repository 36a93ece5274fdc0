import { ApiProperty } from '@nestjs/swagger';
import { IntegerProperty } from '../../http/fields/id-properties.decorator';
import { IsInstant } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { QueryInteger, QueryRecordId } from '../../http/fields/query.decorators';
import { EnergyTypeQuery } from './energy.dto';

/** The 24 hours of a day, from midnight. */
const HOURS = {
  type: 'array',
  items: { type: 'number', nullable: true },
  minItems: 24,
  maxItems: 24,
} as const;

export class EnergyProfileQueryDto extends EnergyTypeQuery {
  /** Id of the area. */
  @QueryRecordId() areaId: number;
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
}

export class DurationCurveQueryDto extends EnergyProfileQueryDto {
  /** Number of points. */
  @Omittable() @ApiProperty({ default: 101 }) @QueryInteger({ min: 2, max: 1001 }) points?: number;
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
