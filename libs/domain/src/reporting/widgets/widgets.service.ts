import { Environment } from '@app/config';
import { widgetCreated, widgetDeleted } from '@app/contracts';
import { DEFAULT_DASHBOARD, inTransaction, requireRow } from '@app/entities';
import { EventBus } from '@app/events';
import { type Actor, Clock, DomainError, type ErrorDetail, newId, say, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { bindingOf, showsWeather } from './widget-binding';
import { layoutFaults } from './widget-layout';
import {
  beginChange,
  deleteWidget,
  findWidget,
  findWidgets,
  insertWidget,
  updateSettings,
  updateWidget,
  type Widget,
  type WidgetSettings,
} from './widgets.queries';

export type { Widget } from './widgets.queries';
/** A new widget. Its `dataJson` must be valid for its `dataType`. */
export type WidgetInput = Omit<Widget, 'id' | 'data' | 'updatedAt'>;
/** A widget of a dashboard that is saved as a whole. Without an id, it is new. */
export type SavedWidget = WidgetInput & { id?: string };
/** Changes of a widget's layout and configuration. Omitted fields keep their value. */
export type WidgetSettingsChanges = Partial<WidgetSettings> & Pick<Widget, 'id'>;

/** The widgets of a dashboard before and after it was saved as a whole. */
export interface ReplacedWidgets {
  before: Widget[];
  after: Widget[];
}

const NAME = 'The widget';

/** Lists and changes the widgets of dashboards. Without another one, it uses the default dashboard. */
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
  async list(dashboardId = DEFAULT_DASHBOARD): Promise<Widget[]> {
    return this.shown(await findWidgets(this.dataSource.manager, dashboardId));
  }

  /** @throws DomainError invalid for an unknown area, or for a widget that leaves the grid; `dashboard_full` */
  async create(actor: Actor, input: WidgetInput): Promise<Widget> {
    assertNoFaults('The widget is not valid.', await this.faultsOf([input], () => ''));
    const widget = this.widgetOf(input);
    await inTransaction(this.dataSource, async (manager) => {
      await beginChange(manager, DEFAULT_DASHBOARD);
      this.assertRoom((await findWidgets(manager, DEFAULT_DASHBOARD)).length + 1);
      await insertWidget(manager, { ...widget, dashboardId: DEFAULT_DASHBOARD });
      const record = { action: 'widget.created', target: `widget ${widget.id}`, after: input };
      await this.audit.record(actor, record, manager);
    });
    this.bus.publish(widgetCreated, { widgetId: widget.id });
    return widget;
  }

  /**
   * Replaces the widgets of a dashboard, which the caller has locked. A widget with an id replaces the stored one, and
   * stored widgets that are not among the wanted ones are deleted. Hidden widgets stay. After the transaction, call
   * `announce`.
   * @throws DomainError invalid with a detail per fault; `dashboard_full`
   */
  async replace(
    manager: EntityManager,
    dashboardId: number,
    wanted: readonly SavedWidget[],
  ): Promise<ReplacedWidgets> {
    const stored = await findWidgets(manager, dashboardId);
    const before = this.shown(stored);
    const known = new Map(before.map((widget) => [widget.id, widget]));
    const faults = [
      ...idFaults(wanted, known),
      ...(await this.faultsOf(wanted, (index) => `widgets[${index}].`)),
    ];
    assertNoFaults('The dashboard is not valid.', faults);
    this.assertRoom(stored.length - before.length + wanted.length);
    const after = wanted.map((input) => this.widgetOf(input, known.get(input.id ?? '')));
    for (const widget of after) {
      if (known.has(widget.id)) await updateWidget(manager, widget);
      else await insertWidget(manager, { ...widget, dashboardId });
    }
    const kept = new Set(after.map(({ id }) => id));
    for (const { id } of before) if (!kept.has(id)) await deleteWidget(manager, id);
    return { before, after };
  }

  /** Publishes what has been replaced, so that data is computed and clients forget deleted widgets. */
  announce({ before, after }: ReplacedWidgets): void {
    for (const { id, data } of after) if (data === null) this.bus.publish(widgetCreated, { widgetId: id });
    const kept = new Set(after.map(({ id }) => id));
    for (const { id } of before) if (!kept.has(id)) this.bus.publish(widgetDeleted, { widgetId: id });
  }

  /**
   * Changes the layout and the configuration of widgets. Either all changes are made or none. Widgets that the changes
   * do not mention stay as they are.
   * @returns all widgets
   * @throws DomainError invalid with a detail for each unknown or repeated id, and for each widget that leaves the grid
   */
  async arrange(actor: Actor, changes: readonly WidgetSettingsChanges[]): Promise<Widget[]> {
    await inTransaction(this.dataSource, async (manager) => {
      await beginChange(manager, DEFAULT_DASHBOARD);
      const stored = await findWidgets(manager, DEFAULT_DASHBOARD);
      const known = new Map(stored.map((widget) => [widget.id, widget]));
      assertNoFaults('The layout is not valid.', settingsFaults(changes, known));
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
      await beginChange(manager, DEFAULT_DASHBOARD);
      const { data: _data, ...before } = await requireRow(findWidget(manager, id), NAME);
      await deleteWidget(manager, id);
      await this.audit.record(actor, { action: 'widget.removed', target: `widget ${id}`, before }, manager);
    });
    this.bus.publish(widgetDeleted, { widgetId: id });
  }

  private shown(widgets: Widget[]): Widget[] {
    const hasWeather = this.environment.WEATHER_API_KEY !== undefined;
    return hasWeather ? widgets : widgets.filter((widget) => !showsWeather(widget));
  }

  /** @param stored the widget that is replaced. It keeps its data if it shows the same as before */
  private widgetOf({ id = newId(), ...input }: SavedWidget, stored?: Widget): Widget {
    if (stored?.dataType === input.dataType && stored.dataJson === input.dataJson)
      return { ...stored, ...input };
    const binding = bindingOf(input);
    const isStatic = binding.dataType === 'static';
    return {
      id,
      ...input,
      data: isStatic ? binding.selection : null,
      updatedAt: isStatic ? this.clock.now() : null,
    };
  }

  private assertRoom(count: number): void {
    const { LIMIT_DASHBOARD_WIDGETS: most } = this.environment;
    if (count <= most) return;
    throw new DomainError('conflict', 'dashboard_full', say('dashboard_full', { most }));
  }

  /** @param pathOf returns the path of the widget with an index, such as `widgets[1].` */
  private async faultsOf(
    widgets: readonly WidgetInput[],
    pathOf: (index: number) => string,
  ): Promise<ErrorDetail[]> {
    const known = new Set((await this.areas.site()).areas.map(({ id }) => id));
    return widgets.flatMap((widget, index) => {
      const faults = layoutFaults(widget, pathOf(index));
      const { dataType, selection } = bindingOf(widget);
      if (dataType !== 'energy' || selection.areaId === undefined || known.has(selection.areaId))
        return faults;
      return [
        ...faults,
        { path: `${pathOf(index)}dataJson.areaId`, ...unknownRecord('area', selection.areaId) },
      ];
    });
  }
}

