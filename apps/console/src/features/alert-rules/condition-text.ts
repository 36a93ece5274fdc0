import { useFormat } from '../../format/use-format';
import { useValueText } from '../../ui/point-value';
import type { Condition } from './alert-rules.queries';
import { useAlertRuleTexts } from './alert-rules.texts';

/** Returns a function that describes a condition in a few words. */
export function useConditionText(): (condition: Condition, unit: string | null) => string {
  const t = useAlertRuleTexts();
  const { number } = useFormat();
  const valueText = useValueText();
  return ({ kind, comparison = 'gt', threshold, delta, minutes }, unit) => {
    if (kind === 'threshold') {
      return t('text.threshold', {
        comparison: t(`comparison.${comparison}`),
        threshold: valueText(threshold, unit),
      });
    }
    return t(`text.${kind}`, { delta: valueText(delta, unit), minutes: number(minutes, 0) });
  };
}
