import { type RuleCondition, violates } from '@app/kernel';
import { changeAt, fallsBelowAt, type Slot, withValue } from './change-window';

/** The settings of a rule that its evaluation needs. */
export interface EvaluatedRule {
  condition: RuleCondition;
  onDelayMs: number;
  offDelayMs: number;
}

/** A usable value. Values of bad quality and null are not samples. */
export interface Sample {
  atMs: number;
  /** Null for a value that is neither a number nor a boolean. Such a value counts only for `noData`. */
  value: number | null;
}

/** The progress of a rule. It is plain JSON, so that it can be stored. */
export interface RuleState {
  /** True while the alert of the rule is raised. */
  active: boolean;
  /**
   * The time at which the condition began to differ from `active`, and the current delay began. Null if the condition
   * and `active` agree.
   */
  sinceMs: number | null;
  startedMs: number;
  newest: Sample | null;
  /**
   * The time from the timestamp of the newest sample to its arrival. Delays are measured in timestamps of the gateway,
   * and this value converts them to the clock of this service.
   */
  lagMs: number;
  /** True until the first sample arrives. Until then, delays are measured by the clock of this service. */
  isOwnTime?: boolean;
  /** Used by `rateOfChange` only. */
  slots: readonly Slot[];
  /** The first of the equal values up to the newest one. Used by `unchanged` only. */
  firstEqual?: Sample;
}

export interface Transition {
  kind: 'raise' | 'clear';
  /** The time at which the delay ended. */
  atMs: number;
  /** The value, or the change for `rateOfChange`; null for `noData`. */
  value: number | null;
}

export interface Evaluation {
  state: RuleState;
  transitions: Transition[];
}

/**
 * Begins to evaluate a rule. The condition is evaluated at the start with the last known value. A delay therefore
 * begins at the start, even if that value was measured long before.
 */
export function started(rule: EvaluatedRule, newest: Sample | null, startedMs: number): Evaluation {
  return settled(rule, begun(rule, newest, startedMs), startedMs);
}

/** Returns the state of a rule that begins, before its condition is evaluated. */
export function begun({ condition }: EvaluatedRule, newest: Sample | null, startedMs: number): RuleState {
  const isUsed = newest !== null && counts(condition, newest, null);
  return {
    active: false,
    sinceMs: null,
    startedMs,
    newest: isUsed ? newest : null,
    lagMs: 0,
    isOwnTime: condition.kind !== 'noData',
    slots: isUsed ? slotsWith(condition, [], newest) : [],
    firstEqual: isUsed ? firstEqualOf(condition, undefined, newest) : undefined,
  };
}

/**
 * Evaluates a sample. A sample that is older than the newest one is dropped. If the current delay has expired, the
 * alert is raised or cleared.
 * @param receivedMs time of arrival, by the clock of this service
 */
export function sampled(
  rule: EvaluatedRule,
  state: RuleState,
  sample: Sample,
  receivedMs: number,
): Evaluation {
  const { condition } = rule;
  if (!counts(condition, sample, state.newest)) return { state, transitions: [] };
  const lagMs = receivedMs - sample.atMs;
  const next = {
    ...state,
    sinceMs: state.sinceMs !== null && state.isOwnTime ? state.sinceMs - lagMs : state.sinceMs,
    newest: sample,
    lagMs,
    isOwnTime: false,
    slots: slotsWith(condition, state.slots, sample),
    firstEqual: firstEqualOf(condition, state.firstEqual, sample),
  };
  return settled(rule, next, condition.kind === 'noData' ? receivedMs : sample.atMs);
}

/**
 * Applies the changes that are due at `nowMs`, each at the instant at which it became due.
 * @param nowMs time of this service's clock
 */
export function ticked(rule: EvaluatedRule, state: RuleState, nowMs: number): Evaluation {
  const evaluation: Evaluation = { state, transitions: [] };
  for (;;) {
    const { state: current } = evaluation;
    if (nextTickMs(rule, current) > nowMs) return evaluation;
    const { state: next, transitions } = settled(rule, current, nextChangeMs(rule, current));
    evaluation.state = next;
    evaluation.transitions.push(...transitions);
  }
}

/** The time, by the clock of this service, at which `ticked` next changes something if no sample arrives before. */
export function nextTickMs(rule: EvaluatedRule, state: RuleState): number {
  return nextChangeMs(rule, state) + (rule.condition.kind === 'noData' ? 0 : state.lagMs);
}

