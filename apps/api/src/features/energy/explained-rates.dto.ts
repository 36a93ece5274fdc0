import type { ExplainedRate } from '@app/domain';
import { OmitType } from '@nestjs/swagger';
import { CarbonFactorNodeDto } from '../emissions/carbon-factors.dto';

/** The part of a range's energy to which one price applies. */
export class ExplainedPriceDto {
  /** Price per kWh (m³ for water); null if no tariff applies. */
  price: number | null;
  /** The energy at this price; null if nothing was measured. */
  energy: number | null;
  /** The cost of the energy; null if the cost of the range is unknown. */
  cost: number | null;
}

/** A published emission factor. */
export class PublishedFactorDto extends OmitType(CarbonFactorNodeDto, ['id', 'children']) {}

/** The part of a range's energy to which one emission factor applies. */
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
  // The response serializer removes every field that `PublishedFactorDto` does not have.
  return { factor: rate, energy, emissions: amount, published: [...factors] };
}
