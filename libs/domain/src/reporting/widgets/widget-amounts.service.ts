import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { energyMeters } from '../../metering/areas/area-tree';
import { AreasService } from '../../metering/areas/areas.service';
import { EMISSIONS_FORMAT } from '../../metering/emissions/emissions.service';
import { spansOf } from '../../metering/energy/figure-period';
import { SiteAmountsService } from '../../metering/overview/site-amounts.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { EnergySelection } from './widget-binding';

/** The cost or the emissions of a period. The amount is null if it is not known. */
export interface WidgetAmount {
  amount: number | null;
  /** A currency, or `kg CO2e`. */
  amountUnit: string;
}

/** Computes the cost or the emissions of the energy of a widget. */
@Injectable()
export class WidgetAmountsService {
  constructor(
    private readonly areas: AreasService,
    private readonly amounts: SiteAmountsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found for an unknown area */
  async amount({
    areaId,
    energyType = 'electricity',
    period = 'today',
    metric,
  }: EnergySelection): Promise<WidgetAmount> {
    const zone = await this.configuration.timezone();
    const meters = energyMeters(await this.areas.energySite(), energyType, areaId);
    const { current: span } = spansOf({ period }, this.clock.nowMs(), zone);
    const grain = period === 'today' ? 'hours' : 'days';
    const query = { meters, energyType, span, zone, grain } as const;
    if (metric === 'emissions')
      return { amount: await this.amounts.emissions(query), amountUnit: EMISSIONS_FORMAT.unit };
    const { amount, currency } = await this.amounts.cost(query);
    return { amount, amountUnit: currency };
  }
}
