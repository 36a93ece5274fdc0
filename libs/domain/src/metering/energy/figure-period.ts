import { DomainError, parseInstantRange, say } from '@app/kernel';
import type { CalendarInterval } from '../arithmetic/calendar';
import {
  type ComparedSpans,
  comparedSpans,
  completedSpans,
  precededSpan,
} from '../arithmetic/compared-spans';

const FIGURE_PERIODS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'custom',
] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];

const CURRENT: Partial<Record<FigurePeriod, CalendarInterval>> = {
  today: 'day',
  thisWeek: 'week',
  thisMonth: 'month',
};
const COMPLETED: Partial<Record<FigurePeriod, CalendarInterval>> = {
  yesterday: 'day',
  lastWeek: 'week',
  lastMonth: 'month',
};

/** A period, with its range if it is `custom`. */
export interface PeriodRange {
  period: FigurePeriod;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
}

/**
 * Returns a local period and the period before it.
 * @throws DomainError invalid if a custom range is missing or empty
 */
export function spansOf({ period, from, to }: PeriodRange, nowMs: number, zone: string): ComparedSpans {
  const current = CURRENT[period];
  if (current) return comparedSpans(current, nowMs, zone);
  const completed = COMPLETED[period];
  if (completed) return completedSpans(completed, nowMs, zone);
  const range = parseInstantRange(required({ from, to }), zone);
  return precededSpan({ startMs: range.from.getTime(), endMs: range.to.getTime() });
}

function required({ from, to }: Omit<PeriodRange, 'period'>): { from: string; to: string } {
  const missing = Object.entries({ from, to }).filter(([, value]) => value === undefined);
  if (from === undefined || to === undefined) {
    throw DomainError.invalid(
      'A custom period needs both from and to.',
      missing.map(([path]) => ({ path, ...say('required_in_dates') })),
    );
  }
  return { from, to };
}
