import { DashboardEntity, DEFAULT_DASHBOARD, WidgetEntity, type WidgetJson } from '@app/entities';
import type { Role } from '@app/kernel';
import { type EntityManager, In, IsNull, Not } from 'typeorm';

/** A widget without its dashboard, which is known from the request. */
export type Widget = Omit<WidgetEntity, 'dashboardId'>;

/** All widgets of a dashboard, from top to bottom and from left to right. */
export async function findWidgets(manager: EntityManager, dashboardId: number): Promise<Widget[]> {
  const widgets = await manager.find(WidgetEntity, {
    where: { dashboardId },
    order: { layoutY: 'ASC', layoutX: 'ASC', id: 'ASC' },
  });
  return widgets.map(({ dashboardId: _dashboardId, ...widget }) => widget);
}

/** Finds a widget of the default dashboard. */
export function findWidget(manager: EntityManager, id: string): Promise<WidgetEntity | null> {
  return manager.findOneBy(WidgetEntity, { id, dashboardId: DEFAULT_DASHBOARD });
}

/**
 * Call this first in a transaction that changes a dashboard or its widgets. It locks the dashboard, so these
 * transactions run one after the other.
 */
export async function beginChange(manager: EntityManager, dashboardId: number): Promise<void> {
  await manager.increment(DashboardEntity, { id: dashboardId }, 'revision', 1);
}

/** The shared dashboards for these roles and, with an owner, their own dashboards. */
export function findDashboards(
  manager: EntityManager,
  { roles, ownerId }: { roles: readonly Role[]; ownerId: number | null },
): Promise<DashboardEntity[]> {
  const shared = { ownerId: IsNull(), role: In([...roles]) };
  const where = ownerId === null ? shared : [shared, { ownerId }];
  return manager.find(DashboardEntity, { where });
}

export function findDashboard(manager: EntityManager, id: number): Promise<DashboardEntity | null> {
  return manager.findOneBy(DashboardEntity, { id });
}

/** Locks the default dashboard until the transaction ends, without a change. */
export async function lockDashboards(manager: EntityManager): Promise<void> {
  await manager.findOne(DashboardEntity, {
    where: { id: DEFAULT_DASHBOARD },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Counts the shared dashboards, the personal ones, or those of one owner. */
export function countDashboards(
  manager: EntityManager,
  ownedBy: 'nobody' | 'anybody' | number,
): Promise<number> {
  const owners = { nobody: IsNull(), anybody: Not(IsNull()) };
  const ownerId = typeof ownedBy === 'number' ? ownedBy : owners[ownedBy];
  return manager.countBy(DashboardEntity, { ownerId });
}

export async function insertDashboard(manager: EntityManager, dashboard: DashboardEntity): Promise<void> {
  await manager.insert(DashboardEntity, dashboard);
}

export async function updateDashboard(
  manager: EntityManager,
  { id, ...changes }: Omit<DashboardEntity, 'revision'>,
): Promise<void> {
  await manager.update(DashboardEntity, { id }, changes);
}

/** Deletes a dashboard with its widgets. */
export async function deleteDashboard(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(DashboardEntity, { id });
}

export async function insertWidget(manager: EntityManager, widget: WidgetEntity): Promise<void> {
  await manager.insert(WidgetEntity, widget);
}

/** The fields of a widget that the layout editor saves. */
export type WidgetSettings = Pick<WidgetEntity, 'layoutX' | 'layoutY' | 'layoutW' | 'layoutH' | 'config'>;

export async function updateSettings(
  manager: EntityManager,
  id: string,
  { layoutX, layoutY, layoutW, layoutH, config }: WidgetSettings,
): Promise<void> {
  await manager.update(WidgetEntity, { id }, { layoutX, layoutY, layoutW, layoutH, config });
}

/**
 * The widgets whose data is computed, without the data. Static widgets are left out, because their data never changes.
 */
export function findBoundWidgets(
  manager: EntityManager,
): Promise<Pick<WidgetEntity, 'id' | 'dashboardId' | 'type' | 'dataType' | 'dataJson'>[]> {
  return manager.find(WidgetEntity, {
    select: { id: true, dashboardId: true, type: true, dataType: true, dataJson: true },
    where: { dataType: Not('static') },
    order: { id: 'ASC' },
  });
}

/** The roles and owners of all dashboards but the default one. */
export function findReaders(
  manager: EntityManager,
): Promise<Pick<DashboardEntity, 'id' | 'role' | 'ownerId'>[]> {
  return manager.find(DashboardEntity, {
    select: { id: true, role: true, ownerId: true },
    where: { id: Not(DEFAULT_DASHBOARD) },
  });
}

/**
 * Stores the data of a widget if it differs from the stored data.
 * @returns true if the data differed; false if it was equal or the widget no longer exists
 */
export async function storeData(
  manager: EntityManager,
  { id, data, updatedAt }: { id: string; data: WidgetJson; updatedAt: Date },
): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(WidgetEntity)
    .set({ data, updatedAt })
    .where('id = :id AND (data IS NULL OR data <> :json)', { id, json: JSON.stringify(data) })
    .execute();
  return affected === 1;
}

export async function deleteWidget(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(WidgetEntity, { id });
}
