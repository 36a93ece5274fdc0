import type { QuietHours } from '@app/entities';
import type { AlertSeverity } from '@app/kernel';
import type { Temporal } from 'temporal-polyfill';
import { localDate } from '../../../metering/arithmetic/calendar';

const DAY_MINUTES = 24 * 60;

/**
 * Returns the time until which a message is held: the end of the quiet hours that contain the instant. Returns null if
 * the message may be sent at once. Messages about critical alerts are never held.
 * @param zone the platform's time zone, for quiet hours without one
 */
export function heldUntil(
  quietHours: QuietHours | null,
  severity: AlertSeverity,
  zone: string,
  atMs: number,
): Date | null {
  if (!quietHours || severity === 'critical') return null;
  const endMs = endOfQuietHours(quietHours, quietHours.timezone ?? zone, atMs);
  return endMs === null ? null : new Date(endMs);
}

/**
 * The end of the period that contains the instant; null if there is none. A period belongs to the day on which it
 * begins. A local time that the clocks skip is moved forward. If a local time occurs twice, the first occurrence
 * counts.
 */
function endOfQuietHours({ from, to, days }: QuietHours, zone: string, atMs: number): number | null {
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)];
  const untilMinute = toMinute > fromMinute ? toMinute : toMinute + DAY_MINUTES;
  const today = localDate(atMs, zone);
  for (const date of [today.subtract({ days: 1 }), today]) {
    if (!days.includes(date.dayOfWeek)) continue;
    const endMs = instantOf(date, untilMinute, zone);
    if (instantOf(date, fromMinute, zone) <= atMs && atMs < endMs) return endMs;
  }
  return null;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** @param minute minute of the local day; 1440 or more is on the next day */
function instantOf(date: Temporal.PlainDate, minute: number, zone: string): number {
  return date
    .add({ days: Math.floor(minute / DAY_MINUTES) })
    .toPlainDateTime({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 })
    .toZonedDateTime(zone).epochMilliseconds;
}
