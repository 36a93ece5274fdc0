import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ListenerKey, readListenerKeys, readTriggers } from './listeners.queries';
import { NameIndex } from './name-index';
import type { Occurrence } from './occurrence';

/** An enabled workflow that listens for occurrences of one kind. */
export interface Listener {
  readonly workflowId: string;
  readonly revision: number;
  /** The condition; null if every occurrence matches. */
  readonly condition: string | null;
}

type Kind = Occurrence['kind'];

/**
 * Finds the workflows that listen for an occurrence. Each call asks the database for changes and reads only new
 * revisions.
 */
@Injectable()
export class ListenersService {
  private readonly known = new Map<Kind, { signature: string; index: NameIndex<Listener> }>();

  /** The current listeners, indexed by the names of occurrences (point codes, event names). */
  async listening(manager: EntityManager, kind: Kind): Promise<NameIndex<Listener>> {
    const keys = await readListenerKeys(manager, kind);
    const signature = signatureOf(keys);
    const known = this.known.get(kind);
    if (known?.signature === signature) return known.index;
    const triggers =
      keys.length === 0
        ? []
        : await readTriggers(
            manager,
            keys.map(({ id }) => id),
          );
    const index = new NameIndex(triggers.map((trigger) => toEntry(kind, trigger)));
    // The signature comes from the same read as the index, so the next call notices any change made after that read.
    this.known.set(kind, { signature: signatureOf(triggers), index });
    return index;
  }
}

function signatureOf(keys: readonly ListenerKey[]): string {
  return keys
    .map(({ id, revision }) => `${id}.${revision}`)
    .sort()
    .join(' ');
}

function toEntry(kind: Kind, { id, revision, config }: ListenerKey & { config: object }) {
  const { watch, event, condition } = config as { watch?: unknown; event?: unknown; condition?: unknown };
  const named: unknown[] = kind === 'state_change' ? (Array.isArray(watch) ? watch : []) : [event];
  const listener: Listener = {
    workflowId: id,
    revision,
    condition: typeof condition === 'string' && condition.trim() !== '' ? condition : null,
  };
  return [named.filter((name) => typeof name === 'string'), listener] as const;
}