function assertNoFaults(message: string, faults: ErrorDetail[]): void {
  if (faults.length > 0) throw DomainError.invalid(message, faults);
}

function settingsOf({ layoutX, layoutY, layoutW, layoutH, config }: Widget): WidgetSettings {
  return { layoutX, layoutY, layoutW, layoutH, config };
}

function settingsFaults(
  changes: readonly WidgetSettingsChanges[],
  known: ReadonlyMap<string, Widget>,
): ErrorDetail[] {
  const layouts = changes.flatMap((change, index) => {
    const widget = known.get(change.id);
    return widget ? layoutFaults({ ...settingsOf(widget), ...change }, `widgets[${index}].`) : [];
  });
  return [...idFaults(changes, known), ...layouts];
}

/** Returns a fault for each id that is unknown or occurs twice. */
function idFaults(
  widgets: readonly Partial<Pick<Widget, 'id'>>[],
  known: ReadonlyMap<string, Widget>,
): ErrorDetail[] {
  const named = new Set<string>();
  return widgets.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const path = `widgets[${index}].id`;
    if (!known.has(id)) return [{ path, ...unknownRecord('widget', id) }];
    if (named.has(id)) return [{ path, ...say('widget_twice', { id }) }];
    named.add(id);
    return [];
  });
}
