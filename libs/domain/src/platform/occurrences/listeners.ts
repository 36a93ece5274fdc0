import type { WorkflowMode } from '@app/entities';
import type { HoldSettings } from './hold-settings';
import { NameIndex } from './name-index';
import type { Occurrence } from './occurrence';

/** An enabled workflow that listens for occurrences of one kind. */
export interface Listener {
  readonly workflowId: string;
  readonly revision: number;
  readonly mode: WorkflowMode;
  readonly kind: Occurrence['kind'];
  /** The condition; null if every occurrence matches. */
  readonly condition: string | null;
  /** Null if the trigger evaluates each occurrence separately. */
  readonly hold: HoldSettings | null;
}

/** A listener that follows the values of points over time. */
export type HoldListener = Listener & { readonly hold: HoldSettings };

/** The listeners of one kind, indexed by the names of occurrences (point codes, event names). */
export class Listeners {
  /** The listeners that follow values over time, by the id of their workflow. */
  readonly holding: ReadonlyMap<string, HoldListener>;
  private readonly single: NameIndex<Listener>;
  private readonly held: NameIndex<HoldListener>;

  constructor(entries: readonly (readonly [names: readonly string[], listener: Listener])[]) {
    const holding = entries.flatMap(([names, listener]) =>
      isHolding(listener) ? [[names, listener] as const] : [],
    );
    this.holding = new Map(holding.map(([, listener]) => [listener.workflowId, listener]));
    this.held = new NameIndex(holding);
    this.single = new NameIndex(entries.filter(([, listener]) => !isHolding(listener)));
  }

  /** The listeners that evaluate each occurrence of this name separately. */
  matching(name: string): readonly Listener[] {
    return this.single.matching(name);
  }

  /** The listeners that follow the values of this point over time. */
  holdingOf(code: string): readonly HoldListener[] {
    return this.held.matching(code);
  }
}

function isHolding(listener: Listener): listener is HoldListener {
  return listener.hold !== null;
}
