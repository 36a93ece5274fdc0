import { Cron } from 'croner';
import type { Recurrence } from './maintenance.queries';

export const FREQUENCIES = ['weekly', 'monthly', 'quarterly', 'yearly', 'custom'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A calendar recurrence as the form shows it. */
export interface CalendarPlan {
  frequency: Frequency;
  /** `08:00` */
  time: string;
  /** For `weekly`: from 1 (Monday) to 7 (Sunday). */
  weekday: number;
  /** For `monthly`, `quarterly` and `yearly`: the day of the month. */
  day: number;
  /** For `yearly`: the month, from 1. */
  month: number;
  /** For `custom`: the expression. */
  cron: string;
}

export const USUAL_PLAN: CalendarPlan = {
  frequency: 'monthly',
  time: '08:00',
  weekday: 1,
  day: 1,
  month: 1,
  cron: '0 8 1 * *',
};

const QUARTERS = '1,4,7,10';
const PLAIN = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) (\*|\d{1,2}|1,4,7,10) (\*|[0-7])$/;

/** Returns the cron expression of a plan. */
export function cronOf({ frequency, time, weekday, day, month, cron }: CalendarPlan): string {
  if (frequency === 'custom') return cron.trim();
  const [hour, minute] = time.split(':').map(Number);
  const at = `${minute ?? 0} ${hour ?? 0}`;
  if (frequency === 'weekly') return `${at} * * ${weekday % 7}`;
  if (frequency === 'monthly') return `${at} ${day} * *`;
  if (frequency === 'quarterly') return `${at} ${day} ${QUARTERS} *`;
  return `${at} ${day} ${month} *`;
}

/** Returns the plan that an expression describes. Expressions that the form has no fields for are `custom`. */
export function planOf(cron: string): CalendarPlan {
  const custom: CalendarPlan = { ...USUAL_PLAN, frequency: 'custom', cron };
  const [, minute = '', hour = '', day = '', month = '', weekday = ''] = PLAIN.exec(cron) ?? [];
  if (minute === '') return custom;
  const plan = { ...custom, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` };
  if (day === '*') {
    return month === '*' && weekday !== '*'
      ? { ...plan, frequency: 'weekly', weekday: Number(weekday) || 7 }
      : custom;
  }
  if (weekday !== '*') return custom;
  const dated = { ...plan, day: Number(day) };
  if (month === '*') return { ...dated, frequency: 'monthly' };
  if (month === QUARTERS) return { ...dated, frequency: 'quarterly' };
  return { ...dated, frequency: 'yearly', month: Number(month) };
}

/**
 * Returns the times of an expression between two instants, at most `most` of them. An invalid expression has no times.
 * @param timeZone the zone of the platform, unless the recurrence has its own
 */
export function timesBetween(
  { cron, timezone }: Pick<Recurrence, 'cron' | 'timezone'>,
  timeZone: string | undefined,
  range: { afterMs: number; beforeMs: number; most: number },
): Date[] {
  if (!cron) return [];
  try {
    const schedule = new Cron(cron, { timezone: timezone ?? timeZone, mode: '5-part', paused: true });
    return schedule
      .nextRuns(range.most, new Date(range.afterMs))
      .filter((at) => at.getTime() < range.beforeMs);
  } catch {
    return [];
  }
}
