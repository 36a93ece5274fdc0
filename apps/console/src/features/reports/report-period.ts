import { type CalendarDate, type Span, moved, spanOf } from '../../format/calendar-period';

export const RANGES = [
  'yesterday',
  'last7Days',
  'last30Days',
  'lastWeek',
  'lastMonth',
  'lastQuarter',
  'lastYear',
] as const;
export type Range = (typeof RANGES)[number];

const MONTHS_OF_A_QUARTER = 3;

/** Returns the whole days that a plan with this range would report today. */
export function spanOfRange(range: Range, today: CalendarDate): Span {
  if (range === 'yesterday') return { from: moved('day', today, -1), to: today };
  if (range === 'last7Days') return { from: moved('day', today, -7), to: today };
  if (range === 'last30Days') return { from: moved('day', today, -30), to: today };
  if (range === 'lastWeek') return spanOf('week', moved('week', today, -1));
  if (range === 'lastMonth') return spanOf('month', moved('month', today, -1));
  if (range === 'lastYear') return spanOf('year', moved('year', today, -1));
  const monthsIntoQuarter = (Number(today.slice(5, 7)) - 1) % MONTHS_OF_A_QUARTER;
  const to = moved('month', today, -monthsIntoQuarter);
  return { from: moved('month', to, -MONTHS_OF_A_QUARTER), to };
}
