import { Fragment } from 'react';
import { Text } from '@mantine/core';
import type { Calendar } from '../../api/calendars';
import { moved } from '../../format/calendar-period';
import { Panel } from '../../ui/panel';
import { useWeekdayName, useWeekdays } from '../../ui/schedule/use-weekdays';
import classes from './calendars.module.css';
import { useCalendarTexts } from './calendars.texts';
import { DAY_MINUTES, dayOf } from './day-hours';
import { useHoursText } from './use-calendar-text';

const SOME_MONDAY = '2026-01-05';
const percent = (minutes: number) => `${(100 * minutes) / DAY_MINUTES}%`;

/** The hours of a week without exceptions, as bars from midnight to midnight. */
export function WeekPanel({ calendar: { weekly } }: { calendar: Calendar }) {
  const t = useCalendarTexts();
  const weekdayName = useWeekdayName('short');
  const hoursText = useHoursText();
  const weekdays = useWeekdays();
  return (
    <Panel title={t('hours')}>
      {weekly.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noHours')}
        </Text>
      ) : (
        <dl className={classes.week}>
          {weekdays.map((weekday) => {
            const day = dayOf({ weekly, exceptions: [] }, moved('day', SOME_MONDAY, weekday - 1));
            return (
              <Fragment key={weekday}>
                <dt>{weekdayName(weekday)}</dt>
                <dd className={classes.track} aria-hidden="true">
                  {day.hours.map(({ from, to }) => (
                    <span
                      key={from}
                      className={classes.segment}
                      style={{ left: percent(from), width: percent(to - from) }}
                    />
                  ))}
                </dd>
                <dd>{hoursText(day)}</dd>
              </Fragment>
            );
          })}
        </dl>
      )}
    </Panel>
  );
}
