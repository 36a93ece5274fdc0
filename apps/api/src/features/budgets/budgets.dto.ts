import {
  type Benchmark,
  type BenchmarksQuery,
  type BudgetChanges,
  type BudgetInput,
  type BudgetState,
  FORECAST_METHODS,
  type ForecastMethod,
} from '@app/domain';
import type { BudgetEntity, EnergyType } from '@app/entities';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsNumber, Max, Min } from 'class-validator';
import { MessageDto } from '../../http/errors/error.dto';
import { IntegerProperty, RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { QueryInteger } from '../../http/fields/query.decorators';
import { ENERGY_TYPES } from '../energy/energy-types';

const MONTHS = 12;
const YEARS = { minimum: 2000, maximum: 2100 };
const MAX_KWH = 1e9;

/** A new budget. */
export class BudgetInputDto implements BudgetInput {
  /** Id of the area. */
  @RecordId() areaId: number;
  /** The energy type. Default `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
  /** The calendar year in the platform time zone. */
  @IsInt() @Min(YEARS.minimum) @Max(YEARS.maximum) @IntegerProperty(YEARS) year: number;
  /** Twelve energies in kWh (m³ for water), from January. */
  @IsArray()
  @ArrayMinSize(MONTHS)
  @ArrayMaxSize(MONTHS)
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(MAX_KWH, { each: true })
  @ApiProperty({
    type: 'array',
    items: { type: 'number', minimum: 0, maximum: MAX_KWH },
    minItems: MONTHS,
    maxItems: MONTHS,
  })
  months: number[];
}

/** Changes of a budget. Omitted fields stay as they are. */
export class BudgetChangesDto
  extends PartialType(BudgetInputDto, { skipNullProperties: false })
  implements BudgetChanges {}

/** How much energy an area may consume in each month of a year. */
export class BudgetDto {
  /** Id of the budget. */
  @RecordId() id: number;
  /** Id of the area. */
  @RecordId() areaId: number;
  /** The energy type. */
  @OneOf(ENERGY_TYPES) energyType: EnergyType;
  /** The calendar year in the platform time zone. */
  @IntegerProperty() year: number;
  /** Twelve energies in kWh (m³ for water), from January. */
  @ApiProperty({ type: 'array', items: { type: 'number' } }) months: number[];
}

export class BudgetStateQueryDto {
  /** The month, 1 to 12. Default: the current month, the last month of a past year, or the first month of a future year. */
  @Omittable() @QueryInteger({ min: 1, max: MONTHS }) month?: number;
}

/** How a month of a budget goes. Energies are in kWh (m³ for water) with three decimals. */
export class BudgetStateDto implements BudgetState {
  /** The month. */
  @IntegerProperty({ minimum: 1, maximum: MONTHS }) month: number;
  /** The budget of the month. */
  budget: number;
  /** The energy of the month so far; null if nothing was measured. */
  actual: number | null;
  /** Share of the month so far that was measured, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
  /** The share of the budget for the time that has passed. */
  expected: number;
  /** The expected energy of the whole month; null if it is not known. */
  forecast: number | null;
  /**
   * Whether the forecast is higher than the budget. Without a forecast, it is true if the actual energy is already
   * higher, and null otherwise.
   */
  willMiss: boolean | null;
  /**
   * `measured` if all hours of the month were measured; the forecast is then the actual energy. `typicalDays` if the other
   * hours are expected to be typical. `baseline` if they are also adapted to the usual weather by the newest baseline of
   * the area. Null without a forecast.
   */
  @Nullable() @OneOf(FORECAST_METHODS) method: ForecastMethod | null;
  /** Why there is no forecast; null if there is one. */
  @Nullable() missing: MessageDto | null;
}

export class BenchmarksQueryDto implements BenchmarksQuery {
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** The energy type. Default `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
}

/** The consumption of an area per square metre of its floor, with three decimals. */
export class BenchmarkDto implements Benchmark {
  /** Id of the area. */
  @RecordId() areaId: number;
  /** Energy of the range in kWh (m³ for water) per m²; null if nothing was measured. */
  kwhPerM2: number | null;
  /** Cost of the range per m²; null if nothing was measured, or if no tariff applies to a part of the energy. */
  costPerM2: number | null;
  /** Currency of the cost. */
  currency: string;
  /** Emissions of the range in kg CO2e per m²; null if nothing was measured, or if no factor is valid. */
  kgPerM2: number | null;
  /** Share of the range that was measured, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
  /** `referenceKwhPerM2` of the area, per year; null if it has none. */
  reference: number | null;
  /** The use of the area; null if it is not known. */
  use: string | null;
  /** The year in which the area was built; null if it is not known. */
  @IntegerProperty({ minimum: 1000, maximum: 2100 }) builtYear: number | null;
  /**
   * The rank, from 1 for the lowest `kwhPerM2`. Equal areas have the same rank. Null if less than 90 % of the range was
   * measured.
   */
  @Nullable() @IntegerProperty({ minimum: 1 }) rank: number | null;
}

export function toBudgetDto({ id, areaId, energyType, year, months }: BudgetEntity): BudgetDto {
  return { id, areaId, energyType, year, months };
}
