import { faultChanged, faultCountsChanged } from '@app/contracts';
import { type FaultEntity, inTransaction, type LineCell, type LinePage, requireRow } from '@app/entities';
import { EventBus } from '@app/events';
import {
  type Actor,
  Clock,
  DomainError,
  type ErrorDetail,
  type Page,
  type PageRequest,
  say,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { WorkReferencesService } from '../work-references/work-references.service';
import { countFaultChange, countOpenFaults } from './fault-counts.queries';
import { faultStep } from './fault-status';
import {
  deleteFault,
  type Fault,
  type FaultFilter,
  findFault,
  findFaults,
  lockFault,
  lockOpenFault,
  readFaultLines,
  saveFault,
  shareFault,
} from './faults.queries';

export type { Fault, FaultFilter } from './faults.queries';

type Writable = Omit<Fault, 'id' | 'status' | 'reportedAt' | 'startedAt' | 'resolvedAt'>;
/** The default severity is indeterminate. */
export type FaultInput = Partial<Writable>;
/** Changes of a fault. Omitted fields keep their value. */
export type FaultChanges = Partial<Writable> & Partial<Pick<Fault, 'status'>>;

/** Filters of all faults that were reported in the range [from, to). */
export type FaultPagesQuery = Omit<FaultFilter, keyof PageRequest | 'unresolved'> & { from: Date; to: Date };

/** A fault after a change, and whether the change affects the statistics. */
export interface FaultChange {
  fault: Fault;
  isCounted: boolean;
}

const NAME = 'The fault';
const EMPTY = {
  description: null,
  severity: 'indeterminate',
  objectId: null,
  areaId: null,
  alertId: null,
  assigneeId: null,
  rootCause: null,
} as const;

/** Creates, reads, updates and deletes faults. */
@Injectable()
export class FaultsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly references: WorkReferencesService,
    private readonly audit: AuditService,
    private readonly occurrences: OccurrencesService,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  list(filter: FaultFilter): Promise<Page<Fault>> {
    return findFaults(this.dataSource.manager, filter);
  }

  /** Reads the matching faults with `reportedAt` in [from, to) as lines of a CSV file, oldest first, by pages. */
  readLines(
    { from, to, ...equals }: FaultPagesQuery,
    cells: readonly LineCell<FaultEntity>[],
  ): AsyncGenerator<LinePage, void, void> {
    return readFaultLines(this.dataSource.manager, { from, to, equals }, cells);
  }

  /** The number of faults that are open or in progress. */
  countOpen(): Promise<number> {
    return countOpenFaults(this.dataSource.manager);
  }

  /** Returns true if the fault exists, and prevents its deletion until the transaction ends. */
  hasFault(manager: EntityManager, id: number): Promise<boolean> {
    return shareFault(manager, id);
  }

  /** Returns the unresolved fault with this key, locked until the transaction ends. */
  lockOpen(manager: EntityManager, key: string): Promise<Fault | null> {
    return lockOpenFault(manager, key);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<Fault> {
    return requireRow(findFault(this.dataSource.manager, id), NAME);
  }

  /**
   * Creates a fault. If the input refers to an alert, a missing title, severity or area is copied from the alert.
   * @throws DomainError invalid with a detail for a missing title and for each record that does not exist
   */
  async create(actor: Actor, input: FaultInput): Promise<Fault> {
    const change = await inTransaction(this.dataSource, (manager) => this.createIn(manager, actor, input));
    this.publish(change);
    return change.fault;
  }

  /**
   * Like `create`, in the transaction of the caller. Call `publish` after the commit.
   * @param cause the execution that creates the fault, and the key that no other unresolved fault may have
   */
  async createIn(
    manager: EntityManager,
    actor: Actor,
    input: FaultInput,
    { key, executionId }: { key?: string; executionId?: string } = {},
  ): Promise<FaultChange> {
    const fields = await this.completed(manager, input);
    const now = this.clock.now();
    const isNew = { status: 'open', reportedAt: now, startedAt: null, resolvedAt: null } as const;
    const fault = await saveFault(manager, { ...EMPTY, ...fields, ...isNew, openKey: key ?? null });
    const record = { action: 'fault.created', target: `fault ${fault.id}`, after: fault };
    await this.audit.record(actor, record, manager);
    await this.recordEvent(manager, 'fault.created', fault, executionId);
    return { fault, isCounted: await countFaultChange(manager, null, fault, this.clock.now()) };
  }

  /**
   * Changes the given fields. Concurrent changes of one fault are made one after the other.
   * @throws DomainError not_found; invalid with a detail for each record that does not exist; `wrong_state`
   */
  async change(actor: Actor, id: number, changes: FaultChanges): Promise<Fault> {
    const change = await inTransaction(this.dataSource, (manager) =>
      this.changeIn(manager, actor, id, changes),
    );
    this.publish(change);
    return change.fault;
  }

  /**
   * Like `change`, in the transaction of the caller. Call `publish` after the commit.
   * @param executionId the execution that changes the fault
   */
  async changeIn(
    manager: EntityManager,
    actor: Actor,
    id: number,
    { status, ...fields }: FaultChanges,
    executionId?: string,
  ): Promise<FaultChange> {
    const { alertId } = await requireRow(findFault(manager, id), NAME);
    // An unchanged alert is not checked again: a client may send a fault back unchanged, even if its alert has been
    // deleted.
    const isKept = fields.alertId === alertId;
    assertNone(await this.references.missing(manager, isKept ? { ...fields, alertId: null } : fields));
    const before = await requireRow(lockFault(manager, id), NAME);
    const step = status === undefined ? {} : faultStep(before, status, this.clock.now());
    const isResolved = step.status === 'resolved';
    const freed = isResolved ? { openKey: null } : {};
    const fault = await saveFault(manager, { ...before, ...fields, ...step, ...freed });
    const change = { action: 'fault.changed', target: `fault ${id}`, before, after: fault };
    await this.audit.recordChange(actor, change, manager);
    if (isResolved) await this.recordEvent(manager, 'fault.resolved', fault, executionId);
    return { fault, isCounted: await countFaultChange(manager, before, fault, this.clock.now()) };
  }

  /** Notifies event streams and workers of a change. */
  publish({ fault: { id, status, severity, title }, isCounted }: FaultChange): void {
    this.bus.publish(faultChanged, { faultId: id, status, severity, title });
    this.occurrences.announce();
    if (isCounted) this.bus.publish(faultCountsChanged, {});
  }

  /** Deletes the fault and its comments. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockFault(manager, id), NAME);
      await deleteFault(manager, id);
      await this.audit.record(actor, { action: 'fault.removed', target: `fault ${id}`, before }, manager);
      await countFaultChange(manager, before, null, this.clock.now());
    });
    this.bus.publish(faultCountsChanged, {});
  }

  private async completed(
    manager: EntityManager,
    input: FaultInput,
  ): Promise<FaultInput & Pick<Fault, 'title'>> {
    const alert = input.alertId ? await this.references.alert(manager, input.alertId) : null;
    const { title = alert?.title, severity = alert?.severity, areaId = alert?.areaId } = input;
    const { objectId = alert?.objectId ?? undefined } = input;
    const details = await this.references.missing(manager, input);
    if (title === undefined && details.length === 0) {
      details.push({ path: 'title', ...say('title_required') });
    }
    assertNone(details);
    return { ...input, ...withoutUndefined({ severity, areaId, objectId }), title: title ?? '' };
  }

  private recordEvent(
    manager: EntityManager,
    name: 'fault.created' | 'fault.resolved',
    { id, description: _description, ...fault }: Fault,
    executionId: string | undefined,
  ): Promise<void> {
    const payload = { event: name, faultId: id, ...fault };
    return this.occurrences.record(manager, { kind: 'event', name, payload, executionId });
  }
}

function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Fields>;
}

function assertNone(details: ErrorDetail[]): void {
  if (details.length > 0) throw DomainError.invalid('The fault is not valid.', details);
}
