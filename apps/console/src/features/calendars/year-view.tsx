import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Calendar } from '../../api/calendars';
import { type CalendarDate, daysIntoWeek, moved } from '../../format/calendar-period';
import { useWeekdayName, useWeekdays } from '../../ui/schedule/use-weekdays';
import classes from './calendars.module.css';
import { useCalendarTexts } from './calendars.texts';
import { type Day, DAY_MINUTES, type DayState, daysOf } from './day-hours';
import { useDateText, useDayText } from './use-calendar-text';

const STATES: readonly DayState[] = ['open', 'closed', 'special', 'holiday'];
/** The number of days by which each key moves the focus. */
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

interface YearViewProps {
  calendar: Calendar;
  /** Any date in the year. */
  year: CalendarDate;
  today: CalendarDate;
  onOpen: (day: CalendarDate) => void;
}

/** The days of a year by month: open, closed, or different from the weekly hours. Arrow keys move from day to day. */
export function YearView({ calendar, year, today, onOpen }: YearViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const days = useMemo(() => daysOf(calendar, year), [calendar, year]);
  const [chosen, setChosen] = useState(today);
  const isInYear = (date: CalendarDate) => date.slice(0, 4) === year.slice(0, 4);
  // The Tab key reaches only this day of the year. Arrow keys reach the other days.
  const stop = isInYear(chosen) ? chosen : `${year.slice(0, 4)}-01-01`;
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const wanted = moved('day', stop, step);
    if (!isInYear(wanted)) return;
    setChosen(wanted);
    container.current?.querySelector<HTMLElement>(`[data-date="${wanted}"]`)?.focus();
  };
  const open = (date: CalendarDate) => {
    setChosen(date);
    onOpen(date);
  };
  return (
    <div ref={container} className={classes.year}>
      {MONTHS.map((month) => (
        <Month
          key={month}
          days={days.filter(({ date }) => date.slice(5, 7) === month)}
          today={today}
          stop={stop}
          onMove={move}
          onOpen={open}
        />
      ))}
    </div>
  );
}

interface MonthProps {
  days: readonly Day[];
  today: CalendarDate;
  /** The day that the Tab key reaches. */
  stop: CalendarDate;
  onMove: (event: KeyboardEvent) => void;
  onOpen: (day: CalendarDate) => void;
}

function Month({ days, today, stop, onMove, onOpen }: MonthProps) {
  const dateText = useDateText();
  const dayText = useDayText();
  const weekdayName = useWeekdayName('short');
  const weekdays = useWeekdays();
  const first = days[0]?.date ?? '';
  return (
    <table className={classes.month}>
      <caption>{dateText(first, { month: 'long' })}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekdayName(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days, weekdays).map((week, index) => (
          <tr key={week.find((day) => day)?.date ?? index}>
            {week.map((day, column) => (
              <td key={day?.date ?? `empty ${column}`}>
                {day && (
                  <DayButton
                    day={day}
                    text={dayText(day)}
                    isToday={day.date === today}
                    isStop={day.date === stop}
                    onMove={onMove}
                    onOpen={onOpen}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the weeks of a month. Undefined stands for days of another month. */
function weeksOf(days: readonly Day[], weekdays: readonly number[]): (Day | undefined)[][] {
  const before = daysIntoWeek(days[0]?.date ?? '', weekdays[0] ?? 1);
  const places = [...Array.from({ length: before }, () => undefined), ...days];
  return Array.from({ length: Math.ceil(places.length / 7) }, (_, week) =>
    weekdays.map((_, column) => places[week * 7 + column]),
  );
}

interface DayButtonProps {
  day: Day;
  text: string;
  isToday: boolean;
  isStop: boolean;
  onMove: (event: KeyboardEvent) => void;
  onOpen: (day: CalendarDate) => void;
}

function DayButton({ day, text, isToday, isStop, onMove, onOpen }: DayButtonProps) {
  const { date, state, hours } = day;
  return (
    <button
      type="button"
      className={classes.day}
      data-date={date}
      data-state={state}
      data-today={isToday || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={text}
      title={text}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={onMove}
      onClick={() => onOpen(date)}
    >
      {Number(date.slice(-2))}
      {hours.length > 0 && <span className={classes.bar} style={{ background: barOf(day) }} />}
    </button>
  );
}

/** The open hours of a day as a picture, from midnight to midnight. */
function barOf({ hours }: Day): string {
  const stops = hours.flatMap(({ from, to }) => {
    const [start, end] = [from, to].map((minutes) => `${((100 * minutes) / DAY_MINUTES).toFixed(1)}%`);
    return [`transparent ${start}`, `var(--open) ${start}`, `var(--open) ${end}`, `transparent ${end}`];
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** Explains the colours of the days. */
export function YearLegend() {
  const t = useCalendarTexts();
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {STATES.map((state) => (
        <li key={state}>
          <span className={classes.day} data-state={state} aria-hidden="true" />
          {t(state)}
        </li>
      ))}
    </ul>
  );
}
