import { inTransaction } from '@app/entities';
import { Actor, Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  lockDueMaintenance,
  type MaintenanceRow,
  saveMaintenance,
  updateMaintenance,
} from './maintenance.queries';
import { MaintenanceChecks } from './maintenance-checks';
import { MaintenanceJournal } from './maintenance-journal';
import { checkSeries, type SeriesCheck, successorOf } from './maintenance-series';

const RETRY_MS = 3_600_000;
const NO_CHECK = { nextAt: null, counterValue: null, countedHours: null };
const ACTOR = Actor.system('maintenance-recurrence');

/** The result of one check. `created` is null if no work order was due. */
interface Checked {
  created: MaintenanceRow | null;
}

/**
 * Creates the next work orders of series. The time of the next check is stored in the row of a work order, so a restart
 * loses no check. The transaction that creates a work order locks its predecessor and ends the predecessor's check, so
 * concurrent workers create only one work order. A unique index also prevents a second one.
 */
@Injectable()
export class MaintenanceRecurrenceService {
  private readonly logger = new Logger(MaintenanceRecurrenceService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly checks: MaintenanceChecks,
    private readonly journal: MaintenanceJournal,
    private readonly clock: Clock,
  ) {}

  /** Performs all checks that are due. @returns the number of created work orders */
  async createDue(signal?: AbortSignal): Promise<number> {
    for (let created = 0; ;) {
      if (signal?.aborted) return created;
      const checked = await inTransaction(this.dataSource, (manager) => this.checkNext(manager));
      if (checked === null) return created;
      if (checked.created === null) continue;
      this.journal.publish(checked.created);
      created++;
    }
  }

  /** @returns null if no check is due */
  private async checkNext(manager: EntityManager): Promise<Checked | null> {
    const former = await lockDueMaintenance(manager, this.clock.now());
    if (former === null) return null;
    const check = await this.check(manager, former);
    if ('waits' in check) {
      await updateMaintenance(manager, former.id, check.waits);
      return { created: null };
    }
    await updateMaintenance(manager, former.id, NO_CHECK);
    const created = await saveMaintenance(manager, successorOf(former, check.dueAt));
    await this.journal.recordCreated(manager, ACTOR, created);
    return { created };
  }

  private async check(manager: EntityManager, former: MaintenanceRow): Promise<SeriesCheck> {
    const { id, recurrence } = former;
    if (recurrence === null) return { waits: NO_CHECK };
    const moment = await this.checks.moment(manager, recurrence, this.clock.nowMs());
    try {
      return checkSeries(recurrence, former, moment);
    } catch (error) {
      // The time zone of the series may no longer exist. The error must not stop the other series.
      this.logger.error(
        { err: error, maintenanceId: id, recurrence },
        'The next slot of a work order could not be computed. It is computed again in an hour.',
      );
      const { counterValue, countedHours } = former;
      return { waits: { nextAt: new Date(moment.nowMs + RETRY_MS), counterValue, countedHours } };
    }
  }
}
