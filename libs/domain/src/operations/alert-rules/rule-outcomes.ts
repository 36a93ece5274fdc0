import type { RuleOutcome } from './rule-book';
import type { AlertClear, AlertRaise } from '../alerts/alert-raise';
import { toClear, toRaise } from './rule-alerts';

/** Raises and clears of different alerts. */
export interface AlertStep {
  raises: AlertRaise[];
  clears: AlertClear[];
}

/** The raises and clears of rules. Steps are carried out in order: step n has the n-th transition of each rule. */
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
