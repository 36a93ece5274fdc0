import { type ContractChanges, type ContractInput, type DemandForecast, WINDOW_MINUTES } from '@app/domain';
import {
  type ContractPart,
  DEMAND_BASES,
  type DemandBasis,
  type DemandCharge,
  type EnergyContractEntity,
  type EnergyPrice,
  type EnergyType,
  type PriceTier,
  type ReactiveCharge,
} from '@app/entities';
import { Rule, say } from '@app/kernel';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { IsWithin } from '../../http/fields/is-within.decorator';
import { IsLocalDate } from '../../http/fields/local-time.decorators';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, NullIsAbsent, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { CURRENCY, TariffPeriodDto } from '../configuration/tariff.dto';
import { ENERGY_TYPES } from '../energy/energy-types';

const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;
const MAX_PARTS = 100;
const MAX_PERIODS = 100;
const MAX_TIERS = 20;

export class StandingChargeDto {
  /** Amount per calendar month. */
  @IsWithin(-1e9, 1e9) perMonth: number;
}

/** A price that applies up to a monthly energy. */
export class PriceTierDto implements PriceTier {
  /**
   * Energy of the calendar month in kWh (m³ for water) up to which the price applies. The last tier has no limit: its
   * field is absent or null.
   */
  @NullIsAbsent() @IsWithin(0.001, 1e9) upToKwh?: number;
  /** Price of one kWh (one m³ for water) in this tier. */
  @IsWithin(-1e6, 1e6) pricePerKwh: number;
}

/** The price of the energy: exactly one of the fields. The others are absent or null. */
export class EnergyPriceDto implements EnergyPrice {
  /** One price of one kWh (one m³ for water) for all times. */
  @NullIsAbsent() @IsWithin(-1e6, 1e6) pricePerKwh?: number;
  /**
   * Prices by the time of the week. If several periods contain a time, the first of them applies. Together, they cover
   * the whole week.
   */
  @NullIsAbsent() @NestedList(TariffPeriodDto, { min: 1, max: MAX_PERIODS }) periods?: TariffPeriodDto[];
  /** Prices by the energy of the calendar month, with ascending limits. */
  @NullIsAbsent() @NestedList(PriceTierDto, { min: 1, max: MAX_TIERS }) tiers?: PriceTierDto[];
  /** Id of a price series in the currency of the contract. */
  @NullIsAbsent() @RecordId() series?: number;
}

/** The charge for the highest demand of a month. */
export class DemandChargeDto implements DemandCharge {
  /** Price of one kW (one m³ per hour for water) and month. */
  @IsWithin(-1e6, 1e6) pricePerKw: number;
  /** Length of the windows whose mean power is the demand. */
  @Omittable()
  @OneOf(WINDOW_MINUTES)
  @ApiProperty({ type: 'integer', default: 15 })
  windowMinutes: number = 15;
  /** True if a window may begin at any time. Such a demand needs the stored readings. */
  @Omittable() @IsBoolean() @ApiProperty({ default: false }) sliding: boolean = false;
  /**
   * The demand to bill. `month` is the peak of the month. `ratchet` is at least `ratchetShare` of the highest peak of the
   * 12 months up to the month. `meanOf12` is the mean of the peaks of these 12 months.
   */
  @OneOf(DEMAND_BASES) basis: DemandBasis;
  /** Share from 0 to 1. Required for the basis `ratchet`. */
  @NullIsAbsent() @IsWithin(0, 1) ratchetShare?: number;
  /** The lowest demand that is billed, in kW. */
  @NullIsAbsent() @IsWithin(0, 1e9) floorKw?: number;
  /** The contract power in kW. If the running window will probably exceed it, an alert is raised. */
  @NullIsAbsent() @IsWithin(0.001, 1e9) contractKw?: number;
}

/** The charge for reactive energy. The area needs a meter of the energy type `reactive`. */
export class ReactiveChargeDto implements ReactiveCharge {
  /** kvarh that cost nothing for each kWh of the month. 0.5 is a power factor of about 0.9. */
  @IsWithin(0, 100) freeShare: number;
  /** Price of one kvarh beyond them. */
  @IsWithin(-1e6, 1e6) pricePerKvarh: number;
}

