import { dialectSql, instantColumn, TriggerWatchEntity, WorkflowEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';
import type { HoldEntry, HoldKey } from './hold-book';
import { restored } from './hold-state';

/** Locks workflows against changes until the transaction ends. @returns the revision of each enabled workflow */
export async function lockEnabled(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await manager.find(WorkflowEntity, {
    select: { id: true, revision: true },
    where: { id: In([...workflowIds]), enabled: true, triggerType: 'state_change' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

export async function insertWatches(
  manager: EntityManager,
  watches: readonly TriggerWatchEntity[],
): Promise<void> {
  if (watches.length > 0) await manager.insert(TriggerWatchEntity, [...watches]);
}

interface RawHold extends HoldKey {
  sinceMs: number | null;
  lagMs: string | number;
}

/** The stored progress of workflows. */
export async function readHolds(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<HoldEntry[]> {
  if (workflowIds.length === 0) return [];
  const rows = await dialectSql.query<RawHold>(
    manager,
    `SELECT workflow_id AS "workflowId", side, code, ${dialectSql.instantMs('since_at')} AS "sinceMs", lag_ms AS "lagMs"
     FROM trigger_hold WHERE ${dialectSql.isOneOf('workflow_id')}`,
    [workflowIds],
  );
  return rows.map(({ sinceMs, lagMs, ...key }) => ({ ...key, state: restored(sinceMs, Number(lagMs)) }));
}

/** Inserts, updates or deletes the row of each entry. */
export async function storeHolds(manager: EntityManager, entries: readonly HoldEntry[]): Promise<void> {
  const holding = entries.flatMap(({ state, ...key }) => (state ? [{ ...key, state }] : []));
  if (holding.length > 0) {
    await dialectSql.upsert(
      manager,
      'trigger_hold',
      ['workflow_id', 'side', 'code'],
      [
        { name: 'workflow_id', type: 'text', values: holding.map(({ workflowId }) => workflowId) },
        { name: 'side', type: 'text', values: holding.map(({ side }) => side) },
        { name: 'code', type: 'text', values: holding.map(({ code }) => code) },
        instantColumn(
          'since_at',
          holding.map(({ state: { sinceMs } }) => (sinceMs === null ? null : new Date(sinceMs))),
        ),
        { name: 'lag_ms', type: 'bigint', values: holding.map(({ state }) => state.lagMs) },
      ],
    );
  }
  const ended = entries.filter(({ state }) => state === null);
  const groups = groupBy(ended, ({ workflowId, side }) => `${workflowId} ${side}`);
  for (const group of groups.values()) await deleteHolds(manager, group);
}

/** Deletes rows of one workflow and side. */
async function deleteHolds(manager: EntityManager, entries: readonly HoldEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  await dialectSql.change(
    manager,
    `DELETE FROM trigger_hold WHERE workflow_id = ? AND side = ? AND ${dialectSql.isOneOf('code')}`,
    [first.workflowId, first.side, entries.map(({ code }) => code)],
  );
}
