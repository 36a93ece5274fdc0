import { hourPiece, quarterPieces, sumByBucket } from './bucket-sums';
import { type Bucket, bucketsBetween, offsetStretches } from './calendar';
import type { HourRow } from './hour-rows';
import { HOUR_MS } from './meter-arithmetic';

/**
 * Returns the local hours of local days, in order.
 * @param days in order
 * @returns the hours of each day; null for a day that starts or ends within a local hour, as two days of 1981 did on
 *   Lord Howe Island
 */
export function localHoursOf(days: readonly Bucket[], zone: string): (Bucket[] | null)[] {
  const stretches = offsetStretches(days[0]?.startMs ?? 0, zone);
  let stretch = stretches.next();
  return days.map((day) => {
    while (!stretch.done && stretch.value.untilMs < day.endMs) stretch = stretches.next();
    return !stretch.done && isWithin(stretch.value, day) ? evenHours(day) : hoursByCalendar(day, zone);
  });
}

/**
 * Returns the energy of each local hour of the days in whole milliwatt-hours; null for an hour without a measurement.
 * @param days local days in order
 * @param rows all hours of the meter that these days touch, in order
 * @returns the energies of each day; null for a day for which `localHoursOf` returns null
 */
export function energyByLocalHour(
  days: readonly Bucket[],
  rows: readonly HourRow[],
  zone: string,
): ((number | null)[] | null)[] {
  const hoursByDay = localHoursOf(days, zone);
  const hours = hoursByDay.flatMap((ofDay) => ofDay ?? []);
  // Most zones differ from UTC by whole hours. Their local hours are UTC hours, so quarters are not needed.
  const areUtcHours = hours.every(({ startMs, endMs }) => startMs % HOUR_MS === 0 && endMs % HOUR_MS === 0);
  const sums = sumByBucket(hours, areUtcHours ? rows.map(hourPiece) : quarterPieces(rows));
  let next = 0;
  return hoursByDay.map((ofDay) => ofDay && ofDay.map(() => sums[next++]?.energyMwh ?? null));
}

/** True if the clocks do not change from the day's start to its end. The day then consists of full local hours. */
function isWithin(
  { firstHourMs, untilMs }: { firstHourMs: number; untilMs: number },
  { startMs, endMs }: Bucket,
): boolean {
  return startMs >= firstHourMs && endMs < untilMs;
}

function evenHours({ startMs, endMs }: Bucket): Bucket[] {
  const hours: Bucket[] = [];
  for (let hourMs = startMs; hourMs < endMs; hourMs += HOUR_MS) {
    hours.push({ startMs: hourMs, endMs: hourMs + HOUR_MS });
  }
  return hours;
}

function hoursByCalendar({ startMs, endMs }: Bucket, zone: string): Bucket[] | null {
  const hours = bucketsBetween('hour', startMs, endMs, zone);
  return hours[0]?.startMs === startMs && hours.at(-1)?.endMs === endMs ? hours : null;
}
