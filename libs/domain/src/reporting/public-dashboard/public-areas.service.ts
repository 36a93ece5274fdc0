import type { AreaCard } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { metersOfEnergy, metersOfPower, siteMeters } from '../../metering/areas/area-tree';
import { AreasService } from '../../metering/areas/areas.service';
import { startOf } from '../../metering/arithmetic/calendar';
import { comparedSpans } from '../../metering/arithmetic/compared-spans';
import { roundedEnergy } from '../../metering/arithmetic/rounded';
import { AreaCardsService } from '../../metering/energy/area-cards.service';
import { sumOfPower } from '../../metering/energy/current-power';
import { EnergyDetailsService } from '../../metering/energy/energy-details.service';
import { EnergyStatsService } from '../../metering/energy/energy-stats.service';
import { SiteAmountsService } from '../../metering/overview/site-amounts.service';

/** Electricity of an area. Energy is in kWh and power in kW; null if nothing was measured. */
export interface PublicArea extends Pick<
  AreaCard,
  'id' | 'parentId' | 'name' | 'currentPower' | 'energyToday'
> {
  energyYesterday: number | null;
}

/** Electricity of the whole site, in which each meter counts once. */
export interface PublicSite extends Pick<PublicArea, 'currentPower' | 'energyToday' | 'energyYesterday'> {
  /** The change since the same part of yesterday in percent, by the hours and meters that both days have. */
  comparedToYesterday: number | null;
  /** The measured share of today, averaged over the meters. */
  coverage: number;
  /** The number of meters without recent readings. Their point codes are not public. */
  silentMeterCount: number;
}

/** Reads the electricity of the site and of all areas. */
@Injectable()
export class PublicAreasService {
  constructor(
    private readonly cards: AreaCardsService,
    private readonly details: EnergyDetailsService,
    private readonly sites: AreasService,
    private readonly amounts: SiteAmountsService,
    private readonly stats: EnergyStatsService,
  ) {}

  async site(nowMs: number, zone: string): Promise<PublicSite> {
    const todayMs = startOf('day', nowMs, zone);
    const yesterdayMs = startOf('day', todayMs - 1, zone);
    const site = await this.sites.site();
    const meters = siteMeters(site, 'electricity', metersOfEnergy);
    const common = { meters, energyType: 'electricity', zone } as const;
    const today = comparedSpans('day', nowMs, zone);
    const [{ total, coverage, silentMeters, comparedToLastPeriod }, energyYesterday] = await Promise.all([
      this.stats.ofSpans({ energyType: 'electricity' }, today, zone),
      this.amounts.energy({ ...common, span: { startMs: yesterdayMs, endMs: todayMs }, grain: 'days' }),
    ]);
    const power = sumOfPower(siteMeters(site, 'electricity', metersOfPower(nowMs)));
    return {
      currentPower: roundedEnergy(power),
      energyToday: total,
      energyYesterday,
      comparedToYesterday: comparedToLastPeriod.total,
      coverage,
      silentMeterCount: silentMeters.length,
    };
  }

  async figures(nowMs: number, zone: string): Promise<PublicArea[]> {
    const todayMs = startOf('day', nowMs, zone);
    const yesterday = { startMs: startOf('day', todayMs - 1, zone), endMs: todayMs };
    const [cards, points] = await Promise.all([
      this.cards.cards(),
      this.details.points({
        from: new Date(yesterday.startMs).toISOString(),
        to: new Date(yesterday.endMs).toISOString(),
        interval: 'day',
      }),
    ]);
    const energyOf = new Map(points.map(({ areaId, value }) => [areaId, value]));
    return cards.map(({ id, parentId, name, currentPower, energyToday }) => ({
      id,
      parentId,
      name,
      currentPower,
      energyToday,
      energyYesterday: energyOf.get(id) ?? null,
    }));
  }
}
