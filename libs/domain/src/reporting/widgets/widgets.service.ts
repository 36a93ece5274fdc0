import { Environment } from '@app/config';
import { widgetCreated, widgetDeleted } from '@app/contracts';
import { inTransaction, requireRow, type WidgetEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { type Actor, Clock, DomainError, type ErrorDetail, newId, say, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { bindingOf, showsWeather, type WidgetBinding } from './widget-binding';
import { layoutFaults } from './widget-layout';
import {
  beginChange,
  countWidgets,
  deleteWidget,
  findWidget,
  findWidgets,
  findWidgetsById,
  insertWidget,
  updateSettings,
  type WidgetSettings,
} from './widgets.queries';

export type Widget = WidgetEntity;
/** A new widget. Its `dataJson` must be valid for its `dataType`. */
export type WidgetInput = Omit<WidgetEntity, 'id' | 'data' | 'updatedAt'>;
/** Changes of a widget's layout and configuration. Omitted fields keep their value. */
export type WidgetSettingsChanges = Partial<WidgetSettings> & Pick<WidgetEntity, 'id'>;

const NAME = 'The widget';

/** Lists, creates, arranges and deletes the widgets of the dashboard. */
@Injectable()
export class WidgetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly audit: AuditService,
    private readonly environment: Environment,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** All widgets, from top to bottom. Widgets that show the weather are left out if no weather is configured. */
  async list(): Promise<Widget[]> {
    const widgets = await findWidgets(this.dataSource.manager);
    const hasWeather = this.environment.WEATHER_API_KEY !== undefined;
    return hasWeather ? widgets : widgets.filter((widget) => !showsWeather(widget));
  }

  /** @throws DomainError invalid for an unknown area, or for a widget that leaves the grid; `dashboard_full` */
  async create(actor: Actor, input: WidgetInput): Promise<Widget> {
    const binding = bindingOf(input);
    const faults = [...layoutFaults(input), ...(await this.referenceFaults(binding))];
    if (faults.length > 0) throw DomainError.invalid('The widget is not valid.', faults);
    const isStatic = binding.dataType === 'static';
    const widget: Widget = {
      id: newId(),
      ...input,
      data: isStatic ? binding.selection : null,
      updatedAt: isStatic ? this.clock.now() : null,
    };
    await inTransaction(this.dataSource, async (manager) => {
      await beginChange(manager);
      this.assertRoom(await countWidgets(manager));
      await insertWidget(manager, widget);
      const record = { action: 'widget.created', target: `widget ${widget.id}`, after: input };
      await this.audit.record(actor, record, manager);
    });
    this.bus.publish(widgetCreated, { widgetId: widget.id });
    return widget;
  }

  /**
   * Changes the layout and the configuration of widgets. Either all changes are made or none. Widgets that the changes
   * do not mention stay as they are.
   * @returns all widgets
   * @throws DomainError invalid with a detail for each unknown or repeated id, and for each widget that leaves the grid
   */
  async arrange(actor: Actor, changes: readonly WidgetSettingsChanges[]): Promise<Widget[]> {
    await inTransaction(this.dataSource, async (manager) => {
      await beginChange(manager);
      const found = await findWidgetsById(
        manager,
        changes.map(({ id }) => id),
      );
      const known = new Map(found.map((widget) => [widget.id, widget]));
      const faults = settingsFaults(changes, known);
      if (faults.length > 0) throw DomainError.invalid('The layout is not valid.', faults);
      const before: Record<string, WidgetSettings> = {};
      const after: Record<string, WidgetSettings> = {};
      for (const { id, ...change } of changes) {
        const widget = known.get(id);
        if (!widget) continue;
        before[id] = settingsOf(widget);
        after[id] = { ...before[id], ...change };
        await updateSettings(manager, id, after[id]);
      }
      await this.audit.recordChange(actor, { action: 'dashboard.changed', before, after }, manager);
    });
    return this.list();
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: string): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await beginChange(manager);
      const { data: _data, ...before } = await requireRow(findWidget(manager, id), NAME);
      await deleteWidget(manager, id);
      await this.audit.record(actor, { action: 'widget.removed', target: `widget ${id}`, before }, manager);
    });
    this.bus.publish(widgetDeleted, { widgetId: id });
  }

  private assertRoom(count: number): void {
    const { LIMIT_DASHBOARD_WIDGETS: most } = this.environment;
    if (count < most) return;
    const message = say('dashboard_full', { most });
    throw new DomainError('conflict', 'dashboard_full', message);
  }

  private async referenceFaults({ dataType, selection }: WidgetBinding): Promise<ErrorDetail[]> {
    if (dataType !== 'energy' || selection.areaId === undefined) return [];
    const { areaId } = selection;
    const { areas } = await this.areas.site();
    if (areas.some(({ id }) => id === areaId)) return [];
    return [{ path: 'dataJson.areaId', ...unknownRecord('area', areaId) }];
  }
}

function settingsOf({ layoutX, layoutY, layoutW, layoutH, config }: Widget): WidgetSettings {
  return { layoutX, layoutY, layoutW, layoutH, config };
}

function settingsFaults(
  changes: readonly WidgetSettingsChanges[],
  known: ReadonlyMap<string, Widget>,
): ErrorDetail[] {
  const named = new Set<string>();
  return changes.flatMap((change, index) => {
    const path = `widgets[${index}].`;
    const widget = known.get(change.id);
    if (!widget) return [{ path: `${path}id`, ...unknownRecord('widget', change.id) }];
    if (named.has(change.id)) return [{ path: `${path}id`, ...say('widget_twice', { id: change.id }) }];
    named.add(change.id);
    return layoutFaults({ ...settingsOf(widget), ...change }, path);
  });
}