/** The prices of a contract from a date on. */
export class ContractPartDto implements ContractPart {
  /** The first day, in the platform time zone. Each part begins later than the previous one. */
  @IsLocalDate() validFrom: string;
  /** The charge that does not depend on the energy. */
  @Nested(StandingChargeDto) standing: StandingChargeDto;
  /** The price of the energy. */
  @Nested(EnergyPriceDto) energy: EnergyPriceDto;
  /** The charge for the highest demand. If it is absent or null, the demand costs nothing. */
  @NullIsAbsent() @Nested(DemandChargeDto) demand?: DemandChargeDto;
  /**
   * The charge for reactive energy, for contracts of electricity. If it is absent or null, reactive energy costs
   * nothing.
   */
  @NullIsAbsent() @Nested(ReactiveChargeDto) reactive?: ReactiveChargeDto;
  /** Levies and taxes on one kWh (one m³ for water). */
  @Omittable() @IsWithin(-1e6, 1e6) @ApiProperty({ default: 0 }) leviesPerKwh: number = 0;
  /** VAT on all lines. */
  @Omittable() @IsWithin(0, 100) @ApiProperty({ default: 0 }) vatPercent: number = 0;
}

/** A new contract. */
export class ContractInputDto implements ContractInput {
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Id of the area whose energy is billed. */
  @RecordId() areaId: number;
  /** The energy type. Default `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
  /** ISO 4217 currency code. */
  @Matches(CURRENCY, { context: say('not_currency') })
  @ApiProperty({ pattern: CURRENCY.source, example: 'EUR' })
  currency: string;
  /** The prices, in the order of their dates. */
  @NestedList(ContractPartDto, { min: 1, max: MAX_PARTS }) parts: ContractPartDto[];
}

/** Changes of a contract. Omitted fields stay as they are. */
export class ContractChangesDto
  extends PartialType(ContractInputDto, { skipNullProperties: false })
  implements ContractChanges {}

class BilledMonth {
  /** Calendar month, `YYYY-MM`. */
  @Rule('isMonth', (value: unknown) => typeof value === 'string' && MONTH.test(value), say('not_month'))
  @ApiProperty({ type: String, pattern: MONTH.source, example: '2026-03' })
  month: string;
}

/** The total of the supplier's bill of a month, to be stored. */
export class SupplierBillInputDto extends BilledMonth {
  /** Total with VAT, in the currency of the contract; null deletes it. */
  @Nullable() @IsWithin(-1e12, 1e12) total: number | null;
}

/** The total of the supplier's bill of a month. */
export class SupplierBillDto extends BilledMonth {
  /** Total with VAT, in the currency of the contract. */
  total: number;
}

/** The contract of an area with a supplier. */
export class ContractDto extends PickType(ContractInputDto, ['name', 'areaId', 'currency', 'parts']) {
  /** Id of the contract. */
  @RecordId() id: number;
  /** The energy type. */
  @OneOf(ENERGY_TYPES) energyType: EnergyType;
  /** The totals of the supplier's bills that were entered, by month. */
  supplierBills: SupplierBillDto[];
}

/**
 * The demand of a contract in the window that is running now. Powers are in kW (m³ per hour for water) with three
 * decimals.
 */
export class DemandForecastDto implements DemandForecast {
  /** Start of the window. */
  @InstantProperty() windowStart: string;
  /** Length of the window. */
  @OneOf(WINDOW_MINUTES) @ApiProperty({ type: 'integer' }) windowMinutes: number;
  /** The current power of the area; null if no meter has a recent value. */
  currentKw: number | null;
  /** The mean power of the whole window if the current power stays; null if it is not known. */
  expectedKw: number | null;
  /** The contract power; null if the contract has none now. */
  contractKw: number | null;
  /**
   * Whether the window will exceed the contract power. Null without one of the two powers, and in the first third of a
   * window if only the current power is too high.
   */
  willExceed: boolean | null;
}

export function toContractDto({ supplierBills, ...contract }: EnergyContractEntity): ContractDto {
  const months = Object.keys(supplierBills).toSorted();
  return {
    ...contract,
    supplierBills: months.map((month) => ({ month, total: supplierBills[month] ?? 0 })),
  };
}
