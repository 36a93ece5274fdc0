import type { Point } from '../../api/points';
import { ruleUnit } from '../../api/rule-unit';
import { useValueText } from '../../ui/point-value';
import type { Alert } from './alerts.queries';

/** Returns a function that writes the value and the threshold of an alert with their unit; null for none. */
export function useAlertValue(): (
  alert: Alert,
  point: Point | undefined,
) => { value: string | null; threshold: string | null } {
  const valueText = useValueText();
  return (alert, point) => {
    const { value, threshold } = alert;
    const unit = isOfRule(alert) ? ruleUnit(alert, point) : point?.unit;
    const text = (amount: unknown) => (amount === null ? null : valueText(amount, unit));
    return { value: text(value), threshold: text(threshold) };
  };
}

/** The values of budgets and losses are energies, whose unit is in the message. */
function isOfRule({ source, type }: Alert): boolean {
  return source === 'rule' && type !== 'budget' && type !== 'loss';
}
