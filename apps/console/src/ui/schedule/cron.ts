import { Cron } from 'croner';

/** A cron expression: a common schedule by its parts, or any other expression as text. */
export type Schedule =
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; time: string; weekday: number }
  | { kind: 'monthly'; time: string; day: number }
  | { kind: 'custom'; cron: string };

const AT_ONE_TIME = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7])$/;

/** Reads an expression of five fields: minute, hour, day of month, month, day of week. */
export function readCron(cron: string): Schedule {
  const [, minute = '', hour = '', day, weekday] = AT_ONE_TIME.exec(cron) ?? [];
  const custom: Schedule = { kind: 'custom', cron };
  if (day === undefined || Number(minute) > 59 || Number(hour) > 23) return custom;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*' && weekday === '*') return { kind: 'daily', time };
  if (day === '*') return { kind: 'weekly', time, weekday: Number(weekday) % 7 };
  const isDay = Number(day) >= 1 && Number(day) <= 31;
  return weekday === '*' && isDay ? { kind: 'monthly', time, day: Number(day) } : custom;
}

export function writeCron(schedule: Schedule): string {
  if (schedule.kind === 'custom') return schedule.cron;
  const [hour, minute] = schedule.time.split(':').map(Number);
  const day = schedule.kind === 'monthly' ? schedule.day : '*';
  const weekday = schedule.kind === 'weekly' ? schedule.weekday : '*';
  return `${minute ?? 0} ${hour ?? 0} ${day} * ${weekday}`;
}

/**
 * Returns the next instants of a schedule, as the server computes them. Returns none if the expression is not valid.
 * @param timeZone by default, the zone of the browser
 */
export function nextRuns(cron: string, timeZone: string | undefined, count: number): string[] {
  try {
    const runs = new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true }).nextRuns(count);
    return runs.map((run) => run.toISOString());
  } catch {
    return [];
  }
}
