import type { WidgetUpdate } from '@app/contracts';
import { inTransaction, type WriteGuard } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BoundWidget } from './due-widgets';
import { findBoundWidgets, findReaders, storeData } from './widgets.queries';

/** Reads the widgets with computed data, and stores this data. */
@Injectable()
export class WidgetSnapshots {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The widgets whose data is computed. */
  async widgets(): Promise<BoundWidget[]> {
    const { manager } = this.dataSource;
    const [widgets, dashboards] = await Promise.all([findBoundWidgets(manager), findReaders(manager)]);
    const readers = new Map(dashboards.map(({ id, role, ownerId }) => [id, { role, ownerId }]));
    return widgets.map(({ dashboardId, ...widget }) => ({ ...widget, readers: readers.get(dashboardId) }));
  }

  /**
   * Stores the data of widgets in one transaction.
   * @returns the updates that differ from the stored data. Updates of deleted widgets are left out
   */
  store(updates: readonly WidgetUpdate[], guard: WriteGuard): Promise<WidgetUpdate[]> {
    const updatedAt = this.clock.now();
    return inTransaction(this.dataSource, async (manager) => {
      await guard(manager);
      const changed: WidgetUpdate[] = [];
      for (const update of updates) {
        const { widgetId: id, data } = update;
        if (await storeData(manager, { id, data, updatedAt })) changed.push(update);
      }
      return changed;
    });
  }
}
