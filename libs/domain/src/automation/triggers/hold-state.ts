import type { HoldSide } from '@app/entities';
import { type RuleCondition, violates } from '@app/kernel';
import {
  type EvaluatedRule,
  nextTickMs,
  type RuleState,
  sampled,
  started,
  ticked,
} from '../../operations/alert-rules/rule-state';
import type { HoldSettings } from '../../platform/occurrences/hold-settings';

/**
 * The progress of a trigger for a point. It exists only while the limit is exceeded or the condition is true. After the
 * trigger has fired, the state stays `active` for the rest of that time.
 */
export type HoldState = RuleState;

export interface HoldStep {
  state: HoldState | null;
  /**
   * Null if the trigger must not fire now. Otherwise, the time at which the limit was first exceeded or the condition
   * became true, by the clock of the gateway.
   */
  dueSinceMs: number | null;
}

/**
 * A trigger is evaluated like an alert rule whose value is 1 if the limit is exceeded or the condition is true, and 0
 * otherwise.
 */
const TRUE: RuleCondition = { kind: 'threshold', comparison: 'gt', threshold: 0, deadband: 0 };

const BY_LIMITS: readonly HoldSide[] = ['above', 'below'];
const BY_ABOVE: readonly HoldSide[] = ['above'];
const BY_BELOW: readonly HoldSide[] = ['below'];
const BY_CONDITION: readonly HoldSide[] = ['condition'];

/**
 * Smaller changes of the lag are ignored: delays are checked only once per second, so a more precise lag has no effect.
 */
const LAG_TOLERANCE_MS = 1000;

/** The sides of a trigger. Each of them is evaluated separately. */
export function sidesOf(hold: HoldSettings): readonly HoldSide[] {
  if (hold.above === null) return hold.below === null ? BY_CONDITION : BY_BELOW;
  return hold.below === null ? BY_ABOVE : BY_LIMITS;
}

/**
 * Returns true if a value exceeds a limit. After the trigger has fired, the hysteresis applies: a value still counts as
 * exceeding the limit until it has returned from the limit by at least the hysteresis.
 */
export function isBeyond(
  { above, below, hysteresis: deadband }: HoldSettings,
  side: HoldSide,
  value: number,
  state: HoldState | null,
): boolean {
  const threshold = side === 'above' ? above : below;
  if (threshold === null) return false;
  const comparison = side === 'above' ? 'gt' : 'lt';
  return violates({ comparison, threshold, deadband }, value, state?.active ?? false);
}

/**
 * Updates the state with a new value of a point.
 * @param isTrue true if the limit is exceeded or the condition is true
 * @param atMs the timestamp of the value, by the clock of the gateway
 * @param receivedMs time of arrival, by the clock of this service
 */
export function observed(
  hold: HoldSettings,
  state: HoldState | null,
  isTrue: boolean,
  { atMs, receivedMs }: { atMs: number; receivedMs: number },
): HoldStep {
  if (!state && !isTrue) return { state: null, dueSinceMs: null };
  const before = state ?? ended(atMs);
  return stepOf(hold, sampled(ruleOf(hold), before, { atMs, value: Number(isTrue) }, receivedMs));
}

/**
 * Returns true if another value that exceeds the limit or fulfils the condition leaves the state unchanged. The state
 * stays the same if the trigger has already fired, or if its delay has not ended and the lag is about the same.
 */
export function isSteady(
  { forMs }: HoldSettings,
  { active, sinceMs, lagMs }: HoldState,
  { atMs, receivedMs }: { atMs: number; receivedMs: number },
): boolean {
  if (active || sinceMs === null) return active;
  return atMs >= sinceMs && atMs < sinceMs + forMs && Math.abs(receivedMs - atMs - lagMs) < LAG_TOLERANCE_MS;
}

/**
 * Returns the initial step for a trigger whose limit is already exceeded or whose condition is already true. The delay
 * begins now.
 */
export function begun(hold: HoldSettings, atMs: number, nowMs: number): HoldStep {
  const { state, transitions } = started(ruleOf(hold), { atMs, value: 1 }, nowMs);
  return stepOf(hold, { state: { ...state, isOwnTime: false }, transitions });
}

/** Ends the delay if it is over at `nowMs`, by the clock of this service. */
export function passed(hold: HoldSettings, state: HoldState, nowMs: number): HoldStep {
  return stepOf(hold, ticked(ruleOf(hold), state, nowMs));
}

/** The time, by the clock of this service, at which the delay ends if no value arrives before then. */
export function dueMs(hold: HoldSettings, state: HoldState): number {
  return nextTickMs(ruleOf(hold), state);
}

/**
 * Returns the state of a trigger that has fired. It can fire again only after the limit is no longer exceeded or the
 * condition is no longer true.
 */
export function spent(state: HoldState): HoldState {
  return { ...state, active: true, sinceMs: null };
}

/**
 * Restores a stored state. The time of the newest sample is not needed, because late values are dropped before they
 * arrive here.
 */
export function restored(sinceMs: number | null, lagMs: number): HoldState {
  return { ...ended(0), active: sinceMs === null, sinceMs, lagMs, newest: { atMs: 0, value: 1 } };
}

/** Returns true if the stored row need not change. A changed lag is not stored. */
export function isSameHold(one: HoldState | null, other: HoldState | null): boolean {
  return one?.active === other?.active && one?.sinceMs === other?.sinceMs;
}

function ruleOf({ forMs }: HoldSettings): EvaluatedRule {
  return { condition: TRUE, onDelayMs: forMs, offDelayMs: 0 };
}

function ended(startedMs: number): HoldState {
  return { active: false, sinceMs: null, startedMs, newest: null, lagMs: 0, slots: [] };
}

function stepOf({ forMs }: HoldSettings, { state, transitions }: ReturnType<typeof sampled>): HoldStep {
  const raise = transitions.find(({ kind }) => kind === 'raise');
  const isOver = !state.active && state.sinceMs === null;
  return { state: isOver ? null : state, dueSinceMs: raise ? raise.atMs - forMs : null };
}
