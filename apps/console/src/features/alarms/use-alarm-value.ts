import type { Point } from '../../api/points';
import { ruleUnit } from '../../api/rule-unit';
import { useValueText } from '../../ui/point-value';
import type { Alarm } from './alarms.queries';

/** Returns a function that writes the value and the threshold of an alarm with their unit; null for none. */
export function useAlarmValue(): (
  alarm: Alarm,
  point: Point | undefined,
) => { value: string | null; threshold: string | null } {
  const valueText = useValueText();
  return (alarm, point) => {
    const { value, threshold, source } = alarm;
    const unit = source === 'rule' ? ruleUnit(alarm, point) : point?.unit;
    const text = (amount: unknown) => (amount === null ? null : valueText(amount, unit));
    return { value: text(value), threshold: text(threshold) };
  };
}
