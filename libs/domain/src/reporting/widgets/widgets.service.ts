import { Environment } from '@app/config';
import { widgetCreated, widgetDeleted, type WidgetReaders } from '@app/contracts';
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
   * Checks new widgets of a dashboard. This reads the areas, so call it before the transaction.
   * @throws DomainError invalid with a detail per fault
   */
  async check(widgets: readonly SavedWidget[]): Promise<void> {
    const faults = await this.faultsOf(widgets, (index) => `widgets[${index}].`);
    assertNoFaults('The dashboard is not valid.', faults);
  }

  /**
   * Replaces the widgets of a dashboard, which the caller has locked and checked. Of a widget with an id, only layout
   * and configuration change. Stored widgets that are not among the wanted ones are deleted. Hidden widgets stay. After
   * the transaction, call `announce`.
   * @param most the most widgets that the dashboard may have
   * @throws DomainError invalid for unknown and repeated ids; `dashboard_full`
   */
  async replace(
    manager: EntityManager,
    { dashboardId, wanted, most }: { dashboardId: number; wanted: readonly SavedWidget[]; most: number },
  ): Promise<ReplacedWidgets> {
    const stored = await findWidgets(manager, dashboardId);
    const before = this.shown(stored);
    const known = new Map(before.map((widget) => [widget.id, widget]));
    assertNoFaults('The dashboard is not valid.', idFaults(wanted, known));
    this.assertRoom(stored.length - before.length + wanted.length, most);
    const after: Widget[] = [];
    for (const { id, ...input } of wanted) {
      const kept = known.get(id ?? '');
      if (kept) {
        after.push({ ...kept, ...settingsOf(input) });
        await updateSettings(manager, kept.id, settingsOf(input));
      } else {
        const widget = this.widgetOf(input);
        after.push(widget);
        await insertWidget(manager, { ...widget, dashboardId });
      }
    }
    const replaced = { before, after };
    for (const { id } of goneFrom(replaced)) await deleteWidget(manager, id);
    return replaced;
  }

  /** Publishes new widgets, so that their data is computed, and deleted ones, so that clients forget them. */
  announce(replaced: ReplacedWidgets, readers?: WidgetReaders): void {
    for (const { id, data } of replaced.after)
      if (data === null) this.bus.publish(widgetCreated, { widgetId: id });
    for (const { id } of goneFrom(replaced)) this.bus.publish(widgetDeleted, { widgetId: id, readers });
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

  private widgetOf(input: WidgetInput): Widget {
    const binding = bindingOf(input);
    const isStatic = binding.dataType === 'static';
    return {
      id: newId(),
      ...input,
      data: isStatic ? binding.selection : null,
      updatedAt: isStatic ? this.clock.now() : null,
    };
  }

  private assertRoom(count: number, most = this.environment.LIMIT_DASHBOARD_WIDGETS): void {
    if (count <= most) return;
    throw new DomainError('conflict', 'dashboard_full', say('dashboard_full', { most }));
  }

  /** @param pathOf returns the path of the widget with an index, such as `widgets[1].` */
  private async faultsOf(
    widgets: readonly SavedWidget[],
    pathOf: (index: number) => string,
  ): Promise<ErrorDetail[]> {
    const known = new Set((await this.areas.site()).areas.map(({ id }) => id));
    return widgets.flatMap((widget, index) => {
      const faults = layoutFaults(widget, pathOf(index));
      const { dataType, selection } = bindingOf(widget);
      // The area of a stored widget may have been deleted meanwhile.
      if (
        widget.id !== undefined ||
        dataType !== 'energy' ||
        selection.areaId === undefined ||
        known.has(selection.areaId)
      )
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

/** The widgets that are deleted. */
function goneFrom({ before, after }: ReplacedWidgets): Widget[] {
  const kept = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !kept.has(id));
}

function settingsOf({ layoutX, layoutY, layoutW, layoutH, config }: WidgetInput): WidgetSettings {
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
