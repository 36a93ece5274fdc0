import type { EnergyType, Tariff } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { EnergyScopeService, type EnergyScopeQuery } from '../energy/energy-scope.service';
import type { RateSchedule } from '../rates/rate-schedule';
import { type AmountFormat, type RatedPoint, RatedPointsService } from '../rates/rated-points.service';
import { currencyPlaces } from './currency-places';
import { tariffSchedule } from './tariff-schedule';

/** The prices of an energy type, and the format of costs. */
export interface Pricing {
  schedule: RateSchedule;
  format: AmountFormat;
}

/** Computes costs from energy and tariffs. */
@Injectable()
export class CostsService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly rated: RatedPointsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Returns the cost per bucket and area, ordered by area and then by time. The value is null if nothing was measured,
   * or if no tariff applies to a part of the energy.
   * @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area
   */
  async points(query: EnergyScopeQuery): Promise<RatedPoint[]> {
    const scope = await this.scopes.scope(query);
    const { schedule, format } = await this.pricing(scope.energyType);
    return this.rated.points(scope, schedule, format);
  }

  /**
   * Returns the prices of an energy type. If it has no tariff, the schedule has no prices, and the unit is the
   * platform's currency.
   */
  async pricing(energyType: EnergyType): Promise<Pricing> {
    const { tariffs, timezone, currency } = await this.configuration.current();
    const tariff: Tariff | Tariff[] = tariffs[energyType] ?? [];
    const unit = [tariff].flat()[0]?.currency ?? currency;
    return {
      schedule: tariffSchedule(tariff, timezone),
      format: { unit, places: currencyPlaces(unit) },
    };
  }
}
