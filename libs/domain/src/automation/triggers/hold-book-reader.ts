import { groupBy, newId } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import type { Listeners } from '../../platform/occurrences/listeners';
import { lockWatches } from '../../platform/occurrences/trigger-watches';
import type { HoldBook } from './hold-book';
import { insertWatches, lockEnabled, readHolds } from './holds.queries';

interface Situation {
  book: HoldBook;
  listeners: Listeners;
  /** The workflows whose triggers this process has already evaluated with the current values. */
  started: ReadonlySet<string>;
  /** True if the last values are up to date, so that triggers can begin to follow them. */
  isCurrent: boolean;
}

/**
 * Returns true if the book contains every trigger in its current version, and no trigger still has to be evaluated with
 * the current values.
 */
export function isUpToDate(
  book: HoldBook,
  { holding }: Listeners,
  versions: ReadonlyMap<string, string>,
  started: ReadonlySet<string>,
): boolean {
  if (!book.workflowIds.every((id) => holding.has(id))) return false;
  return [...holding].every(([id, { hold }]) => {
    const version = versions.get(id);
    return version !== undefined && book.versionOf(id) === version && (!hold.onStart || started.has(id));
  });
}

/**
 * Reads the progress of changed triggers again, and inserts the rows of new triggers (`trigger_watch`). Locks the
 * existing rows, so that concurrent changes wait until the transaction ends.
 * @returns the workflows whose triggers must be evaluated with the current values
 */
export async function bringUpToDate(manager: EntityManager, situation: Situation): Promise<Set<string>> {
  const { book, listeners, started, isCurrent } = situation;
  const { holding } = listeners;
  const versions = await lockWatches(manager);
  for (const id of book.workflowIds) {
    if (!holding.has(id) || versions.get(id) !== book.versionOf(id)) book.drop(id);
  }
  const missing = [...holding.keys()].filter((id) => book.versionOf(id) === undefined);
  const stored = groupBy(await readHolds(manager, missing), ({ workflowId }) => workflowId);
  const beginning = isCurrent ? missing.filter((id) => !versions.has(id)) : [];
  const begun = await begin(manager, listeners, beginning);
  for (const id of missing) {
    const version = versions.get(id) ?? begun.get(id);
    if (version !== undefined) book.add(id, version, stored.get(id) ?? []);
  }
  const startable = isCurrent ? [...holding.values()].filter(({ hold }) => hold.onStart) : [];
  const unstarted = startable.filter(({ workflowId: id }) => !started.has(id) && book.versionOf(id));
  return new Set([...begun.keys(), ...unstarted.map(({ workflowId }) => workflowId)]);
}

/**
 * Inserts a row for each trigger that begins to follow values. Leaves out a workflow that is now disabled, or
 * whose revision differs from that of its listener.
 * @returns the version of each inserted row
 */
async function begin(
  manager: EntityManager,
  { holding }: Listeners,
  workflowIds: readonly string[],
): Promise<Map<string, string>> {
  if (workflowIds.length === 0) return new Map();
  const revisions = await lockEnabled(manager, workflowIds);
  const begun = workflowIds.filter((id) => revisions.get(id) === holding.get(id)?.revision);
  const watches = begun.map((workflowId) => ({ workflowId, version: newId() }));
  await insertWatches(manager, watches);
  return new Map(watches.map(({ workflowId, version }) => [workflowId, version]));
}
