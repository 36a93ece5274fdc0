import type { EnergyType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { EnergyScopeService, type EnergyScopeQuery } from '../energy/energy-scope.service';
import { type AmountFormat, type RatedPoint, RatedPointsService } from '../rates/rated-points.service';
import { CarbonFactorsService } from './carbon-factors.service';
import { type FactorSchedule, factorSchedule } from './factor-schedule';

/** The unit and the decimals of emissions in responses. */
export const EMISSIONS_FORMAT: AmountFormat = { unit: 'kg CO2e', places: 3 };

/** Computes emissions from energy and emission factors. */
@Injectable()
export class EmissionsService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly rated: RatedPointsService,
    private readonly factors: CarbonFactorsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Returns the emissions per bucket and area, ordered by area and then by time. The value is null if nothing was
   * measured, or if no factor is valid for a part of the energy.
   * @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area
   */
  async points(query: EnergyScopeQuery): Promise<RatedPoint[]> {
    const scope = await this.scopes.scope(query);
    return this.rated.points(scope, await this.schedule(scope.energyType), EMISSIONS_FORMAT);
  }

  /** Returns the factors of an energy type in the configured region and scope. */
  async schedule(energyType: EnergyType): Promise<FactorSchedule> {
    const { carbon, timezone } = await this.configuration.current();
    return factorSchedule(await this.factors.factors(), energyType, carbon, timezone);
  }
}
