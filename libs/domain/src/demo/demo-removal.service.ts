import { inTransaction } from '@app/entities';
import { type Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionHistoryService } from '../automation/executions/history/execution-history.service';
import { ModelsService } from '../building/models/models.service';
import { SceneService } from '../building/scene/scene.service';
import { AreasService } from '../metering/areas/areas.service';
import { BaselinesService } from '../metering/baselines/baselines.service';
import { ContractsService } from '../metering/bills/contracts.service';
import { BudgetsService } from '../metering/budgets/budgets.service';
import { OutdoorTemperatureService } from '../metering/temperature/outdoor-temperature.service';
import { AlertRulesService } from '../operations/alert-rules/alert-rules.service';
import { AlertsService } from '../operations/alerts/alerts.service';
import { CalendarsService } from '../operations/calendars/calendars.service';
import { FaultsService } from '../operations/faults/faults.service';
import { AirHandlersService } from '../operations/losses/air-handlers.service';
import { MaintenanceService } from '../operations/maintenance/maintenance.service';
import { NotesService } from '../operations/notes/notes.service';
import { NotificationRulesService } from '../operations/notifications/rules/notification-rules.service';
import { AuditService } from '../platform/audit/audit.service';
import { ConfigurationService } from '../platform/configuration/configuration.service';
import { ReportPlansService } from '../reporting/report-plans/report-plans.service';
import { WidgetsService } from '../reporting/widgets/widgets.service';
import { DEMO_ACTOR } from './demo-actor';
import { withoutAreas } from './without-areas';
import { demoTariff, TEMPERATURE_CODE } from './demo-energy.service';
import { demoLabels } from './demo-labels';
import { hotspotId } from './demo-objects.service';
import { demoObjects } from './demo-objects';
import { findRecordsMadeBy, findTargetsMadeBy } from './demo.queries';

type Remove = (actor: Actor, id: string) => Promise<void>;

/** Removes the demonstration building. Other records stay, even if they refer to it. */
@Injectable()
export class DemoRemovalService {
  /** How to delete a record of each kind, by its id. */
  private readonly removers: Record<string, Remove>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly scene: SceneService,
    private readonly airHandlers: AirHandlersService,
    private readonly configuration: ConfigurationService,
    private readonly temperature: OutdoorTemperatureService,
    private readonly audit: AuditService,
    executions: ExecutionHistoryService,
    widgets: WidgetsService,
    models: ModelsService,
    baselines: BaselinesService,
    contracts: ContractsService,
    budgets: BudgetsService,
    calendars: CalendarsService,
    alerts: AlertsService,
    alertRules: AlertRulesService,
    faults: FaultsService,
    maintenance: MaintenanceService,
    notes: NotesService,
    notificationRules: NotificationRulesService,
    plans: ReportPlansService,
  ) {
    this.removers = {
      workflow: (actor, id) => executions.removeWorkflow(actor, id),
      widget: (actor, id) => widgets.remove(actor, id),
      // Objects and points are deleted with their model.
      model: numbered(models),
      baseline: numbered(baselines),
      contract: numbered(contracts),
      budget: numbered(budgets),
      calendar: numbered(calendars),
      alert: numbered(alerts),
      alert_rule: numbered(alertRules),
      fault: numbered(faults),
      maintenance: numbered(maintenance),
      note: numbered(notes),
      notification_rule: numbered(notificationRules),
      report: numbered(plans),
    };
  }

  /** True if an area of the demonstration building is there. */
  async isPresent(): Promise<boolean> {
    const { areas } = await this.areas.site();
    const ids = await this.areaIds();
    return areas.some(({ id }) => ids.has(id));
  }

  /**
   * Deletes the records that the demonstration has created, with everything that belongs to them. An interrupted removal
   * can be repeated, because the areas go last.
   */
  async remove(actor: Actor): Promise<void> {
    if (!(await this.isPresent())) return;
    const ids = await this.areaIds();
    const kinds = Object.keys(this.removers);
    for (const { kind, id } of await findTargetsMadeBy(this.dataSource.manager, DEMO_ACTOR.name, kinds))
      await ignoreMissing(this.removers[kind]?.(actor, id));
    await this.removeView(actor);
    await this.removeSettings(actor, ids);
    // The entry belongs to the demonstration, so that it is not created again.
    const record = { action: 'demonstration.removed', target: actor.name };
    await inTransaction(this.dataSource, (manager) => this.audit.record(DEMO_ACTOR, record, manager));
    await this.areas.change(actor, (site) => withoutAreas(site, ids));
  }

  /** The ids of the areas that the demonstration has created. They are never given to other areas. */
  private async areaIds(): Promise<Set<number>> {
    const records = await findRecordsMadeBy(this.dataSource.manager, DEMO_ACTOR.name, 'areas.replaced');
    const ids = records.flatMap((record) => Object.keys(JSON.parse(record ?? '{}') as object));
    return new Set(ids.map(Number));
  }

  /** Settings that a person has changed stay. */
  private async removeSettings(actor: Actor, areaIds: ReadonlySet<number>): Promise<void> {
    const { weather, tariffs } = await this.configuration.reread();
    const { electricity, ...others } = tariffs;
    // The currency may have been changed since.
    const own = [electricity].flat().map((tariff) => tariff && demoTariff(tariff.currency));
    const isOwnTariff = JSON.stringify([electricity].flat()) === JSON.stringify(own);
    const isOwnPoint = weather.temperaturePointCode === TEMPERATURE_CODE;
    await this.temperature.change(actor, {
      ...(isOwnPoint && { weather: { temperaturePointCode: null } }),
      ...(isOwnTariff && { tariffs: others }),
    });
    const units = await this.airHandlers.list();
    await this.airHandlers.replace(
      actor,
      units.filter(({ areaId }) => !areaIds.has(areaId)),
    );
  }

  private async removeView(actor: Actor): Promise<void> {
    const { labels, hotspots } = await this.scene.read();
    // The ids and codes are the same in all languages.
    const ownLabels = new Set(demoLabels('en-US').map(({ id }) => id));
    const ownHotspots = new Set(demoObjects('en-US').map(({ code }) => hotspotId(code)));
    await this.scene.change(actor, {
      labels: labels.filter(({ id }) => !ownLabels.has(id)),
      hotspots: hotspots.filter(({ id }) => !ownHotspots.has(id)),
    });
  }
}

/** The removal of a record whose id is a number. */
function numbered(service: { remove(actor: Actor, id: number): Promise<void> }): Remove {
  return (actor, id) => service.remove(actor, Number(id));
}

/** A person may have deleted the record already. */
async function ignoreMissing(work: Promise<void> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
  }
}
