import { offsetStretches } from './calendar';

/**
 * Returns a function that writes the local date and time of an instant, `2026-03-29 03:00:00`. Uses the calendar only
 * at changes of the zone's offset. The instants must be in ascending order, and none may be before `fromMs`.
 */
export function localTimesFrom(fromMs: number, zone: string): (atMs: number) => string {
  const stretches = offsetStretches(fromMs, zone);
  let stretch = stretches.next();
  return (atMs) => {
    while (!stretch.done && atMs >= stretch.value.untilMs) stretch = stretches.next();
    const offsetMs = stretch.done ? 0 : stretch.value.offsetMs;
    return new Date(atMs + offsetMs).toISOString().slice(0, 19).replace('T', ' ');
  };
}
