import type { RuleOutcome } from './rule-book';
import type { AlertClear, AlertRaise } from '../alerts/alert-raise';
import { toClear, toRaise } from './rule-alerts';

/** Alerts to raise and to clear. Each alert occurs only once. */
export interface AlertStep {
  raises: AlertRaise[];
  clears: AlertClear[];
}

/**
 * Groups the transitions of rules into steps: step n has the n-th transition of each rule. The steps must be carried
 * out in order.
 */
export function alertSteps(outcomes: readonly RuleOutcome[]): AlertStep[] {
  const steps: AlertStep[] = [];
  for (const { entry, transitions } of outcomes) {
    for (const [index, transition] of transitions.entries()) {
      const step = (steps[index] ??= { raises: [], clears: [] });
      if (transition.kind === 'raise') step.raises.push(toRaise(entry.rule, transition));
      else step.clears.push(toClear(entry.rule, transition));
    }
  }
  return steps;
}
