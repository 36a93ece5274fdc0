import { nextFireMs } from './cron-schedule';
import { nextSunTimeMs, SUN_EVENTS, type SunTime } from './sun-times';

const SUN_RULE = new RegExp(`^@(${SUN_EVENTS.join('|')}) (-?\\d+) (-?[\\d.]+) (-?[\\d.]+)$`);

/**
 * Writes a sunrise or sunset with its offset as the rule of a schedule row, such as `@sunset -30 52.52 13.405`. The
 * rule contains the coordinates. If the site moves, the rule changes, so the row is recomputed.
 */
export function sunRule({ event, offsetMinutes, latitude, longitude }: SunTime): string {
  return `@${event} ${offsetMinutes} ${latitude} ${longitude}`;
}

/**
 * The first slot of a rule after an instant, in milliseconds since 1970; null if there is none.
 * @param rule a cron expression, or a rule of `sunRule`
 */
export function nextSlotMs(rule: string, timezone: string, afterMs: number): number | null {
  const [, event, offset, latitude, longitude] = SUN_RULE.exec(rule) ?? [];
  if (!event) return nextFireMs(rule, timezone, afterMs);
  const sun = { latitude: Number(latitude), longitude: Number(longitude), offsetMinutes: Number(offset) };
  return nextSunTimeMs({ ...sun, event: event as SunTime['event'] }, afterMs);
}
