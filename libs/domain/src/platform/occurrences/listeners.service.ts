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
type Entry = readonly [names: readonly string[], listener: Listener];

interface Known {
  /** The listeners with the names that they listen for, by `versionOf`. */
  entries: ReadonlyMap<string, Entry>;
  listeners: Listeners;
}

/**
 * Finds the workflows that listen for an occurrence. Each call asks the database for changes and reads only new
 * revisions and modes.
 */
@Injectable()
export class ListenersService {
  private readonly waits = new WaitingSteps();
  private readonly known = new Map<Kind, Known>();

  /** The current listeners. Returns the same object as long as no listener has changed. */
  async listening(manager: EntityManager, kind: Kind): Promise<Listeners> {
    const keys = await readListenerKeys(manager, kind);
    const known = this.known.get(kind);
    const before = known?.entries ?? new Map<string, Entry>();
    const added = keys.filter((key) => !before.has(versionOf(key)));
    if (known && added.length === 0 && keys.length === before.size) return known.listeners;
    const triggers =
      added.length === 0
        ? []
        : await readTriggers(
            manager,
            added.map(({ id }) => id),
          );
    // A workflow may change between the two reads. Its entry then has the version of the second read, so that the next
    // call notices every later change.
    const entries = new Map(triggers.map((trigger) => [versionOf(trigger), toEntry(kind, trigger)]));
    for (const version of keys.map(versionOf)) {
      const kept = before.get(version);
      if (kept) entries.set(version, kept);
    }
    const listeners = new Listeners([...entries.values()]);
    this.known.set(kind, { entries, listeners });
    return listeners;
  }

  /** The nodes that wait for an occurrence of this kind, indexed by the names of occurrences. */
  waiting(manager: EntityManager, kind: Kind): Promise<NameIndex<WaitingStep>> {
    return this.waits.of(manager, kind);
  }
}

/** Changes whenever the listener of a workflow changes. */
function versionOf({ id, revision, mode }: ListenerKey): string {
  return `${id}.${revision}.${mode}`;
}

function toEntry(kind: Kind, { id, revision, mode, config }: ListenerKey & { config: object }): Entry {
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
  return [named.filter((name) => typeof name === 'string'), listener];
}
