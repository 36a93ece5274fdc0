import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsNumber,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';

const CLOCK_TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
export const CURRENCY = /^[A-Z]{3}$/;

/** A time of the week with its own price. */
export class TariffPeriodDto {
  /** Days of the week, from 1 (Monday) to 7 (Sunday). */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(7, { each: true })
  days: number[];

  /** Start of the period, `HH:MM` in the platform time zone. */
  @Matches(CLOCK_TIME, { message: 'from must be a time such as 07:30' }) from: string;

  /** End of the period, `HH:MM`. If it is not after `from`, the period ends on the next day. */
  @Matches(CLOCK_TIME, { message: 'to must be a time such as 19:00' }) to: string;

  /** Price of one kWh (one m³ for water) in this period. */
  @IsNumber() @Min(-1e6) @Max(1e6) pricePerKwh: number;
}

/** What one energy type costs. */
export class TariffDto {
  /** ISO 4217 currency code. */
  @Matches(CURRENCY, { message: 'currency must be a code such as EUR' }) currency: string;

  /** Price of one kWh (one m³ for water) outside all periods. */
  @IsNumber() @Min(-1e6) @Max(1e6) default: number;

  /** Periods with other prices. If several contain a time, the first one counts. A tariff without periods is flat. */
  @Omittable()
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => TariffPeriodDto)
  periods?: TariffPeriodDto[];
}

/** What energy costs, by energy type. */
export class TariffsDto {
  /** Tariff for electricity. */
  @Omittable() @ValidateNested() @Type(() => TariffDto) electricity?: TariffDto;
  /** Tariff for gas. */
  @Omittable() @ValidateNested() @Type(() => TariffDto) gas?: TariffDto;
  /** Tariff for water. */
  @Omittable() @ValidateNested() @Type(() => TariffDto) water?: TariffDto;
  /** Tariff for heating. */
  @Omittable() @ValidateNested() @Type(() => TariffDto) heating?: TariffDto;
  /** Tariff for cooling. */
  @Omittable() @ValidateNested() @Type(() => TariffDto) cooling?: TariffDto;
}
