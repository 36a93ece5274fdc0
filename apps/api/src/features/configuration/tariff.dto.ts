import { say } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, IsArray, IsInt, IsNumber, Matches, Max, Min } from 'class-validator';
import { IsClockTime, IsLocalDate } from '../../http/fields/local-time.decorators';
import { NestedList, NestedOrList } from '../../http/fields/nested.decorators';
import { Omittable } from '../../http/fields/omittable.decorator';

export const CURRENCY = /^[A-Z]{3}$/;

/** A part of the week with its own price. */
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
  @IsClockTime() from: string;

  /** End of the period, `HH:MM`. If it is not after `from`, the period ends on the next day. */
  @IsClockTime() to: string;

  /** Price of one kWh (one m³ for water) in this period. */
  @IsNumber() @Min(-1e6) @Max(1e6) pricePerKwh: number;
}

/** The tariff of one energy type. */
export class TariffDto {
  /**
   * The date from which the tariff applies, in the platform time zone. If it is omitted, the tariff has no beginning.
   * In a list, only the first tariff may omit it.
   */
  @Omittable() @IsLocalDate() validFrom?: string;

  /** ISO 4217 currency code. */
  @Matches(CURRENCY, { context: say('not_currency') }) currency: string;

  /** Price of one kWh (one m³ for water) outside all periods. */
  @IsNumber() @Min(-1e6) @Max(1e6) default: number;

  /** Periods with other prices. If several periods contain a time, the first of them applies. */
  @Omittable()
  @NestedList(TariffPeriodDto, { max: 100 })
  periods?: TariffPeriodDto[];
}

const MAX_TARIFFS = 50;

/**
 * Accepts a tariff, or a list of tariffs in one currency. In a list, each tariff must begin later than the previous
 * one.
 */
function OneTariffOrMore(): PropertyDecorator {
  return applyDecorators(
    NestedOrList(TariffDto, {
      fits: areSuccessive,
      fault: say('not_tariffs', { most: MAX_TARIFFS }),
    }),
    ApiProperty({
      oneOf: [
        { $ref: getSchemaPath(TariffDto) },
        { type: 'array', items: { $ref: getSchemaPath(TariffDto) }, minItems: 1, maxItems: MAX_TARIFFS },
      ],
    }),
  );
}

function areSuccessive(tariffs: readonly unknown[]): boolean {
  return (
    tariffs.length > 0 &&
    tariffs.length <= MAX_TARIFFS &&
    tariffs.every((tariff) => tariff instanceof TariffDto) &&
    tariffs.every((tariff, index) => {
      const before = tariffs[index - 1];
      if (!before) return true;
      // ISO 8601 dates can be compared as strings.
      return (
        typeof tariff.validFrom === 'string' &&
        tariff.validFrom > (before.validFrom ?? '') &&
        tariff.currency === before.currency
      );
    })
  );
}

/**
 * Energy prices by energy type. An energy type has one tariff or a list of successive tariffs. Adding a tariff to the
 * list does not change the costs of earlier times.
 */
@ApiExtraModels(TariffDto)
export class TariffsDto {
  /** Tariff for electricity. */
  @Omittable() @OneTariffOrMore() electricity?: TariffDto | TariffDto[];
  /** Tariff for gas. */
  @Omittable() @OneTariffOrMore() gas?: TariffDto | TariffDto[];
  /** Tariff for water. */
  @Omittable() @OneTariffOrMore() water?: TariffDto | TariffDto[];
  /** Tariff for heating. */
  @Omittable() @OneTariffOrMore() heating?: TariffDto | TariffDto[];
  /** Tariff for cooling. */
  @Omittable() @OneTariffOrMore() cooling?: TariffDto | TariffDto[];
}
