import type { CarbonFactorRecord, EnergyType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import type { Bucket } from '../arithmetic/calendar';
import { decimalNumber, type ExactDecimal } from '../arithmetic/exact-decimal';
import { CostsService } from '../costs/costs.service';
import { EMISSIONS_FORMAT, EmissionsService } from '../emissions/emissions.service';
import type { RateSchedule } from '../rates/rate-schedule';
import type { SummedMeter } from '../meters/energy-sums.service';
import type { AmountFormat } from '../rates/rated-points.service';
import { MWH_SCALE, partAmounts, RatedEnergy, ratedAmounts, sumOfMeters } from '../rates/rated-energy';
import { RatedSumsService } from '../rates/rated-sums.service';
import { roundedShares } from './rounded-shares';

/** Digits of energy after the decimal point. */
export const ENERGY_PLACES = 3;

/** The energy of the range at one price or emission factor. */
export interface ExplainedRate {
  /** The price or the emission factor per kWh (m³ for water); null if none applies. */
  rate: number | null;
  energy: number | null;
  /** Null if the figure is null. The amounts add up to the figure exactly. */
  amount: number | null;
  /** The published factors with this value. Empty for prices. */
  factors: readonly CarbonFactorRecord[];
}

/** A figure with its shares, one per meter. */
export interface MeterShares {
  value: number | null;
  unit: string;
  shares: (number | null)[];
}

export interface RateBreakdown extends MeterShares {
  rates: ExplainedRate[];
}

/** Divides the costs or emissions of a period by meter and by rate. */
@Injectable()
export class RateBreakdownService {
  constructor(
    private readonly rated: RatedSumsService,
    private readonly emissions: EmissionsService,
    private readonly costs: CostsService,
  ) {}

  async breakDown(
    metric: 'emissions' | 'cost',
    energyType: EnergyType,
    { meters, period, zone }: { meters: readonly SummedMeter[]; period: Bucket; zone: string },
  ): Promise<RateBreakdown> {
    const { schedule, format, factorsOf } = await this.ratesOf(metric, energyType, period);
    const sums = await this.rated.sum({ meters, buckets: [period], zone, grain: 'days' }, schedule);
    const amountOf = (energy: RatedEnergy) => ratedAmounts(energy, sums.parts, schedule.rates)[0] ?? null;
    const total = sumOfMeters(meters, sums);
    // If the rate of any part is unknown, the figure and its shares are null.
    const isKnown = amountOf(total) !== null;
    const amounts = meters.map(({ id }) => {
      const energy = sums.byMeter.get(id);
      return energy && isKnown ? amountOf(energy) : null;
    });
    const ofRates = roundedShares(
      isKnown ? partAmounts(total, sums.parts, schedule.rates) : sums.parts.map(() => null),
      format.places,
    );
    const energies = roundedShares([...total.partsMwh].map(energyDecimal), ENERGY_PLACES);
    const rates = sums.parts.map(({ rate }, part) => {
      const { digits, scale } = (rate === null ? undefined : schedule.rates[rate]) ?? {};
      return {
        rate: digits === undefined || scale === undefined ? null : decimalNumber(digits, scale),
        energy: energies.shares[part] ?? null,
        amount: ofRates.shares[part] ?? null,
        factors: rate === null ? [] : factorsOf(rate),
      };
    });
    return { ...roundedShares(amounts, format.places), unit: format.unit, rates };
  }

  private async ratesOf(
    metric: 'emissions' | 'cost',
    energyType: EnergyType,
    period: Bucket,
  ): Promise<{
    schedule: RateSchedule;
    format: AmountFormat;
    factorsOf: (rate: number) => readonly CarbonFactorRecord[];
  }> {
    if (metric === 'cost') return { ...(await this.costs.pricing(energyType)), factorsOf: () => [] };
    const schedule = await this.emissions.schedule(energyType);
    return { schedule, format: EMISSIONS_FORMAT, factorsOf: (rate) => schedule.factorsOf(rate, period) };
  }
}

/** Converts milliwatt-hours to kWh; null if nothing was measured. */
export function energyDecimal(energyMwh: number): ExactDecimal | null {
  return Number.isNaN(energyMwh) ? null : { digits: BigInt(energyMwh), scale: MWH_SCALE };
}
