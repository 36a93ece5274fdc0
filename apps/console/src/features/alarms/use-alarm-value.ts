import type { Point } from '../../api/points';
import { useValueText } from '../../ui/point-value';
import type { Alarm } from './alarms.queries';

/** A rule of an area watches its power. */
const AREA_UNIT = 'kW';

/** Returns a function that writes the value and the threshold of an alarm with their unit; null for none. */
export function useAlarmValue(): (
  alarm: Alarm,
  point: Point | undefined,
) => { value: string | null; threshold: string | null } {
  const valueText = useValueText();
  return ({ value, threshold, pointCode, areaId, source }, point) => {
    const isPower = pointCode === null && areaId !== null && source === 'rule';
    const unit = isPower ? AREA_UNIT : point?.unit;
    const text = (amount: unknown) => (amount === null ? null : valueText(amount, unit));
    return { value: text(value), threshold: text(threshold) };
  };
}
