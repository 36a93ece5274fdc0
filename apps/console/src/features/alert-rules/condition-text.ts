import { useFormat } from '../../format/use-format';
import type { Condition } from './alert-rules.queries';
import { useAlertRuleTexts } from './alert-rules.texts';

/** Returns a function that describes a condition in a few words. */
export function useConditionText(): (condition: Condition) => string {
  const t = useAlertRuleTexts();
  const { number } = useFormat();
  return ({ kind, comparison = 'gt', threshold, delta, minutes }) => {
    if (kind === 'threshold') {
      return t('text.threshold', {
        comparison: t(`comparison.${comparison}`),
        threshold: number(threshold, 3),
      });
    }
    if (kind === 'noData') return t('text.noData', { minutes: number(minutes, 0) });
    return t('text.rateOfChange', { delta: number(delta, 3), minutes: number(minutes, 0) });
  };
}
