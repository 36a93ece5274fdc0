import type { Language } from '@app/entities';
import { type Actor, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../platform/configuration/configuration.service';
import { MetersService } from '../metering/meters/meters.service';
import { MeterJobsService } from '../metering/meters/meter-jobs.service';
import { hourBounds } from '../metering/meters/rollups.queries';
import { ReportStartsService } from '../reporting/report-plans/report-starts.service';
import { DEMO_ACTOR } from './demo-actor';
import { AreasService } from '../metering/areas/areas.service';
import { AlertActionsService } from '../operations/alerts/alert-actions.service';
import { ManualAlertsService } from '../operations/alerts/manual-alerts.service';
import { AlertRulesService } from '../operations/alert-rules/alert-rules.service';
import { FaultCommentsService } from '../operations/faults/fault-comments.service';
import { FaultsService } from '../operations/faults/faults.service';
import { MaintenanceService } from '../operations/maintenance/maintenance.service';
import { NotificationRulesService } from '../operations/notifications/rules/notification-rules.service';
import { ReportPlansService } from '../reporting/report-plans/report-plans.service';
import { ReportTemplatesService } from '../reporting/report-templates/report-templates.service';
import { WidgetsService } from '../reporting/widgets/widgets.service';
import { DEMO_TEXTS } from './demo-texts';
import { findShippedTemplate } from './demo.queries';

const DAY_MS = 86_400_000;
/** The last month is complete if history begins before it. */
const LONGEST_MONTHS_MS = 2 * 31 * DAY_MS;

/** Creates what people in a building work with: alerts, faults, work orders, rules, a report and a dashboard. */
@Injectable()
export class DemoLifeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly alerts: ManualAlertsService,
    private readonly alertActions: AlertActionsService,
    private readonly alertRules: AlertRulesService,
    private readonly faults: FaultsService,
    private readonly comments: FaultCommentsService,
    private readonly maintenance: MaintenanceService,
    private readonly notificationRules: NotificationRulesService,
    private readonly templates: ReportTemplatesService,
    private readonly plans: ReportPlansService,
    private readonly widgets: WidgetsService,
    private readonly configuration: ConfigurationService,
    private readonly meters: MetersService,
    private readonly meterJobs: MeterJobsService,
    private readonly reports: ReportStartsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param objectIds the ids of the objects of the building by their codes
   * @returns the id of the report plan, whose first run waits for the history of the meters
   */
  async seed(actor: Actor, objectIds: ReadonlyMap<string, number>): Promise<number | null> {
    const texts = DEMO_TEXTS[(await this.configuration.current()).language];
    const [building, ...floors] = (await this.areas.site()).areas.map(({ id }) => id);
    const airHandler = objectIds.get('AHU1') ?? null;

    const { alert } = await this.alerts.raise(actor, {
      ...texts.alerts.valve,
      severity: 'major',
      objectId: airHandler,
      pointCode: 'AHU1.SUPPLY.TEMP',
    });
    const { note: seen, ...lamp } = texts.alerts.lamp;
    const burning = await this.alerts.raise(actor, { ...lamp, severity: 'minor', areaId: floors[0] });
    await this.alertActions.acknowledge(actor, burning.alert.id, seen);
    const { note: closed, ...door } = texts.alerts.door;
    const open = await this.alerts.raise(actor, { ...door, severity: 'warning', areaId: building });
    await this.alertActions.clear(actor, open.alert.id, closed);
    await this.alertRules.create(actor, {
      name: texts.alertRule,
      severity: 'minor',
      pointCode: 'F2.EAST.ZONE.CO2',
      condition: { kind: 'threshold', comparison: 'gt', threshold: 1000, deadband: 50 },
      onDelaySeconds: 600,
    });

    const leaking = await this.faults.create(actor, {
      ...texts.faults.valve,
      severity: 'major',
      alertId: alert.id,
      objectId: airHandler,
    });
    await this.faults.change(actor, leaking.id, { status: 'in_progress' });
    await this.comments.create(actor, leaking.id, texts.comment);
    await this.faults.create(actor, { ...texts.faults.blind, severity: 'minor', areaId: floors[1] });
    const sensor = await this.faults.create(actor, {
      ...texts.faults.sensor,
      severity: 'minor',
      areaId: floors[2],
    });
    await this.faults.change(actor, sensor.id, { status: 'in_progress' });
    await this.faults.change(actor, sensor.id, { status: 'resolved', rootCause: texts.rootCause });

    const { checklist, ...filters } = texts.orders.filters;
    await this.maintenance.create(actor, {
      ...filters,
      type: 'preventive',
      objectId: airHandler,
      dueAt: this.inDays(5),
      checklist: checklist.map((text) => ({ text, done: false })),
      recurrence: { cron: '0 8 1 1,4,7,10 *' },
    });
    const repair = await this.maintenance.create(actor, {
      ...texts.orders.valve,
      priority: 'high',
      objectId: airHandler,
      faultId: leaking.id,
      dueAt: this.inDays(1),
    });
    await this.maintenance.change(actor, repair.id, { status: 'in_progress' });
    await this.maintenance.create(actor, {
      ...texts.orders.inspection,
      type: 'inspection',
      dueAt: this.inDays(-1),
    });

    await this.notificationRules.create(actor, {
      name: texts.notificationRule,
      minSeverity: 'major',
      channel: { kind: 'mail', to: ['facilities@example.com'] },
      enabled: false,
    });
    await this.createWidgets(actor, texts.widgets);
    return this.createReport(actor, texts.report);
  }

  /**
   * Starts the first run of the report as soon as the history of all meters is fetched. A simulated gateway with a short
   * history has nothing to report.
   * @returns false to be called again
   */
  async report(planId: number): Promise<boolean> {
    if ((await this.meterJobs.toBackfill(1)).length > 0) return false;
    const [meter] = await this.meters.listRead();
    const bounds = meter && (await hourBounds(this.dataSource.manager, meter.id));
    const hasMonth = bounds !== undefined && bounds.firstMs < this.clock.nowMs() - LONGEST_MONTHS_MS;
    if (hasMonth) await this.reports.start(DEMO_ACTOR, planId);
    return true;
  }

  private inDays(days: number): string {
    return new Date(this.clock.nowMs() + days * DAY_MS).toISOString();
  }

  private async createWidgets(actor: Actor, titles: (typeof DEMO_TEXTS)[Language]['widgets']): Promise<void> {
    const codes = ['AHU1.SUPPLY.TEMP', 'AHU1.RETURN.TEMP', 'BLDG.OUTSIDE.TEMP'];
    const contents = [
      ['chart', 'energy', titles.energy, { period: 'thisWeek' }],
      ['list', 'points', titles.points, { codes }],
      ['stats', 'faults', titles.faults, {}],
      ['list', 'alerts', titles.alerts, {}],
    ] as const;
    for (const [index, [type, dataType, title, selection]] of contents.entries()) {
      const place = { layoutX: 6 * (index % 2), layoutY: 3 * Math.floor(index / 2), layoutW: 6, layoutH: 3 };
      const dataJson = JSON.stringify(selection);
      await this.widgets.create(actor, { type, ...place, config: { title }, dataType, dataJson });
    }
  }

  private async createReport(actor: Actor, name: string): Promise<number | null> {
    await this.templates.ensure();
    const template = await findShippedTemplate(this.dataSource.manager, 'management-energy');
    if (!template) return null;
    const plan = { name, templateId: template.id, cron: '0 7 1 * *', format: 'pdf' } as const;
    return (await this.plans.create(actor, plan)).id;
  }
}
