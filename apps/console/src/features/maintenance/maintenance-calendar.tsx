import { ActionIcon, Box, Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { mdiCalendarBlankOutline, mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../api/platform';
import { type CalendarDate, dateIn, moved, spanOf } from '../../format/calendar-period';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { useNowMs } from '../../ui/use-now';
import { type CalendarEntry, entriesIn, pageOf, weeksOf } from './calendar-entries';
import classes from './maintenance-calendar.module.css';
import { dueOrdersQuery, undoneOrdersQuery, type WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { UndatedList } from './overdue-list';
import { EntryBadge } from './work-state';

interface MaintenanceCalendarProps {
  /** A date in the month. */
  date: CalendarDate;
  onMove: (date: CalendarDate) => void;
  onOpen: (order: WorkOrder) => void;
  /** Undefined if the user may not plan work. */
  onPlan: ((day: CalendarDate) => void) | undefined;
}

/** The work orders of a month: a page of a calendar, or a list of days on a phone. */
export function MaintenanceCalendar({ date, onMove, onOpen, onPlan }: MaintenanceCalendarProps) {
  const t = useMaintenanceTexts();
  const span = pageOf(date, useFormat().firstWeekday);
  const timeZone = usePlatform()?.timezone;
  const nowMs = useNowMs();
  const { data: undone = [] } = useQuery(undoneOrdersQuery);
  const undated = undone.filter(({ dueAt }) => dueAt === null);
  const today = dateIn(timeZone, new Date(nowMs));
  return (
    <>
      <MonthControls date={date} today={today} onMove={onMove} />
      <QueryState query={useQuery(dueOrdersQuery(span))} height={560}>
        {({ items, total }) => {
          const entries = entriesIn(span, { due: items, undone }, { timeZone, nowMs });
          return (
            <>
              {total > items.length && (
                <Text size="sm" c="dimmed" mb="xs">
                  {t('more', { count: items.length })}
                </Text>
              )}
              <Box visibleFrom="sm">
                <MonthTable date={date} today={today} entries={entries} onOpen={onOpen} onPlan={onPlan} />
              </Box>
              <Box hiddenFrom="sm">
                <Agenda date={date} entries={entries} onOpen={onOpen} />
              </Box>
            </>
          );
        }}
      </QueryState>
      {undated.length > 0 && <UndatedList orders={undated} onOpen={onOpen} />}
    </>
  );
}

interface MonthControlsProps extends Pick<MaintenanceCalendarProps, 'date' | 'onMove'> {
  today: CalendarDate;
}

function MonthControls({ date, today, onMove }: MonthControlsProps) {
  const t = useMaintenanceTexts();
  const { part } = useFormat();
  return (
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h4" aria-live="polite">
        {part(`${date}T12:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })}
      </Title>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('previous')}
          title={t('previous')}
          onClick={() => onMove(moved('month', date, -1))}
        >
          <Icon path={mdiChevronLeft} />
        </ActionIcon>
        <Button variant="default" onClick={() => onMove(today)}>
          {t('today')}
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('next')}
          title={t('next')}
          onClick={() => onMove(moved('month', date, 1))}
        >
          <Icon path={mdiChevronRight} />
        </ActionIcon>
      </Group>
    </Group>
  );
}

interface MonthTableProps extends Pick<MaintenanceCalendarProps, 'date' | 'onOpen' | 'onPlan'> {
  today: CalendarDate;
  entries: readonly CalendarEntry[];
}

function MonthTable({ date, today, entries, onOpen, onPlan }: MonthTableProps) {
  const t = useMaintenanceTexts();
  const { part, firstWeekday } = useFormat();
  const weeks = weeksOf(date, firstWeekday);
  const month = spanOf('month', date);
  const nameOf = (day: CalendarDate, options: Intl.DateTimeFormatOptions) =>
    part(`${day}T12:00Z`, { timeZone: 'UTC', ...options });
  return (
    <table className={classes.calendar} aria-label={nameOf(date, { month: 'long', year: 'numeric' })}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {nameOf(day, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={classes.day}
                data-outside={day < month.from || day >= month.to || undefined}
                data-today={day === today || undefined}
                aria-current={day === today ? 'date' : undefined}
              >
                {onPlan ? (
                  <UnstyledButton
                    className={classes.number}
                    aria-label={t('planOn', { date: nameOf(day, { dateStyle: 'long' }) })}
                    title={t('planOn', { date: nameOf(day, { dateStyle: 'long' }) })}
                    onClick={() => onPlan(day)}
                  >
                    {Number(day.slice(-2))}
                  </UnstyledButton>
                ) : (
                  <span className={classes.number}>{Number(day.slice(-2))}</span>
                )}
                <ul className={classes.entries}>
                  {entries
                    .filter((entry) => entry.date === day)
                    .map((entry) => (
                      <li key={entry.key}>
                        <EntryButton entry={entry} onOpen={onOpen} />
                      </li>
                    ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EntryButtonProps {
  entry: CalendarEntry;
  onOpen: (order: WorkOrder) => void;
}

function EntryButton({ entry: { order, state, at }, onOpen }: EntryButtonProps) {
  const t = useMaintenanceTexts();
  const { time } = useFormat();
  const name = `${order.title}, ${time(at)}, ${t(`state.${state}`)}`;
  return (
    <UnstyledButton
      className={classes.entry}
      data-state={state}
      aria-label={name}
      title={name}
      onClick={() => onOpen(order)}
    >
      <span className={classes.time}>{time(at)}</span> <span className={classes.title}>{order.title}</span>
    </UnstyledButton>
  );
}

interface AgendaProps extends Pick<MaintenanceCalendarProps, 'date' | 'onOpen'> {
  entries: readonly CalendarEntry[];
}

function Agenda({ date, entries, onOpen }: AgendaProps) {
  const t = useMaintenanceTexts();
  const { part, time } = useFormat();
  const month = spanOf('month', date);
  const shown = entries.filter((entry) => entry.date >= month.from && entry.date < month.to);
  const days = [...new Set(shown.map((entry) => entry.date))];
  if (days.length === 0) return <EmptyState title={t('noneInMonth')} icon={mdiCalendarBlankOutline} />;
  return (
    <ul className={classes.agenda}>
      {days.map((day) => (
        <li key={day}>
          <h3 className={classes.agendaDate}>
            {part(`${day}T12:00Z`, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}
          </h3>
          {shown
            .filter((entry) => entry.date === day)
            .map(({ key, order, state, at }) => (
              <UnstyledButton key={key} className={classes.agendaEntry} onClick={() => onOpen(order)}>
                <span>
                  <span className={classes.agendaTitle}>{order.title}</span>
                  <Text span display="block" size="xs" c="dimmed">
                    {time(at)}
                  </Text>
                </span>
                <EntryBadge state={state} />
              </UnstyledButton>
            ))}
        </li>
      ))}
    </ul>
  );
}
