import type { PointValue } from '@app/contracts';
import type { HoldListener, Listeners } from '../../platform/occurrences/listeners';
import type { Occurrence, StateChange } from '../../platform/occurrences/occurrence';
import { toSample } from '../../operations/alert-rules/to-sample';
import type { HoldBook, HoldKey } from './hold-book';
import {
  begun,
  type HoldState,
  type HoldStep,
  isBeyond,
  isSteady,
  observed,
  passed,
  sidesOf,
  spent,
} from './hold-state';

/** The `triggerData` of executions of a trigger that follows values. */
export interface HeldChange extends StateChange {
  /** The limit that was crossed; null for a condition. */
  crossed: 'above' | 'below' | null;
  /** The time since which the limit has been exceeded or the condition has been true, ISO 8601 UTC. */
  since: string;
}

type HeldOccurrence = Extract<Occurrence, { kind: 'state_change' }> & { workflowId: string };

/** Evaluates the conditions of triggers. */
export interface Judge {
  isTrue(listener: HoldListener, payload: HeldChange): boolean;
  /** Returns true if the condition reads the quality, so that it is evaluated even with values of bad quality. */
  readsQuality(listener: HoldListener): boolean;
}

/** A value of a point, and the previous value. */
interface Change {
  value: PointValue;
  /** Undefined if the previous value is not known. */
  previous: PointValue | undefined;
}

/** One evaluation of triggers that follow values. Changes the book, and collects the occurrences to record. */
export class HoldRound {
  readonly occurrences: HeldOccurrence[] = [];

  constructor(
    private readonly book: HoldBook,
    private readonly listeners: Listeners,
    private readonly judge: Judge,
    private readonly nowMs: number,
  ) {}

  /** Evaluates newer values. Skips workflows whose trigger has not begun to follow values. */
  *takeIn(values: readonly PointValue[], last: ReadonlyMap<string, PointValue>): Generator<void, void> {
    for (const value of values) {
      const change = { value, previous: last.get(value.code) };
      for (const listener of this.listeners.holdingOf(value.code)) {
        if (this.book.versionOf(listener.workflowId) !== undefined) this.sample(listener, change);
      }
      yield;
    }
  }

  /**
   * Evaluates the triggers of these workflows once with the current values. Call this when the triggers start to follow
   * values, and when this process has just obtained the lease. If a limit is already exceeded or a condition is already
   * true, the trigger fires only with `onStart`, and only if it has not fired for this state before.
   */
  *start(workflowIds: ReadonlySet<string>, last: ReadonlyMap<string, PointValue>): Generator<void, void> {
    for (const value of last.values()) {
      for (const listener of this.listeners.holdingOf(value.code)) {
        if (workflowIds.has(listener.workflowId)) this.look(listener, value);
      }
      yield;
    }
  }

  /**
   * Fires the triggers whose delay is over, at most `limit` of them. A trigger does not fire if the value of its point
   * is no longer stored.
   */
  *endTimes(last: ReadonlyMap<string, PointValue>, limit: number): Generator<void, void> {
    for (const [listener, key, state] of this.book.due(this.listeners, this.nowMs, limit)) {
      const value = last.get(key.code);
      if (value)
        this.settle(listener, key, { value, previous: value }, passed(listener.hold, state, this.nowMs));
      else this.book.set(key, spent(state));
      yield;
    }
  }

  private sample(listener: HoldListener, change: Change): void {
    const { hold, workflowId } = listener;
    const { code, timestamp } = change.value;
    for (const side of sidesOf(hold)) {
      const key = { workflowId, side, code };
      const state = this.book.get(key);
      const isTrue = this.isTrue(listener, key, state, change);
      if (isTrue === null || (!isTrue && !state)) continue;
      // A trigger with neither limits nor a delay fires at each change, like a trigger that evaluates each change
      // separately.
      const isEachChange = side === 'condition' && hold.forMs === 0 && isTrue && isOther(change);
      const at = { atMs: Date.parse(timestamp), receivedMs: this.nowMs };
      if (isTrue && state && !isEachChange && isSteady(hold, state, at)) continue;
      const step = observed(hold, state, isTrue, at);
      const dueSinceMs = step.dueSinceMs ?? (isEachChange ? at.atMs : null);
      this.settle(listener, key, change, { ...step, dueSinceMs }, side === 'condition' && isOther(change));
    }
  }

