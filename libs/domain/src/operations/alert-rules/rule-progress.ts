import type { AlertRuleEntity } from '@app/entities';
import {
  ALWAYS,
  beginRun,
  keepHours,
  type RuleRun,
  type RunEvaluation,
  type ScheduledRule,
} from './rule-run';
import { counts, isSameProgress, type RuleState, type Sample } from './rule-state';

const MINUTE_MS = 60_000;
/** If the lag has changed by this much, for example because a clock was corrected, it is stored again. */
const LAG_TOLERANCE_MS = MINUTE_MS;

/** The progress of a rule, as it is stored. */
export interface StoredProgress {
  /** Null outside the hours of the rule. */
  state: RuleState | null;
  newest: Sample | null;
  /** When the current period of the hours ends; null if it does not end. */
  untilMs: number | null;
}

export function toStored({ state, newest, period: { untilMs } }: RuleRun): StoredProgress {
  return { state, newest, untilMs: Number.isFinite(untilMs) ? untilMs : null };
}

/** Reads stored JSON. Earlier versions stored only the state. */
export function toProgress(stored: unknown): StoredProgress {
  const known = (stored ?? {}) as StoredProgress | RuleState;
  if ('active' in known) return { state: known, newest: known.newest, untilMs: null };
  const { state = null, newest = null, untilMs = null } = known as Partial<StoredProgress>;
  return { state, newest, untilMs };
}

/**
 * Continues with the stored progress after a restart. The hours that have begun or ended in the meantime are applied as
 * if the process had run without new values. Only silence is not found in this time, because values that the gateway
 * had meanwhile arrive later.
 * @param last the last usable value of the rule's point. It may be newer than the sample in the progress, because the
 *   progress is not stored again for a sample that changes nothing but the newest value
 */
export function resumedRun(
  rule: Pick<AlertRuleEntity, 'areaId'>,
  scheduled: ScheduledRule,
  progress: StoredProgress,
  last: Sample | null,
  nowMs: number,
): { stored: RuleRun; evaluation: RunEvaluation } {
  const newest = newestOf(rule, scheduled, progress, last, nowMs);
  const untilMs = progress.untilMs ?? Number.POSITIVE_INFINITY;
  const state = progress.state && { ...progress.state, newest };
  const period = { ...ALWAYS, isOpen: state !== null, untilMs };
  const isSilenceKnown = scheduled.condition.kind !== 'noData';
  const evaluation =
    nowMs < untilMs
      ? beginRun(scheduled, state, newest, nowMs)
      : keepHours(scheduled, { state, newest, period }, nowMs, isSilenceKnown);
  return { stored: { state, newest: progress.newest, period }, evaluation };
}

/** Returns true if it makes no difference which of the two runs is restored after a restart. */
export function isSameStored(
  rule: Pick<AlertRuleEntity, 'kind' | 'areaId'>,
  stored: RuleRun,
  run: RuleRun,
): boolean {
  if (stored.period.untilMs !== run.period.untilMs) return false;
  if (!stored.state || !run.state) return stored.state === run.state;
  return (
    isSameProgress(stored.state, run.state) &&
    stored.state.startedMs === run.state.startedMs &&
    (!storesNewest(rule) || isSameMinute(stored.state, run.state)) &&
    (rule.kind === 'noData' || isSameTime(stored.state, run.state))
  );
}

/** Returns the last millisecond of the minute that contains the instant. */
function endOfMinute(atMs: number): number {
  return (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS - 1;
}

function newestOf(
  { areaId }: Pick<AlertRuleEntity, 'areaId'>,
  { condition }: ScheduledRule,
  { newest }: StoredProgress,
  last: Sample | null,
  nowMs: number,
): Sample | null {
  // Only the minute of the newest power of an area is stored, so the power may have been reported until its end.
  if (areaId !== null) return newest && { ...newest, atMs: Math.min(endOfMinute(newest.atMs), nowMs) };
  return last && counts(condition, last, newest) ? last : newest;
}

/**
 * Returns true if the time of the newest value is stored with the progress of the rule. The last values of points are
 * stored elsewhere. The power of an area is not, so its time is stored once a minute.
 */
function storesNewest({ kind, areaId }: Pick<AlertRuleEntity, 'kind' | 'areaId'>): boolean {
  return kind === 'noData' && areaId !== null;
}

function isSameMinute(one: RuleState, other: RuleState): boolean {
  const [first, second] = [one, other].map(({ newest }) => newest && endOfMinute(newest.atMs));
  return first === second;
}

function isSameTime(one: RuleState, other: RuleState): boolean {
  return one.isOwnTime === other.isOwnTime && Math.abs(one.lagMs - other.lagMs) < LAG_TOLERANCE_MS;
}
