import { inTransaction, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, mapPage, type Page, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Maintenance, toMaintenance } from './maintenance';
import {
  countOpenMaintenance,
  deleteMaintenance,
  findDueMaintenance,
  findMaintenance,
  findMaintenancePage,
  lockKeyedMaintenance,
  lockMaintenance,
  type MaintenanceFilter,
  type MaintenanceRow,
  saveMaintenance,
} from './maintenance.queries';
import { MaintenanceChecks, type RecurrenceInput, toRecurrence } from './maintenance-checks';
import { MaintenanceJournal } from './maintenance-journal';
import { seriesAfterChange } from './maintenance-series';
import { isClosed, maintenanceStep } from './maintenance-status';

/** The range [from, to) of `dueAt` can only be combined with `status`. */
export interface MaintenanceListFilter extends MaintenanceFilter {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
}

type Plain = Pick<
  Maintenance,
  'title' | 'description' | 'type' | 'priority' | 'objectId' | 'faultId' | 'assigneeId' | 'checklist'
>;

/** The fields of a work order that clients write. Omitted fields keep their value. */
export interface MaintenanceFields extends Partial<Plain> {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  dueAt?: string | null;
  recurrence?: RecurrenceInput | null;
}

export type MaintenanceChanges = MaintenanceFields & Partial<Pick<Maintenance, 'status'>>;
/** The default is a corrective work order of normal priority. */
export type MaintenanceInput = MaintenanceFields & Pick<Maintenance, 'title'>;

const NAME = 'The work order';
const EMPTY: Omit<MaintenanceRow, 'id' | 'title'> = {
  description: null,
  type: 'corrective',
  status: 'open',
  priority: 'normal',
  objectId: null,
  faultId: null,
  assigneeId: null,
  dueAt: null,
  startedAt: null,
  completedAt: null,
  checklist: [],
  recurrence: null,
  series: null,
  openSeries: null,
  nextAt: null,
  counterValue: null,
  countedHours: null,
};

/** Creates, reads, updates and deletes work orders. */
@Injectable()
export class MaintenanceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checks: MaintenanceChecks,
    private readonly journal: MaintenanceJournal,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists work orders, newest first. With a range, lists those that are due in it, earliest due date first.
   * @throws DomainError invalid if a range is combined with another filter than the status
   */
  async list({ from, to, ...filter }: MaintenanceListFilter): Promise<Page<Maintenance>> {
    const { manager } = this.dataSource;
    if (from === undefined && to === undefined) {
      return mapPage(await findMaintenancePage(manager, filter), toMaintenance);
    }
    assertOnlyStatus(filter);
    const range = await this.checks.range({ from, to });
    return mapPage(await findDueMaintenance(manager, { ...filter, ...range }), toMaintenance);
  }

  /** The number of work orders that are neither completed nor cancelled. */
  countOpen(): Promise<number> {
    return countOpenMaintenance(this.dataSource.manager);
  }

  /** Returns the open work order with this key, locked until the transaction ends. */
  lockOpen(manager: EntityManager, key: string): Promise<MaintenanceRow | null> {
    return lockKeyedMaintenance(manager, key);
  }

  /** @throws DomainError not_found */
  async find(id: number): Promise<Maintenance> {
    return toMaintenance(await requireRow(findMaintenance(this.dataSource.manager, id), NAME));
  }

  /** @throws DomainError invalid with a detail for each record that does not exist and for an invalid recurrence */
  async create(actor: Actor, input: MaintenanceInput): Promise<Maintenance> {
    const row = await inTransaction(this.dataSource, (manager) => this.createIn(manager, actor, input));
    this.publish(row);
    return toMaintenance(row);
  }

  /**
   * Like `create`, in the transaction of the caller. Call `publish` after the commit.
   * @param key no other open work order may have it
   */
  async createIn(
    manager: EntityManager,
    actor: Actor,
    input: MaintenanceInput,
    key?: string,
  ): Promise<MaintenanceRow> {
    const fields = await this.parsed(input);
    await this.checks.assertSound(manager, fields);
    const order = { ...EMPTY, title: input.title, ...fields };
    const series = await this.series(manager, null, order);
    const after = await saveMaintenance(manager, { ...order, ...series, openKey: key ?? null });
    await this.journal.recordCreated(manager, actor, after);
    return after;
  }

  /**
   * Changes the given fields. Concurrent changes of one work order are made one after the other.
   * @throws DomainError not_found; `wrong_state`; the errors of `create`
   */
  async change(actor: Actor, id: number, changes: MaintenanceChanges): Promise<Maintenance> {
    const row = await inTransaction(this.dataSource, (manager) => this.changeIn(manager, actor, id, changes));
    this.publish(row);
    return toMaintenance(row);
  }

  /**
   * Like `change`, in the transaction of the caller. Call `publish` after the commit.
   * @param executionId the execution that changes the work order
   */
  async changeIn(
    manager: EntityManager,
    actor: Actor,
    id: number,
    { status, ...changes }: MaintenanceChanges,
    executionId?: string,
  ): Promise<MaintenanceRow> {
    const fields = await this.parsed(changes);
    const seen = await requireRow(findMaintenance(manager, id), NAME);
    // An unchanged recurrence is not checked again: a client may send a work order back unchanged, even if the point of
    // its counter has been deleted.
    const isKept = JSON.stringify(fields.recurrence) === JSON.stringify(seen.recurrence);
    await this.checks.assertSound(manager, isKept ? { ...fields, recurrence: null } : fields);
    const before = await requireRow(lockMaintenance(manager, id), NAME);
    const step = status === undefined ? {} : maintenanceStep(before, status, this.clock.now());
    const changed = { ...before, ...fields, ...step };
    const series = await this.series(manager, before, changed);
    const freed = isClosed(changed.status) ? { openKey: null } : {};
    const after = await saveMaintenance(manager, { ...changed, ...series, ...freed });
    await this.journal.recordChanged(manager, actor, { before, after, executionId });
    return after;
  }

  /** Notifies event streams and workers of a change. */
  publish(row: MaintenanceRow): void {
    this.journal.publish(row);
  }

  /** Deletes the work order. If it is the newest of a series, the series ends. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockMaintenance(manager, id), NAME);
      await deleteMaintenance(manager, id);
      await this.journal.recordRemoved(manager, actor, before);
    });
  }

  private async series(
    manager: EntityManager,
    before: MaintenanceRow | null,
    after: Omit<MaintenanceRow, 'id'>,
  ): Promise<ReturnType<typeof seriesAfterChange>> {
    const moment = await this.checks.moment(manager, after.recurrence, this.clock.nowMs());
    return seriesAfterChange(before, after, moment);
  }

  private async parsed({
    dueAt,
    recurrence,
    ...fields
  }: MaintenanceFields): Promise<Partial<MaintenanceRow>> {
    return {
      ...fields,
      ...(dueAt !== undefined && { dueAt: dueAt === null ? null : await this.checks.instant(dueAt) }),
      ...(recurrence !== undefined && { recurrence: toRecurrence(recurrence) }),
    };
  }
}

function assertOnlyStatus({ type, objectId, faultId, assigneeId }: MaintenanceFilter): void {
  const given = Object.entries({ type, objectId, faultId, assigneeId }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) return;
  const message = say('only_by_status');
  throw DomainError.invalid(
    message,
    given.map(([path]) => ({ path, ...message })),
  );
}
