import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ListenerKey, readListenerKeys, readTriggers } from './listeners.queries';
import { NameIndex } from './name-index';
import type { Occurrence } from './occurrence';

/** An enabled workflow that waits for occurrences of one kind. */
export interface Listener {
  readonly workflowId: string;
  readonly revision: number;
  /** An expression that must be true of the occurrence; null where any will do. */
  readonly condition: string | null;
}

type Kind = Occurrence['kind'];

/** Knows who waits for what. Asks the database each time whether that is still so, and reads only what is new. */
@Injectable()
export class ListenersService {
  private readonly known = new Map<Kind, { signature: string; index: NameIndex<Listener> }>();

  /** Who listens at present, by the names of occurrences (codes of points, names of events). */
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
    // By what was read: a change in between is noticed the next time.
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
