import { type DashboardEntity, DEFAULT_DASHBOARD, inTransaction, requireRow } from '@app/entities';
import {
  type Actor,
  DomainError,
  type Role,
  roleCovers,
  say,
  USER_ROLE_LIST,
  userRequired,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import {
  beginChange,
  countDashboards,
  deleteDashboard,
  findDashboard,
  findDashboards,
  insertDashboard,
  updateDashboard,
  type Widget,
} from './widgets.queries';
import { type SavedWidget, WidgetsService } from './widgets.service';

/** A dashboard as its reader sees it. */
export interface Dashboard extends Omit<DashboardEntity, 'ownerId'> {
  /** Whether the reader may change it. */
  isEditable: boolean;
}

export interface DashboardContent extends Dashboard {
  widgets: Widget[];
}

export interface DashboardInput {
  name: string;
  /** Null or omitted: only the creator sees the dashboard. */
  role?: Role | null;
}

/** Changes of a dashboard. Omitted fields keep their value. */
export interface DashboardChanges extends Partial<DashboardInput> {
  /** If it is given, but is not the current revision, the change is refused. */
  revision?: number;
  /** All widgets. */
  widgets?: SavedWidget[];
}

const NAME = 'The dashboard';
const MOST_DASHBOARDS = 200;
const MOST_OF_A_USER = 10;

/**
 * Lists and changes dashboards. Everybody with its role sees a shared dashboard, and engineers change it. A personal
 * dashboard exists only for its owner.
 */
@Injectable()
export class DashboardsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly widgets: WidgetsService,
    private readonly audit: AuditService,
  ) {}

  /** The dashboards that the actor may see, the default one first. */
  async list(actor: Actor): Promise<Dashboard[]> {
    const roles = USER_ROLE_LIST.filter((role) => roleCovers(actor.role, role));
    const rows = await findDashboards(this.dataSource.manager, { roles, ownerId: actor.userId });
    return rows.map((row) => toDashboard(row, actor));
  }

  /** @throws DomainError not_found, also if the actor may not see the dashboard */
  async find(actor: Actor, id: number): Promise<DashboardContent> {
    const row = await this.readable(this.dataSource.manager, actor, id);
    return { ...toDashboard(row, actor), widgets: await this.widgets.list(id) };
  }

  /**
   * @throws DomainError forbidden if a shared dashboard is not created by an engineer, or a personal one by an API key;
   * `too_many_dashboards`
   */
  async create(actor: Actor, { name, role = null }: DashboardInput): Promise<Dashboard> {
    const ownerId = ownerFor(actor, role);
    return inTransaction(this.dataSource, async (manager) => {
      await beginChange(manager, DEFAULT_DASHBOARD);
      await assertRoom(manager, ownerId);
      // The revision of the default dashboard never has the same number again, so no id is used for a second dashboard.
      const { revision } = await requireRow(findDashboard(manager, DEFAULT_DASHBOARD), NAME);
      const row = { id: revision + 1, revision: 0, name, role, ownerId };
      await insertDashboard(manager, row);
      const record = { action: 'dashboard.created', target: `dashboard ${row.id}`, after: { name, role } };
      await this.audit.record(actor, record, manager);
      return toDashboard(row, actor);
    });
  }

  /**
   * Changes a dashboard and its widgets in one transaction.
   * @throws DomainError not_found; forbidden; `outdated_revision`; the errors of `WidgetsService.replace`
   */
  async save(actor: Actor, id: number, changes: DashboardChanges): Promise<DashboardContent> {
    const replaced = await inTransaction(this.dataSource, async (manager) => {
      const row = await this.editable(manager, actor, id, changes.revision);
      const { name = row.name, role = row.role } = changes;
      const ownerId = role === row.role ? row.ownerId : ownerFor(actor, role);
      if (id === DEFAULT_DASHBOARD && role !== row.role) throw defaultDashboard();
      if (role === null && row.role !== null) await assertRoom(manager, ownerId, 0);
      await updateDashboard(manager, { id, name, role, ownerId });
      const widgets = changes.widgets && (await this.widgets.replace(manager, id, changes.widgets));
      const change = {
        before: { name: row.name, role: row.role, widgets: audited(widgets?.before) },
        after: { name, role, widgets: audited(widgets?.after) },
      };
      const record = { action: 'dashboard.changed', target: `dashboard ${id}`, ...change };
      await this.audit.recordChange(actor, record, manager);
      return widgets;
    });
    if (replaced) this.widgets.announce(replaced);
    return this.find(actor, id);
  }

  /** @throws DomainError not_found; forbidden; `default_dashboard` */
  async remove(actor: Actor, id: number): Promise<void> {
    const before = await this.widgets.list(id);
    await inTransaction(this.dataSource, async (manager) => {
      const { name, role } = await this.editable(manager, actor, id);
      if (id === DEFAULT_DASHBOARD) throw defaultDashboard();
      await deleteDashboard(manager, id);
      const record = { action: 'dashboard.removed', target: `dashboard ${id}`, before: { name, role } };
      await this.audit.record(actor, record, manager);
    });
    this.widgets.announce({ before, after: [] });
  }

  private async readable(manager: EntityManager, actor: Actor, id: number): Promise<DashboardEntity> {
    const row = await requireRow(findDashboard(manager, id), NAME);
    const isSeen = row.role === null ? isOwner(row, actor) : roleCovers(actor.role, row.role);
    if (!isSeen) throw DomainError.notFound(NAME);
    return row;
  }

  /** Locks the dashboard. */
  private async editable(
    manager: EntityManager,
    actor: Actor,
    id: number,
    revision?: number,
  ): Promise<DashboardEntity> {
    await beginChange(manager, id);
    const row = await this.readable(manager, actor, id);
    if (!isEditable(row, actor)) throw engineerRequired();
    const before = row.revision - 1;
    if (revision !== undefined && revision !== before)
      throw new DomainError('conflict', 'outdated_revision', say('outdated_revision', { revision: before }));
    return row;
  }
}

