import {
  type Bill,
  type BillLine,
  type BillShare,
  type BillSharesQuery,
  type BillsQuery,
  CHARGE_KINDS,
  type ChargeKind,
  SHARED_BY,
  type SharedBill,
  type SharedBy,
} from '@app/domain';
import { ApiProperty } from '@nestjs/swagger';
import { MessageDto } from '../../http/errors/error.dto';
import { QueryRecordId } from '../../http/fields/query.decorators';
import { RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

export class BillsQueryDto implements BillsQuery {
  /** Id of the contract. */
  @QueryRecordId() contractId: number;
  /** Start of the range, inclusive. Each calendar month that the range touches has a bill. */
  @IsInstant() from: string;
  /** End of the range, exclusive. The range touches at most 36 months. */
  @IsInstant() to: string;
}

export class BillSharesQueryDto extends BillsQueryDto implements BillSharesQuery {
  /** Default `energy`. */
  @Omittable() @OneOf(SHARED_BY) by?: SharedBy;
}

/** A line of a bill. */
export class BillLineDto implements BillLine {
  /** The kind of the charge. */
  @OneOf(CHARGE_KINDS) kind: ChargeKind;
  /** Start of the time that the line is about, inclusive. */
  @InstantProperty() from: string;
  /** End of the time that the line is about, exclusive. */
  @InstantProperty() to: string;
  /** Energy or demand with three decimals, or the billed share of the month with six; null if it is not known. */
  quantity: number | null;
  /** Unit of the quantity. */
  @ApiProperty({ example: 'kWh' }) unit: string;
  /**
   * Price of one unit. For a price series, it is the mean price, weighted by the energy, and null if it is not known or if
   * there is no energy.
   */
  price: number | null;
  /** Quantity times price before their rounding, rounded half up to the minor unit of the currency. */
  amount: number | null;
  /** How the quantity and the price were found, such as the time of the peak. */
  explanation: MessageDto[];
}

/** The bill of a calendar month. */
export class BillDto implements Bill {
  /** Calendar month of the platform time zone, `YYYY-MM`. */
  @ApiProperty({ example: '2026-03' }) month: string;
  /** The lines, by the parts of the contract. */
  lines: BillLineDto[];
  /** Sum of the amounts; null if one of them is not known. */
  net: number | null;
  /** VAT on `net`. */
  vat: number | null;
  /** `net` plus `vat`. */
  total: number | null;
  /** ISO 4217 currency code. */
  @ApiProperty({ example: 'EUR' }) currency: string;
  /** Share of the billed time whose energy and price are known, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
  /** Why there is no total. Empty if there is one. */
  missing: MessageDto[];
  /** Total of the supplier's bill; null if it was not entered. */
  supplierTotal: number | null;
  /** `supplierTotal` minus `total`; null if one of them is not known. */
  difference: number | null;
}

/** The part of a bill that an area pays. */
export class BillShareDto implements BillShare {
  /** Id of the area; null for the rest, which no area inside the area of the contract has used. */
  @Nullable() @RecordId() areaId: number | null;
  /** Energy in kWh (m³ for water), or floor area in m², with three decimals; null if it is not known. */
  quantity: number | null;
  /** Part of the net sum. */
  net: number | null;
  /** Part of the VAT. */
  vat: number | null;
  /** Part of the total. */
  total: number | null;
}

/** The bill of a calendar month, divided among areas. */
export class SharedBillDto implements SharedBill {
  /** Calendar month of the platform time zone, `YYYY-MM`. */
  @ApiProperty({ example: '2026-03' }) month: string;
  /** Net sum of the bill; null if it is not known. */
  net: number | null;
  /** VAT of the bill. */
  vat: number | null;
  /** Total of the bill. */
  total: number | null;
  /** ISO 4217 currency code. */
  currency: string;
  /** The shares of the areas directly inside the area of the contract, and the rest. Each column adds up to the bill. */
  shares: BillShareDto[];
  /** Why amounts are missing. */
  missing: MessageDto[];
}
