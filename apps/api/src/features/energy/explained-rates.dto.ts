import type { ExplainedRate } from '@app/domain';
import { OmitType } from '@nestjs/swagger';
import { CarbonFactorNodeDto } from '../emissions/carbon-factors.dto';

/** The energy of a range that has the same price. */
export class ExplainedPriceDto {
  /** Price per kWh (m³ for water); null if no tariff applies. */
  price: number | null;
  /** The energy at this price; null if nothing was measured. */
  energy: number | null;
  /** The cost of the energy; null if the cost of the range is unknown. */
  cost: number | null;
}

/** An emission factor that was published. */
export class PublishedFactorDto extends OmitType(CarbonFactorNodeDto, ['id', 'children']) {}

/** The energy of a range that has the same emission factor. */
export class ExplainedFactorDto {
  /** Emissions per kWh (m³ for water), in kg CO2e; null if no factor is valid. */
  factor: number | null;
  /** The energy at this factor; null if nothing was measured. */
  energy: number | null;
  /** The emissions of the energy; null if the emissions of the range are unknown. */
  emissions: number | null;
  /** The published factors with this value. */
  published: PublishedFactorDto[];
}

export function toExplainedPrice({ rate, energy, amount }: ExplainedRate): ExplainedPriceDto {
  return { price: rate, energy, cost: amount };
}

export function toExplainedFactor({ rate, energy, amount, factors }: ExplainedRate): ExplainedFactorDto {
  // The answer has only the fields of `PublishedFactorDto`.
  return { factor: rate, energy, emissions: amount, published: [...factors] };
}