  private look(listener: HoldListener, value: PointValue): void {
    const { hold, workflowId } = listener;
    const change = { value, previous: undefined };
    for (const side of sidesOf(hold)) {
      const key = { workflowId, side, code: value.code };
      const state = this.book.get(key);
      const isTrue = this.isTrue(listener, key, state, change);
      if (isTrue === false) this.book.set(key, null);
      if (!isTrue || state) continue;
      const step = begun(hold, Date.parse(value.timestamp), this.nowMs);
      if (hold.onStart) this.settle(listener, key, change, step, side === 'condition');
      else this.book.set(key, step.state && spent(step.state));
    }
  }

  /**
   * Returns true if the value exceeds the limit or fulfils the condition. Returns null if the value is unusable: it is
   * missing, has bad quality, or is not a number but the trigger has a limit.
   */
  private isTrue(
    listener: HoldListener,
    { side }: HoldKey,
    state: HoldState | null,
    change: Change,
  ): boolean | null {
    if (side !== 'condition') {
      const number = toSample(change.value)?.value ?? null;
      return number === null ? null : isBeyond(listener.hold, side, number, state);
    }
    if (!this.isUsable(listener, change.value)) return null;
    if (!isOther(change)) return state !== null;
    return this.judge.isTrue(listener, payloadOf(change, null, Date.parse(change.value.timestamp)));
  }

  private canJudge(listener: HoldListener, { side }: HoldKey, { value }: Change): boolean {
    return listener.condition !== null && (side !== 'condition' || this.isUsable(listener, value));
  }

  /** Returns true if a condition without limits can be evaluated with this value. */
  private isUsable(listener: HoldListener, value: PointValue): boolean {
    return toSample(value) !== null || this.judge.readsQuality(listener);
  }

  /**
   * Stores the new state of a trigger, and records an occurrence if the trigger fires. If the trigger has a limit and a
   * condition, the condition must be true both when the limit is crossed and when the delay ends. If it is false, the
   * trigger waits for the next crossing.
   * @param isJudged true if the condition was already evaluated to true with this value
   */
  private settle(
    listener: HoldListener,
    key: HoldKey,
    change: Change,
    { state, dueSinceMs }: HoldStep,
    isJudged = false,
  ): void {
    const isCrossing = state !== null && this.book.get(key) === null;
    const isAsked = !isJudged && (dueSinceMs !== null || isCrossing) && this.canJudge(listener, key, change);
    if (!isAsked && dueSinceMs === null) {
      this.book.set(key, state);
      return;
    }
    const crossed = key.side === 'condition' ? null : key.side;
    const sinceMs = dueSinceMs ?? state?.sinceMs ?? Date.parse(change.value.timestamp);
    const payload = payloadOf(change, crossed, sinceMs);
    if (isAsked && !this.judge.isTrue(listener, payload)) {
      this.book.set(key, key.side === 'condition' || !state ? null : spent(state));
      return;
    }
    this.book.set(key, state);
    if (dueSinceMs === null) return;
    const { workflowId, code } = key;
    this.occurrences.push({ kind: 'state_change', name: code, payload, workflowId });
  }
}

/** Returns true if the value or its quality has changed. */
function isOther({ value, previous }: Change): boolean {
  return !previous || previous.value !== value.value || previous.quality !== value.quality;
}

function payloadOf(
  { value: { code, value, quality, timestamp }, previous }: Change,
  crossed: HeldChange['crossed'],
  sinceMs: number,
): HeldChange {
  const since = new Date(sinceMs).toISOString();
  return {
    code,
    value: value ?? null,
    previous: previous?.value ?? null,
    quality,
    timestamp,
    crossed,
    since,
  };
}
