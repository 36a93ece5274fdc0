import type { EnergyType } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { metersOfEnergy, metersOfPower, siteMeters } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { startOf } from '../arithmetic/calendar';
import { roundedEnergy } from '../arithmetic/rounded';
import { type Completeness, CompletenessService } from '../energy/completeness.service';
import { sumOfPower } from '../energy/current-power';
import { type PointCounts, pointCounts } from './point-counts.queries';
import { SiteAmountsService } from './site-amounts.service';

/** The figures of the whole site that follow from its meters and points. Their completeness is that of today. */
export interface OverviewStats extends Completeness {
  /** kW. */
  currentPower: number | null;
  energyToday: number | null;
  energyMonth: number | null;
  /** kg CO2e. */
  carbonToday: number | null;
  carbonMonth: number | null;
  /** In `currency`. */
  costMonth: number | null;
  /** ISO 4217. */
  currency: string;
  points: PointCounts;
  updatedAt: string;
}

/** A point is online if its last value is at most this old. */
const RECENT_MS = 15 * 60_000;

/** Computes the figures of the whole site. The number of queries does not depend on the number of areas and meters. */
@Injectable()
export class OverviewStatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly amounts: SiteAmountsService,
    private readonly completeness: CompletenessService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  async stats(energyType: EnergyType = 'electricity'): Promise<OverviewStats> {
    const nowMs = this.clock.nowMs();
    const [zone, site] = await Promise.all([this.configuration.timezone(), this.areas.site()]);
    const common = { meters: siteMeters(site, energyType, metersOfEnergy), energyType, zone };
    const span = (interval: 'day' | 'month') => ({ startMs: startOf(interval, nowMs, zone), endMs: nowMs });
    const today = { ...common, span: span('day'), grain: 'hours' as const };
    const month = { ...common, span: span('month'), grain: 'days' as const };
    const [energyToday, energyMonth, carbonToday, carbonMonth, cost, completeness, points] =
      await Promise.all([
        this.amounts.energy(today),
        this.amounts.energy(month),
        this.amounts.emissions(today),
        this.amounts.emissions(month),
        this.amounts.cost(month),
        this.completeness.of(common.meters, today.span, zone),
        pointCounts(this.dataSource.manager, new Date(nowMs - RECENT_MS)),
      ]);
    return {
      currentPower: roundedEnergy(sumOfPower(siteMeters(site, energyType, metersOfPower(nowMs)))),
      energyToday,
      energyMonth,
      carbonToday,
      carbonMonth,
      costMonth: cost.amount,
      currency: cost.currency,
      ...completeness,
      points,
      updatedAt: new Date(nowMs).toISOString(),
    };
  }
}
