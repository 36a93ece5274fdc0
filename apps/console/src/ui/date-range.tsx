import type { CalendarDate } from '../format/calendar-period';
import { DateField } from './date-field';

interface DateSpan {
  from?: CalendarDate;
  /** The last day, inclusive. */
  last?: CalendarDate;
}

interface DateRangeProps {
  labels: { from: string; last: string };
  span: DateSpan;
  onChange: (changes: DateSpan) => void;
}

/** The fields of a filter by days. Neither day is required. */
export function DateRange({ labels, span: { from, last }, onChange }: DateRangeProps) {
  return (
    <>
      <DateField label={labels.from} date={from} max={last} onChange={(day) => onChange({ from: day })} />
      <DateField label={labels.last} date={last} min={from} onChange={(day) => onChange({ last: day })} />
    </>
  );
}
