import type { AlertRuleEntity } from '@app/entities';
import { type CalendarHours, type HoursPeriod, hoursPeriodAt } from '../calendars/calendar-hours';
import { toRuleCondition } from './rule-condition';
import {
  begun,
  counts,
  type EvaluatedRule,
  type Evaluation,
  nextTickMs,
  type RuleState,
  sampled,
  type Sample,
  started,
  ticked,
  type Transition,
} from './rule-state';

/** A rule with the hours in which it applies. */
export interface ScheduledRule extends EvaluatedRule {
  /** Returns the period around an instant, and whether the rule applies in it. */
  hoursAt: (atMs: number) => HoursPeriod;
}

/** The progress of a rule, and the current period of its hours. */
export interface RuleRun {
  /** Null outside the hours. */
  state: RuleState | null;
  period: HoursPeriod;
  newest: Sample | null;
}

export interface RunTransition extends Transition {
  /** Why the alert was cleared, if no value cleared it. Undefined for all other transitions. */
  reason?: 'closed' | 'deleted';
}

export interface RunEvaluation {
  run: RuleRun;
  transitions: RunTransition[];
}

export const ALWAYS: HoursPeriod = {
  isOpen: true,
  fromMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.POSITIVE_INFINITY,
};

/** An unknown calendar counts as always open, because an unnecessary alert does less harm than a missing one. */
export function toScheduledRule(
  rule: AlertRuleEntity,
  calendar: CalendarHours | undefined,
  zone: string,
): ScheduledRule {
  return {
    condition: toRuleCondition(rule),
    onDelayMs: rule.onDelaySeconds * 1000,
    offDelayMs: rule.offDelaySeconds * 1000,
    hoursAt: (atMs) => (calendar ? hoursPeriodAt(calendar, atMs, zone) : ALWAYS),
  };
}

/** Begins to evaluate a rule, or continues with its state. */
export function beginRun(
  rule: ScheduledRule,
  state: RuleState | null,
  newest: Sample | null,
  nowMs: number,
): RunEvaluation {
  const period = rule.hoursAt(nowMs);
  if (state && period.isOpen) return { run: { state, period, newest }, transitions: [] };
  if (state) {
    // The hours of the rule ended while no process evaluated it. This period lets `keepHours` end them now.
    const ended = { isOpen: true, fromMs: Number.NEGATIVE_INFINITY, untilMs: period.fromMs };
    return keepHours(rule, { state, period: ended, newest }, nowMs);
  }
  if (!period.isOpen) return { run: { state, period, newest }, transitions: [] };
  const first = started(rule, newest, nowMs);
  return { run: { state: first.state, period, newest }, transitions: first.transitions };
}

/** Ends the evaluation of a rule whose point or area was deleted. */
export function endedRun(nowMs: number): RunEvaluation {
  return {
    run: { state: null, period: ALWAYS, newest: null },
    transitions: [{ kind: 'clear', atMs: nowMs, value: null, reason: 'deleted' }],
  };
}

/**
 * Advances the hours of the rule to `nowMs`. When the hours end, an active alert is cleared. When the next hours begin,
 * the delays start again. If the clock was set back to before the current period, the period of the new time applies.
 * @param isWatching false if nobody watched the rule until now. Then time alone has raised nothing
 */
export function keepHours(
  rule: ScheduledRule,
  before: RuleRun,
  nowMs: number,
  isWatching = true,
): RunEvaluation {
  const run = { ...before };
  const transitions: RunTransition[] = [];
  const enter = (next: HoursPeriod, atMs: number) => {
    if (run.state && !next.isOpen) {
      const last = isWatching ? ticked(rule, run.state, atMs) : { state: run.state, transitions: [] };
      transitions.push(...last.transitions);
      if (last.state.active) transitions.push({ kind: 'clear', atMs, value: null, reason: 'closed' });
      run.state = null;
    } else if (!run.state && next.isOpen) {
      const first = isWatching
        ? started(rule, run.newest, atMs)
        : { state: begun(rule, run.newest, atMs), transitions: [] };
      transitions.push(...first.transitions);
      run.state = first.state;
    }
    run.period = next;
  };
  if (nowMs < run.period.fromMs) enter(rule.hoursAt(nowMs), nowMs);
  while (nowMs >= run.period.untilMs) enter(rule.hoursAt(run.period.untilMs), run.period.untilMs);
  if (run.state && run.state.startedMs > nowMs) run.state = { ...run.state, startedMs: nowMs };
  return { run, transitions };
}

/** Evaluates a sample. Outside the hours, only the newest sample is stored. */
export function runSampled(
  rule: ScheduledRule,
  before: RuleRun,
  sample: Sample,
  receivedMs: number,
): RunEvaluation {
  const kept = keepHours(rule, before, receivedMs);
  if (!counts(rule.condition, sample, kept.run.newest)) return kept;
  const newest = sample;
  if (!kept.run.state) return { ...kept, run: { ...kept.run, newest } };
  const due = untilSample(rule, kept.run.state, sample, receivedMs);
  const { state, transitions } = sampled(rule, due.state, sample, receivedMs);
  return {
    run: { ...kept.run, state, newest },
    transitions: [...kept.transitions, ...due.transitions, ...transitions],
  };
}

/**
 * Applies the changes that were due before the sample was measured. `ticked` has not applied them yet if this sample
 * arrived sooner after its measurement than the one before it.
 */
function untilSample(
  rule: ScheduledRule,
  state: RuleState,
  { atMs }: Sample,
  receivedMs: number,
): Evaluation {
  return rule.condition.kind === 'noData'
    ? { state, transitions: [] }
    : ticked(rule, state, state.isOwnTime ? receivedMs : atMs + state.lagMs);
}

/** Applies all changes that are due at `nowMs`. */
export function runTicked(rule: ScheduledRule, before: RuleRun, nowMs: number): RunEvaluation {
  const kept = keepHours(rule, before, nowMs);
  if (!kept.run.state) return kept;
  const { state, transitions } = ticked(rule, kept.run.state, nowMs);
  return { run: { ...kept.run, state }, transitions: [...kept.transitions, ...transitions] };
}

/** The time at which `runTicked` next changes something, if no sample arrives before that time. */
export function nextRunTickMs(rule: EvaluatedRule, { state, period }: RuleRun): number {
  return Math.min(period.untilMs, state ? nextTickMs(rule, state) : Number.POSITIVE_INFINITY);
}
