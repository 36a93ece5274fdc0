import { randomInt } from 'node:crypto';
import { Environment } from '@app/config';
import type { WidgetReaders } from '@app/contracts';
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
  lockDashboards,
  updateDashboard,
  type Widget,
} from './widgets.queries';
import { type ReplacedWidgets, type SavedWidget, WidgetsService } from './widgets.service';

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
/** Ids are random, so that no id is used for a second dashboard. Addresses of wall screens contain them. */
const LARGEST_ID = 2 ** 31 - 1;
const MOST_SHARED = 100;
const MOST_PERSONAL = 1000;
const MOST_OF_A_USER = 5;
/** Data is computed for all widgets, also for those that nobody looks at. */
const MOST_PERSONAL_WIDGETS = 40;

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
    private readonly environment: Environment,
  ) {}

  /** The dashboards that the actor may see: the default one, then the others by name. */
  async list(actor: Actor): Promise<Dashboard[]> {
    const roles = USER_ROLE_LIST.filter((role) => roleCovers(actor.role, role));
    const rows = await findDashboards(this.dataSource.manager, { roles, ownerId: actor.userId });
    const others = rows.filter(({ id }) => id !== DEFAULT_DASHBOARD);
    return [
      ...rows.filter(({ id }) => id === DEFAULT_DASHBOARD),
      ...others.toSorted((one, other) => one.name.localeCompare(other.name)),
    ].map((row) => toDashboard(row, actor));
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
      await assertRoom(manager, ownerId);
      const row = { id: randomInt(DEFAULT_DASHBOARD + 1, LARGEST_ID), revision: 0, name, role, ownerId };
      await insertDashboard(manager, row);
      const target = `dashboard ${row.id}`;
      await this.audit.record(actor, { action: 'dashboard.created', target, after: audited(row) }, manager);
      return toDashboard(row, actor);
    });
  }

  /**
   * Changes a dashboard and its widgets in one transaction.
   * @throws DomainError not_found; forbidden; `outdated_revision`; the errors of `WidgetsService.replace`
   */
  async save(actor: Actor, id: number, changes: DashboardChanges): Promise<DashboardContent> {
    if (changes.widgets) await this.widgets.check(changes.widgets);
    const { replaced, after } = await inTransaction(this.dataSource, async (manager) => {
      const before = await this.editable(manager, actor, id, changes.revision);
      const { name = before.name, role = before.role } = changes;
      const isMoved = role !== before.role;
      if (id === DEFAULT_DASHBOARD && isMoved) throw defaultDashboard();
      const ownerId = isMoved ? ownerFor(actor, role) : before.ownerId;
      if (ownerId !== before.ownerId) await assertRoom(manager, ownerId);
      const after = { id, name, role, ownerId };
      await updateDashboard(manager, after);
      const replaced = await this.replace(manager, after, changes.widgets);
      const record = {
        action: 'dashboard.changed',
        target: `dashboard ${id}`,
        before: audited(before, replaced?.before),
        after: audited(after, replaced?.after),
      };
      await this.audit.recordChange(actor, record, manager);
      return { replaced, after };
    });
    if (replaced) this.widgets.announce(replaced, readersOf(after));
    return this.find(actor, id);
  }

  /** @throws DomainError not_found; forbidden; `default_dashboard` */
  async remove(actor: Actor, id: number): Promise<void> {
    const widgets = await this.widgets.list(id);
    const row = await inTransaction(this.dataSource, async (manager) => {
      const before = await this.editable(manager, actor, id);
      if (id === DEFAULT_DASHBOARD) throw defaultDashboard();
      await deleteDashboard(manager, id);
      const record = {
        action: 'dashboard.removed',
        target: `dashboard ${id}`,
        before: audited(before, widgets),
      };
      await this.audit.record(actor, record, manager);
      return before;
    });
    this.widgets.announce({ before: widgets, after: [] }, readersOf(row));
  }

  private async replace(
    manager: EntityManager,
    { id: dashboardId, ownerId }: Pick<DashboardEntity, 'id' | 'ownerId'>,
    wanted: SavedWidget[] | undefined,
  ): Promise<ReplacedWidgets | undefined> {
    if (!wanted) return undefined;
    const { LIMIT_DASHBOARD_WIDGETS: limit } = this.environment;
    const most = ownerId === null ? limit : Math.min(limit, MOST_PERSONAL_WIDGETS);
    return this.widgets.replace(manager, { dashboardId, wanted, most });
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

/**
 * Returns the owner of a dashboard with this role; null if it is shared. An engineer cannot share a dashboard above the
 * own role, because it would be lost for the engineer.
 */
function ownerFor(actor: Actor, role: Role | null): number | null {
  if (role === null) {
    if (actor.userId === null) throw userRequired();
    return actor.userId;
  }
  if (!roleCovers(actor.role, 'engineer') || !roleCovers(actor.role, role)) throw engineerRequired();
  return null;
}

/** Locks all dashboards against others that are created at the same time. */
async function assertRoom(manager: EntityManager, ownerId: number | null): Promise<void> {
  await lockDashboards(manager);
  const isFull =
    ownerId === null
      ? (await countDashboards(manager, 'nobody')) > MOST_SHARED
      : (await countDashboards(manager, 'anybody')) >= MOST_PERSONAL ||
        (await countDashboards(manager, ownerId)) >= MOST_OF_A_USER;
  if (!isFull) return;
  const message = say('too_many_dashboards', { most: MOST_SHARED, mostOwn: MOST_OF_A_USER });
  throw new DomainError('conflict', 'too_many_dashboards', message);
}

function engineerRequired(): DomainError {
  return new DomainError(
    'forbidden',
    'forbidden',
    'Engineers change shared dashboards, and share them with their own role or lower ones.',
  );
}

function defaultDashboard(): DomainError {
  return new DomainError('conflict', 'default_dashboard', say('default_dashboard'));
}

/** The users who receive the events of widgets; undefined for the default dashboard, which everybody sees. */
function readersOf({
  id,
  role,
  ownerId,
}: Omit<DashboardEntity, 'revision' | 'name'>): WidgetReaders | undefined {
  return id === DEFAULT_DASHBOARD ? undefined : { role, ownerId };
}

/** The audited state, with each widget under its id. Nobody but its owner reads a personal dashboard. */
function audited(
  { name, role }: Pick<DashboardEntity, 'name' | 'role'>,
  widgets: readonly Widget[] = [],
): Record<string, unknown> {
  if (role === null) return { role };
  const shown = widgets.map(({ id, data: _data, updatedAt: _updatedAt, ...widget }) => [id, widget] as const);
  return { name, role, ...Object.fromEntries(shown) };
}