/** Returns true if it makes no difference which of the two states is restored after a restart. */
export function isSameProgress(one: RuleState, other: RuleState): boolean {
  return (
    one.active === other.active &&
    one.sinceMs === other.sinceMs &&
    one.slots === other.slots &&
    one.firstEqual === other.firstEqual
  );
}

/** Returns true if the sample is not older than the newest one and the condition can use its value. */
export function counts({ kind }: RuleCondition, { atMs, value }: Sample, newest: Sample | null): boolean {
  return (newest === null || atMs >= newest.atMs) && (kind === 'noData' || value !== null);
}

function slotsWith(condition: RuleCondition, slots: readonly Slot[], { atMs, value }: Sample) {
  return condition.kind === 'rateOfChange' && value !== null
    ? withValue(slots, condition.minutes, atMs, value)
    : slots;
}

function firstEqualOf({ kind }: RuleCondition, first: Sample | undefined, sample: Sample) {
  return kind !== 'unchanged' || first?.value === sample.value ? first : sample;
}

/**
 * Compares the condition at an instant with the state. If they have differed for the whole delay, raises or clears the
 * alert.
 */
function settled(rule: EvaluatedRule, state: RuleState, atMs: number): Evaluation {
  const holds = holdsAt(rule.condition, state, atMs);
  if (holds === null) return { state, transitions: [] };
  if (holds === state.active) return { state: { ...state, sinceMs: null }, transitions: [] };
  const sinceMs = Math.min(state.sinceMs ?? atMs, atMs);
  const dueMs = sinceMs + delayMs(rule, state);
  if (dueMs > atMs) return { state: { ...state, sinceMs }, transitions: [] };
  const value = comparedValue(rule.condition, state, atMs);
  const transition: Transition = { kind: holds ? 'raise' : 'clear', atMs: dueMs, value };
  return { state: { ...state, active: holds, sinceMs: null }, transitions: [transition] };
}

function delayMs({ onDelayMs, offDelayMs }: EvaluatedRule, { active }: RuleState): number {
  return active ? offDelayMs : onDelayMs;
}

/** Returns whether the condition is true at an instant. Null if there is no value to compare. */
function holdsAt(condition: RuleCondition, state: RuleState, atMs: number): boolean | null {
  if (condition.kind === 'noData') return atMs >= silentMs(condition.minutes, state);
  const value = comparedValue(condition, state, atMs);
  if (value === null) return null;
  if (condition.kind === 'threshold') return violates(condition, value, state.active);
  if (condition.kind === 'unchanged') return unchangedMs(state) >= condition.minutes * 60_000;
  return value >= changeLimit(condition, state);
}

function comparedValue(condition: RuleCondition, { newest, slots }: RuleState, atMs: number): number | null {
  if (condition.kind === 'noData') return null;
  return condition.kind === 'rateOfChange'
    ? changeAt(slots, condition.minutes, atMs)
    : (newest?.value ?? null);
}

function changeLimit(
  { delta, deadband }: Extract<RuleCondition, { kind: 'rateOfChange' }>,
  { active }: RuleState,
): number {
  return active ? delta - deadband : delta;
}

/** Both timestamps are those of values, so silence does not count until an equal value ends it. */
function unchangedMs({ newest, firstEqual }: RuleState): number {
  return newest && firstEqual ? newest.atMs - firstEqual.atMs : 0;
}

/** Returns the time at which the newest sample becomes too old, but never a time before the start of the rule. */
function silentMs(minutes: number, { newest, startedMs }: RuleState): number {
  return newest ? Math.max(newest.atMs + minutes * 60_000, startedMs) : startedMs + minutes * 60_000;
}

/**
 * Returns the time at which the state next changes if no sample arrives: a delay ends, or the condition changes because
 * time passes.
 */
function nextChangeMs(rule: EvaluatedRule, state: RuleState): number {
  const { active, sinceMs } = state;
  const dueMs = sinceMs === null ? Number.POSITIVE_INFINITY : sinceMs + delayMs(rule, state);
  return Math.min(dueMs, flipMs(rule.condition, state, active !== (sinceMs !== null)));
}

/**
 * Returns the time at which the condition changes without a new sample: a sample becomes too old, or values leave the
 * window.
 */
function flipMs(condition: RuleCondition, state: RuleState, holds: boolean): number {
  if (condition.kind === 'noData' && !holds) return silentMs(condition.minutes, state);
  if (condition.kind !== 'rateOfChange' || !holds) return Number.POSITIVE_INFINITY;
  return fallsBelowAt(state.slots, condition.minutes, changeLimit(condition, state));
}
