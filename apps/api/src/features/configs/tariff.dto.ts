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

export class TariffPeriodDto {
  /** 1 Monday to 7 Sunday. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(7, { each: true })
  days: number[];

  /** Local time. */
  @Matches(CLOCK_TIME, { message: 'from must be a time such as 07:30' }) from: string;

  /** Local time; where it is not after `from`, the period goes on past midnight. */
  @Matches(CLOCK_TIME, { message: 'to must be a time such as 19:00' }) to: string;

  @IsNumber() @Min(-1e6) @Max(1e6) pricePerKwh: number;
}

export class TariffDto {
  /** ISO 4217. */
  @Matches(CURRENCY, { message: 'currency must be a code such as EUR' }) currency: string;

  /** What a kWh (m³ for water) costs outside of all periods. */
  @IsNumber() @Min(-1e6) @Max(1e6) default: number;

  /** The first that holds a moment counts. */
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => TariffPeriodDto)
  periods: TariffPeriodDto[];
}

/** What energy costs, by its type. */
export class TariffsDto {
  @Omittable() @ValidateNested() @Type(() => TariffDto) electricity?: TariffDto;
  @Omittable() @ValidateNested() @Type(() => TariffDto) gas?: TariffDto;
  @Omittable() @ValidateNested() @Type(() => TariffDto) water?: TariffDto;
  @Omittable() @ValidateNested() @Type(() => TariffDto) heating?: TariffDto;
  @Omittable() @ValidateNested() @Type(() => TariffDto) cooling?: TariffDto;
}
