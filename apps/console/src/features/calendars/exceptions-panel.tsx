import { ActionIcon, Text } from '@mantine/core';
import { mdiTrashCanOutline } from '@mdi/js';
import { type Calendar, type CalendarException, CALENDARS } from '../../api/calendars';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { useAction } from '../../ui/use-action';
import { changeExceptions } from './calendars.queries';
import classes from './calendars.module.css';
import { useCalendarTexts } from './calendars.texts';
import { type ExceptionRange, rangesOf, without } from './exceptions';
import { useExceptionText } from './use-calendar-text';

interface ExceptionsPanelProps {
  calendar: Calendar;
  year: number;
  canChange: boolean;
}

/** The exceptions of a year. */
export function ExceptionsPanel({ calendar, year, canChange }: ExceptionsPanelProps) {
  const t = useCalendarTexts();
  const isShown = ({ first, last }: ExceptionRange) =>
    Number(first.slice(0, 4)) <= year && Number(last.slice(0, 4)) >= year;
  const ranges = rangesOf(calendar.exceptions).filter(isShown);
  return (
    <Panel title={t('exceptions', { year })}>
      {ranges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noExceptions')} {canChange && t('chooseDay')}
        </Text>
      ) : (
        <ExceptionList calendar={calendar} ranges={ranges} canChange={canChange} />
      )}
    </Panel>
  );
}

interface ExceptionListProps {
  calendar: Calendar;
  ranges: readonly ExceptionRange[];
  canChange: boolean;
}

export function ExceptionList({ calendar, ranges, canChange }: ExceptionListProps) {
  const t = useCalendarTexts();
  const { dates, effect } = useExceptionText();
  const remove = useAction(
    (removed: CalendarException[]) =>
      changeExceptions(calendar.id, (exceptions) => without(exceptions, removed)),
    { done: t('done.remove'), changes: [CALENDARS] },
  );
  return (
    <ul className={classes.exceptions}>
      {ranges.map((range) => (
        <li key={range.indices.join(' ')}>
          <div>
            {range.name ?? effect(range)}
            <Text size="xs" c="dimmed">
              {range.name ? `${dates(range)} · ${effect(range)}` : dates(range)}
            </Text>
          </div>
          {canChange && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('removeException', { dates: dates(range) })}
              title={t('remove')}
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(range.indices.flatMap((index) => calendar.exceptions[index] ?? []))
              }
            >
              <Icon path={mdiTrashCanOutline} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
