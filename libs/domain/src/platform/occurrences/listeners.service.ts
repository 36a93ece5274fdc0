import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ListenerKey, readListenerKeys, readTriggers } from './listeners.queries';
import { holdSettings } from './hold-settings';
import { type Listener, Listeners } from './listeners';
import type { NameIndex } from './name-index';
import type { Occurrence } from './occurrence';
import { WaitingSteps } from './waiting-steps';
import type { WaitingStep } from './waiting-step';

type Kind = Occurrence['kind'];

/**
 * Finds the workflows that listen for an occurrence. Each call asks the database for changes and reads only new
 * revisions and modes.
 */
@Injectable()
export class ListenersService {
  private readonly waits = new WaitingSteps();
  private readonly known = new Map<Kind, { signature: string; listeners: Listeners }>();

  /** The current listeners. Returns the same object as long as no listener has changed. */
  async listening(manager: EntityManager, kind: Kind): Promise<Listeners> {
    const keys = await readListenerKeys(manager, kind);
    const signature = signatureOf(keys);
    const known = this.known.get(kind);
    if (known?.signature === signature) return known.listeners;
    const triggers =
      keys.length === 0
        ? []
        : await readTriggers(
            manager,
            keys.map(({ id }) => id),
          );
    const listeners = new Listeners(triggers.map((trigger) => toEntry(kind, trigger)));
    // Compute the signature from the same read as the listeners, so that the next call notices every change since that
    // read.
    this.known.set(kind, { signature: signatureOf(triggers), listeners });
    return listeners;
  }

  /** The nodes that wait for an occurrence of this kind, indexed by the names of occurrences. */
  waiting(manager: EntityManager, kind: Kind): Promise<NameIndex<WaitingStep>> {
    return this.waits.of(manager, kind);
  }
}

function signatureOf(keys: readonly ListenerKey[]): string {
  return keys
    .map(({ id, revision, mode }) => `${id}.${revision}.${mode}`)
    .sort()
    .join(' ');
}

function toEntry(kind: Kind, { id, revision, mode, config }: ListenerKey & { config: object }) {
  const { watch, event, condition } = config as { watch?: unknown; event?: unknown; condition?: unknown };
  const named: unknown[] = kind === 'state_change' ? (Array.isArray(watch) ? watch : []) : [event];
  const listener: Listener = {
    workflowId: id,
    revision,
    mode,
    kind,
    condition: typeof condition === 'string' && condition.trim() !== '' ? condition : null,
    hold: kind === 'state_change' ? holdSettings(config) : null,
  };
  return [named.filter((name) => typeof name === 'string'), listener] as const;
}
