import type { EnergyType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import type { BucketSum } from '../arithmetic/bucket-sums';
import type { Bucket } from '../arithmetic/calendar';
import { roundedDecimal } from '../arithmetic/exact-decimal';
import { roundedEnergy } from '../arithmetic/rounded';
import { CostsService } from '../costs/costs.service';
import { EMISSIONS_FORMAT, EmissionsService } from '../emissions/emissions.service';
import { areaFigures } from '../energy/area-figures';
import { EnergySumsService, type SummedMeter } from '../meters/energy-sums.service';
import type { RateSchedule } from '../rates/rate-schedule';
import { ratedAmounts, sumOfMeters } from '../rates/rated-energy';
import { type AmountFormat } from '../rates/rated-points.service';
import { RatedSumsService } from '../rates/rated-sums.service';

/** Meters of one energy type, and a period. */
export interface AmountQuery {
  meters: readonly SummedMeter[];
  energyType: EnergyType;
  span: Bucket;
  zone: string;
  /** `days` reads the stored local days, which is faster for long periods. */
  grain: 'hours' | 'days';
}

/** Computes energy, emissions and cost of a period. The number of queries does not depend on the size of the site. */
@Injectable()
export class SiteAmountsService {
  constructor(
    private readonly sums: EnergySumsService,
    private readonly rated: RatedSumsService,
    private readonly emissionsService: EmissionsService,
    private readonly costs: CostsService,
  ) {}

  /** kWh (m³ for water) per bucket; null if nothing was measured. */
  async energies(query: Omit<AmountQuery, 'span'>, buckets: readonly Bucket[]): Promise<(number | null)[]> {
    const { meters, zone, grain } = query;
    const sums: BucketSum[][] = [...(await this.sums.byMeter(meters, buckets, zone, grain)).values()];
    return areaFigures(buckets, sums).map(({ value }) => roundedEnergy(value));
  }

  /** kWh (m³ for water); null if nothing was measured. */
  async energy(query: AmountQuery): Promise<number | null> {
    return (await this.energies(query, [query.span]))[0] ?? null;
  }

  /** kg CO2e; null if nothing was measured, or if no factor is valid for a part of the energy. */
  async emissions(query: AmountQuery): Promise<number | null> {
    return this.amount(query, await this.emissionsService.schedule(query.energyType), EMISSIONS_FORMAT);
  }

  /** The amount is null if nothing was measured, or if no tariff applies to a part of the energy. */
  async cost(query: AmountQuery): Promise<{ amount: number | null; currency: string }> {
    const { schedule, format } = await this.costs.pricing(query.energyType);
    return { amount: await this.amount(query, schedule, format), currency: format.unit };
  }

  private async amount(
    { span, ...query }: AmountQuery,
    schedule: RateSchedule,
    { places }: AmountFormat,
  ): Promise<number | null> {
    const sums = await this.rated.sum({ ...query, buckets: [span] }, schedule);
    const [amount] = ratedAmounts(sumOfMeters(query.meters, sums), sums.parts, schedule.rates);
    return amount ? roundedDecimal(amount, places) : null;
  }
}
