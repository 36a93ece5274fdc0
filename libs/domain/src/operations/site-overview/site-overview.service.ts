import type { EnergyType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { type OverviewStats, OverviewStatsService } from '../../metering/overview/overview-stats.service';
import { AlertsService } from '../alerts/alerts.service';
import { FaultsService } from '../faults/faults.service';
import { MaintenanceService } from '../maintenance/maintenance.service';

/** The figures of the whole site. */
export interface SiteOverview extends OverviewStats {
  activeAlerts: number;
  openFaults: number;
  openMaintenance: number;
}

/** Adds the counts of active alerts and open work to the figures of the meters. The number of queries is constant. */
@Injectable()
export class SiteOverviewService {
  constructor(
    private readonly overview: OverviewStatsService,
    private readonly alerts: AlertsService,
    private readonly faults: FaultsService,
    private readonly maintenance: MaintenanceService,
  ) {}

  async stats(energyType: EnergyType = 'electricity'): Promise<SiteOverview> {
    const [stats, activeAlerts, openFaults, openMaintenance] = await Promise.all([
      this.overview.stats(energyType),
      this.alerts.countActive(),
      this.faults.countOpen(),
      this.maintenance.countOpen(),
    ]);
    return { ...stats, activeAlerts, openFaults, openMaintenance };
  }
}
