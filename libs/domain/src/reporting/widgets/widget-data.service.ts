import type { WidgetJson } from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PointsService } from '../../building/points/points.service';
import { EnergyStatsService } from '../../metering/energy/energy-stats.service';
import { EnergyChartService } from '../../metering/overview/energy-chart.service';
import { ActiveAlertsService } from '../../operations/alerts/active-alerts.service';
import { FaultStatsService } from '../../operations/faults/fault-stats.service';
import { WeatherService } from '../weather/weather.service';
import { WidgetAmountsService } from './widget-amounts.service';
import type { AlertsSelection, EnergySelection, PointsSelection, WidgetBinding } from './widget-binding';

const NEWEST_ALERTS = 10;

/** Computes the data of widgets with the same services that the other routes use. */
@Injectable()
export class WidgetDataService {
  constructor(
    private readonly stats: EnergyStatsService,
    private readonly charts: EnergyChartService,
    private readonly amounts: WidgetAmountsService,
    private readonly points: PointsService,
    private readonly alerts: ActiveAlertsService,
    private readonly faults: FaultStatsService,
    private readonly weather: WeatherService,
  ) {}

  /** Returns JSON data. It is null if the record that a widget shows no longer exists. */
  async compute(binding: WidgetBinding): Promise<WidgetJson> {
    try {
      const data = await this.dataOf(binding);
      return JSON.parse(JSON.stringify(data)) as WidgetJson;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  private dataOf({ dataType, selection }: WidgetBinding): Promise<unknown> {
    switch (dataType) {
      case 'energy':
        return this.energy(selection);
      case 'points':
        return this.lastValues(selection);
      case 'alerts':
        return this.activeAlerts(selection);
      case 'faults':
        return this.faults.read();
      case 'weather':
        return this.weather.current();
      default:
        return Promise.resolve(selection);
    }
  }

  private async energy(selection: EnergySelection): Promise<object> {
    const { areaId, energyType, period = 'today', metric = 'energy' } = selection;
    const [stats, chart, amount] = await Promise.all([
      this.stats.stats({ areaId, energyType, period }),
      this.charts.chart(period, energyType, areaId),
      metric === 'energy' ? {} : this.amounts.amount(selection),
    ]);
    return { ...stats, ...chart, ...amount };
  }

  /** One entry per code, in the order of the codes. */
  private async lastValues({ codes }: PointsSelection): Promise<object[]> {
    const [points, values] = await Promise.all([this.points.byCode(codes), this.points.lastValues(codes)]);
    return codes.map((code) => {
      const { name = null, unit = null } = points.get(code) ?? {};
      const last = values.get(code) ?? { code, value: null, quality: 'bad' as const, timestamp: null };
      return { ...last, name, unit };
    });
  }

  private async activeAlerts({ minSeverity = 'indeterminate' }: AlertsSelection): Promise<object> {
    const severities = ALERT_SEVERITIES.slice(0, ALERT_SEVERITIES.indexOf(minSeverity) + 1);
    const [counts, newest] = await Promise.all([
      this.alerts.countBySeverity(),
      this.alerts.newest(severities, NEWEST_ALERTS),
    ]);
    const shown = (severity: AlertSeverity) => (severities.includes(severity) ? counts[severity] : 0);
    const bySeverity = Object.fromEntries(ALERT_SEVERITIES.map((severity) => [severity, shown(severity)]));
    const total = severities.reduce((sum, severity) => sum + counts[severity], 0);
    return { total, bySeverity, newest };
  }
}
