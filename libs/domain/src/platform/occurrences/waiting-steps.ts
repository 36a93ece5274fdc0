import type { EntityManager } from 'typeorm';
import { NameIndex } from './name-index';
import type { Occurrence } from './occurrence';
import type { WaitingStep } from './waiting-step';
import { readWaitVersion } from './wait-versions';
import { readWaitingKeys, readWaitingSteps } from './waiting-steps.queries';

type Kind = Occurrence['kind'];

const NONE = new NameIndex<WaitingStep>([]);

/**
 * Finds the nodes that wait for an occurrence. Each call reads the version of the waits. If the version has changed,
 * the call also reads the new waits.
 */
export class WaitingSteps {
  private readonly known = new Map<
    Kind,
    { version: string; steps: ReadonlyMap<string, WaitingStep>; index: NameIndex<WaitingStep> }
  >();

  /** The current waits, indexed by the names of occurrences (point codes, event names). */
  async of(manager: EntityManager, kind: Kind): Promise<NameIndex<WaitingStep>> {
    const waitKind = kind === 'event' ? 'event' : 'points';
    const version = await readWaitVersion(manager, waitKind);
    if (version === null) return NONE;
    const known = this.known.get(kind);
    if (known?.version === version) return known.index;
    // Read the waits after their version. If a wait changes between the two reads, the next call sees another version
    // and reads the waits again.
    const steps = await this.read(manager, await readWaitingKeys(manager, waitKind), known?.steps);
    const index = new NameIndex([...steps.values()].map((step) => [step.names, step] as const));
    this.known.set(kind, { version, steps, index });
    return index;
  }

  /** The row of a wait does not change until the wait ends, so known rows are not read again. */
  private async read(
    manager: EntityManager,
    keys: readonly string[],
    known: ReadonlyMap<string, WaitingStep> = new Map(),
  ): Promise<Map<string, WaitingStep>> {
    const added = await readWaitingSteps(
      manager,
      keys.filter((key) => !known.has(key)),
    );
    const kept = keys.flatMap((key) => known.get(key) ?? []);
    return new Map([...kept, ...added].map((step) => [step.stepKey, step]));
  }
}
