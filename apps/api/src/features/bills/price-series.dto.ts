import type { PriceImport, PriceSeriesInput } from '@app/domain';
import type { PriceSeriesEntity } from '@app/entities';
import { say } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { CURRENCY } from '../configuration/tariff.dto';

const UNITS = ['kWh'] as const;

/** A new price series. */
export class PriceSeriesInputDto implements PriceSeriesInput {
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** ISO 4217 currency code. */
  @Matches(CURRENCY, { context: say('not_currency') })
  @ApiProperty({ pattern: CURRENCY.source, example: 'EUR' })
  currency: string;
  /** The unit to which a price refers. */
  @Omittable() @OneOf(UNITS) unit?: (typeof UNITS)[number];
}

/** Energy prices that change by quarters of an hour, such as those of a power exchange. */
export class PriceSeriesDto {
  /** Id of the series. */
  @RecordId() id: number;
  /** Display name. */
  name: string;
  /** ISO 4217 currency code. */
  @ApiProperty({ example: 'EUR' }) currency: string;
  /** The unit to which a price refers. */
  @OneOf(UNITS) unit: (typeof UNITS)[number];
}

/** The result of an import of prices. */
export class PriceImportDto implements PriceImport {
  /** Number of imported prices. */
  @IntegerProperty() prices: number;
  /** Time of the first price. */
  @InstantProperty() first: string;
  /** Time of the last price. */
  @InstantProperty() last: string;
}

export function toPriceSeriesDto({ id, name, currency }: PriceSeriesEntity): PriceSeriesDto {
  return { id, name, currency, unit: 'kWh' };
}
