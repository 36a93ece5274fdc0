import type { HoldSide } from '@app/entities';
import type { HoldListener, Listeners } from '../../platform/occurrences/listeners';
import { dueMs, type HoldState, isSameHold, sidesOf } from './hold-state';

/** Identifies one side of a trigger (above a limit, below a limit, or its condition) for one point. */
export interface HoldKey {
  workflowId: string;
  side: HoldSide;
  code: string;
}

export interface HoldEntry extends HoldKey {
  state: HoldState | null;
}

interface Watch {
  version: string;
  /** The entries of each side, by the code of the point. */
  entries: Record<HoldSide, Map<string, HoldEntry>>;
}

/**
 * The progress of all triggers that follow values, in memory. It is changed during a transaction. If the transaction is
 * rolled back, read the progress from the database again.
 */
export class HoldBook {
  private readonly watches = new Map<string, Watch>();
  /** The entries that differ from the stored rows. */
  private readonly changed = new Set<HoldEntry>();
  private nextMs = Number.NEGATIVE_INFINITY;

  /** The time, by the clock of this service, at which the next delay ends. */
  get dueMs(): number {
    return this.nextMs;
  }

  get isEmpty(): boolean {
    return this.watches.size === 0;
  }

  get workflowIds(): string[] {
    return [...this.watches.keys()];
  }

  get changes(): readonly HoldEntry[] {
    return [...this.changed];
  }

  versionOf(workflowId: string): string | undefined {
    return this.watches.get(workflowId)?.version;
  }

  /** Adds a workflow with its stored progress. */
  add(workflowId: string, version: string, entries: readonly HoldEntry[]): void {
    const watch: Watch = { version, entries: { above: new Map(), below: new Map(), condition: new Map() } };
    for (const entry of entries) watch.entries[entry.side].set(entry.code, entry);
    this.watches.set(workflowId, watch);
  }

  drop(workflowId: string): void {
    this.watches.delete(workflowId);
    for (const entry of this.changed) if (entry.workflowId === workflowId) this.changed.delete(entry);
  }

  get({ workflowId, side, code }: HoldKey): HoldState | null {
    return this.watches.get(workflowId)?.entries[side].get(code)?.state ?? null;
  }

  set({ workflowId, side, code }: HoldKey, state: HoldState | null): void {
    const entries = this.watches.get(workflowId)?.entries[side];
    if (!entries) return;
    let entry = entries.get(code);
    if (!entry) {
      if (!state) return;
      entry = { workflowId, side, code, state: null };
      entries.set(code, entry);
    }
    if (!isSameHold(entry.state, state)) this.changed.add(entry);
    entry.state = state;
  }

  /** Returns up to `limit` triggers whose delay has ended, with the point and the state. */
  due(listeners: Listeners, nowMs: number, limit: number): [HoldListener, HoldKey, HoldState][] {
    const found: [HoldListener, HoldKey, HoldState][] = [];
    for (const [listener, { state, ...key }] of this.pending(listeners)) {
      if (state && dueMs(listener.hold, state) <= nowMs) found.push([listener, key, state]);
      if (found.length >= limit) break;
    }
    return found;
  }

  /** Call this after the commit of a transaction. */
  commit(listeners: Listeners): void {
    for (const entry of this.changed) {
      if (!entry.state) this.watches.get(entry.workflowId)?.entries[entry.side].delete(entry.code);
    }
    this.changed.clear();
    this.nextMs = Number.POSITIVE_INFINITY;
    for (const [{ hold }, { state }] of this.pending(listeners)) {
      if (state) this.nextMs = Math.min(this.nextMs, dueMs(hold, state));
    }
  }

  private *pending(listeners: Listeners): Generator<[HoldListener, HoldEntry]> {
    for (const [workflowId, { entries }] of this.watches) {
      const listener = listeners.holding.get(workflowId);
      if (!listener) continue;
      for (const side of sidesOf(listener.hold)) {
        for (const entry of entries[side].values())
          if (entry.state?.active === false) yield [listener, entry];
      }
    }
  }
}
