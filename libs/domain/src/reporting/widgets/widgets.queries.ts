import { DashboardEntity, WidgetEntity, type WidgetJson } from '@app/entities';
import { type EntityManager, In, Not } from 'typeorm';

const DASHBOARD = { id: 1 };

/** All widgets, from top to bottom and from left to right. */
export function findWidgets(manager: EntityManager): Promise<WidgetEntity[]> {
  return manager.find(WidgetEntity, { order: { layoutY: 'ASC', layoutX: 'ASC', id: 'ASC' } });
}

export function findWidget(manager: EntityManager, id: string): Promise<WidgetEntity | null> {
  return manager.findOneBy(WidgetEntity, { id });
}

export function findWidgetsById(manager: EntityManager, ids: readonly string[]): Promise<WidgetEntity[]> {
  return ids.length === 0 ? Promise.resolve([]) : manager.findBy(WidgetEntity, { id: In([...ids]) });
}

export function countWidgets(manager: EntityManager): Promise<number> {
  return manager.count(WidgetEntity);
}

/**
 * Call this first in a transaction that changes widgets. It locks the dashboard, so these transactions run one after
 * the other.
 */
export async function beginChange(manager: EntityManager): Promise<void> {
  await manager.increment(DashboardEntity, DASHBOARD, 'revision', 1);
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
): Promise<Pick<WidgetEntity, 'id' | 'type' | 'dataType' | 'dataJson'>[]> {
  return manager.find(WidgetEntity, {
    select: { id: true, type: true, dataType: true, dataJson: true },
    where: { dataType: Not('static') },
    order: { id: 'ASC' },
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
