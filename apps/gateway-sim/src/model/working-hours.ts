import type { LocalDay } from '@app/gateway-server';

/** The level at each minute of a day, 0–1440. */
type Curve = Float64Array;

/** A level by the minutes since midnight. */
export type DayCurve = (minute: number) => number;

/** Returns the level at a local time. */
export function levelOf(curveOf: (day: LocalDay) => DayCurve, [day, minute]: [LocalDay, number]): number {
  return curveOf(day)(minute);
}

const h = (hours: number): number => hours * 60;

/** Share of the day's staff that is present at each time of a working day. */
const PRESENCE = curveThrough([
  [0, 0],
  [h(6.5), 0.01],
  [h(7.5), 0.18],
  [h(8.5), 0.7],
  [h(9.5), 0.97],
  [h(12), 1],
  [h(12.75), 0.68],
  [h(13.75), 0.95],
  [h(16.5), 0.86],
  [h(17.75), 0.38],
  [h(19), 0.1],
  [h(21), 0.02],
  [h(24), 0],
]);

/** Heating level of the rooms, from 0 (set back) to 1 (warm). The plant starts before people arrive. */
const COMFORT = curveThrough([
  [0, 0.18],
  [h(5), 0],
  [h(8), 0.93],
  [h(10), 1],
  [h(18.5), 1],
  [h(24), 0.18],
]);

/** Level of the air handler. Ventilation starts early and stops late. */
const VENTILATION = curveThrough([
  [0, 0],
  [h(6), 0],
  [h(6.25), 0.7],
  [h(9), 1],
  [h(17.5), 0.95],
  [h(19), 0.6],
  [h(19.25), 0],
  [h(24), 0],
]);

/** Month × 100 + day. */
const FIXED_HOLIDAYS = new Set([101, 1225, 1226]);

/** True from Monday to Friday, except on the fixed holidays. */
export function isWorkingDay(day: LocalDay): boolean {
  return day.isoWeekday <= 5 && !FIXED_HOLIDAYS.has(day.month * 100 + day.dayOfMonth);
}

/** Occupancy as a share of the usual number of people, 0–1. */
export function presence(day: LocalDay): DayCurve {
  const attendance = isWorkingDay(day) ? 1 : day.isoWeekday === 6 ? 0.12 : 0.02;
  return (minute) => attendance * levelAt(PRESENCE, minute);
}

/** Level of heating and cooling, 0–1. */
export function comfort(day: LocalDay): DayCurve {
  return isWorkingDay(day) ? (minute) => levelAt(COMFORT, minute) : () => 0.12;
}

/** Level of ventilation, 0–1. */
export function ventilation(day: LocalDay): DayCurve {
  return isWorkingDay(day) ? (minute) => levelAt(VENTILATION, minute) : () => 0;
}

function levelAt(curve: Curve, minute: number): number {
  const whole = Math.floor(minute);
  const level = curve[whole] ?? 0;
  return level + (minute - whole) * ((curve[whole + 1] ?? level) - level);
}

/** Interpolates linearly between corners. The corners are at whole minutes; the first is at 0 and the last at 1440. */
function curveThrough(corners: readonly (readonly [minute: number, level: number])[]): Curve {
  const levels = new Float64Array(1441);
  let [fromMinute, fromLevel] = [0, 0];
  for (const [toMinute, toLevel] of corners) {
    for (let minute = fromMinute; minute <= toMinute; minute++) {
      const share = toMinute === fromMinute ? 1 : (minute - fromMinute) / (toMinute - fromMinute);
      levels[minute] = fromLevel + (toLevel - fromLevel) * share;
    }
    [fromMinute, fromLevel] = [toMinute, toLevel];
  }
  return levels;
}
