import { faultStatsRefreshed } from '@app/contracts';
import type { FaultStatsSnapshotEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { faultFigures } from './fault-figures';
import { faultGroups, readSnapshot, storeSnapshot } from './fault-stats.queries';

export type FaultStats = Omit<FaultStatsSnapshotEntity, 'id' | 'changes' | 'countedChanges'>;

/**
 * Keeps the statistics of all faults in one row. Each change of a fault marks the row as outdated in its transaction,
 * and a worker computes the figures again.
 */
@Injectable()
export class FaultStatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly bus: EventBus,
  ) {}

  /** The stored statistics. Reading them costs the same however many faults there are. */
  async read(): Promise<FaultStats> {
    const {
      id: _id,
      changes: _changes,
      countedChanges: _counted,
      ...stats
    } = await readSnapshot(this.dataSource.manager);
    return stats;
  }

  /**
   * Computes the statistics if faults have changed since the last time. A change that commits during the computation
   * leaves the row outdated. May run in several processes at once.
   * @returns whether the statistics were outdated
   */
  async refresh(): Promise<boolean> {
    const { manager } = this.dataSource;
    const { changes, countedChanges } = await readSnapshot(manager);
    if (changes === countedChanges) return false;
    const updatedAt = this.clock.now();
    const figures = faultFigures(await faultGroups(manager));
    await storeSnapshot(manager, { ...figures, updatedAt, countedChanges: changes });
    this.bus.publish(faultStatsRefreshed, {});
    return true;
  }
}