function toDashboard({ ownerId, ...row }: DashboardEntity, actor: Actor): Dashboard {
  return { ...row, isEditable: isEditable({ ownerId }, actor) };
}

type Owned = Pick<DashboardEntity, 'ownerId'>;

function isOwner({ ownerId }: Owned, { userId }: Actor): boolean {
  return ownerId !== null && ownerId === userId;
}

function isEditable(row: Owned, actor: Actor): boolean {
  return row.ownerId === null ? roleCovers(actor.role, 'engineer') : isOwner(row, actor);
}

/** Returns the owner of a new dashboard; null if it is shared. */
function ownerFor(actor: Actor, role: Role | null): number | null {
  if (role === null) {
    if (actor.userId === null) throw userRequired();
    return actor.userId;
  }
  if (!roleCovers(actor.role, 'engineer')) throw engineerRequired();
  return null;
}

async function assertRoom(manager: EntityManager, ownerId: number | null, more = 1): Promise<void> {
  const isFull =
    (await countDashboards(manager)) + more > MOST_DASHBOARDS ||
    (ownerId !== null && (await countDashboards(manager, ownerId)) >= MOST_OF_A_USER);
  if (isFull)
    throw new DomainError(
      'conflict',
      'too_many_dashboards',
      say('too_many_dashboards', { most: MOST_DASHBOARDS, mostOwn: MOST_OF_A_USER }),
    );
}

function engineerRequired(): DomainError {
  return new DomainError('forbidden', 'forbidden', 'Shared dashboards are changed by engineers.');
}

function defaultDashboard(): DomainError {
  return new DomainError('conflict', 'default_dashboard', say('default_dashboard'));
}

/** The widgets without their data, which changes all the time. */
function audited(widgets: readonly Widget[] | undefined): Omit<Widget, 'data' | 'updatedAt'>[] | undefined {
  return widgets?.map(({ data: _data, updatedAt: _updatedAt, ...widget }) => widget);
}
