import { type PriceImport, type PriceSeriesChanges, type PriceSeriesInput, withoutQuery } from '@app/domain';
import type { PriceSeriesEntity } from '@app/entities';
import { say } from '@app/kernel';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { MessageDto } from '../../http/errors/error.dto';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
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
  /**
   * Address from which prices are fetched each hour, in the format of an import; null or omitted if they are only
   * imported. It must be public, or allowed by the operator.
   */
  @Omittable()
  @Nullable()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  @MaxLength(2048)
  url?: string | null;
}

/** Changes of a price series. Omitted fields stay as they are. */
export class PriceSeriesChangesDto
  extends PartialType(PickType(PriceSeriesInputDto, ['name', 'url']), { skipNullProperties: false })
  implements PriceSeriesChanges {}

/** The address from which prices are fetched each hour. */
export class PriceSourceDto {
  /** The address without its query, which may contain a key. */
  url: string;
  /** Time of the last try; null before the first. */
  @Nullable() @InstantProperty() triedAt: string | null;
  /** Time at which prices were fetched last; null if there are none. */
  @Nullable() @InstantProperty() fetchedAt: string | null;
  /** Why the last try failed; null if it did not. */
  @Nullable() failure: MessageDto | null;
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
  /** The source from which its prices are fetched; null if they are only imported. */
  @Nullable() source: PriceSourceDto | null;
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

export function toPriceSeriesDto(series: PriceSeriesEntity): PriceSeriesDto {
  const { id, name, currency, source } = withoutQuery(series);
  return { id, name, currency, unit: 'kWh', source };
}
