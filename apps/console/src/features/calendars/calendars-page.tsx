import { Stack, Text } from '@mantine/core';
import { mdiCalendarClockOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { areasQuery } from '../../api/areas';
import { type Calendar, calendarsQuery } from '../../api/calendars';
import { type Column, DataTable } from '../../ui/data-table';
import { CreateButton } from '../../ui/form-button';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { NewCalendar } from './calendar-form';
import { useCalendarTexts } from './calendars.texts';
import { rangesOf } from './exceptions';
import { OpenNow, useLocalNow } from './open-now';
import { useExceptionText, useWeeklyText } from './use-calendar-text';

const route = getRouteApi('/shell/calendars');

/** The calendars with their hours, and whether they are open now. */
export function CalendarsPage() {
  const t = useCalendarTexts();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const open = ({ id }: Calendar) =>
    void navigate({ to: '/calendars/$calendarId', params: { calendarId: String(id) } });
  const create = (
    <CreateButton title={t('create')}>
      {(close) => <NewCalendar onCreated={open} onClose={close} />}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <Panel>
        <QueryState query={useQuery(calendarsQuery)} height={320}>
          {(calendars) =>
            calendars.length === 0 ? (
              <EmptyState title={t('none')} icon={mdiCalendarClockOutline} />
            ) : (
              <DataTable
                label={t('title')}
                items={calendars}
                keyOf={({ id }) => id}
                columns={columns}
                onOpen={open}
              />
            )
          }
        </QueryState>
      </Panel>
    </>
  );
}

function useColumns(): Column<Calendar>[] {
  const t = useCalendarTexts();
  return [
    { key: 'name', title: t('calendar'), render: ({ name }) => name },
    { key: 'now', title: t('now'), render: (calendar) => <OpenNow calendar={calendar} /> },
    { key: 'hours', title: t('hours'), render: (calendar) => <WeeklyText calendar={calendar} /> },
    { key: 'next', title: t('next'), render: (calendar) => <NextException calendar={calendar} /> },
    { key: 'areas', title: t('areas'), render: (calendar) => <AreaNames calendar={calendar} /> },
  ];
}

function WeeklyText({ calendar }: { calendar: Calendar }) {
  const lines = useWeeklyText()(calendar);
  return lines.length === 0 ? (
    '–'
  ) : (
    <Stack gap={0}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Stack>
  );
}

function NextException({ calendar }: { calendar: Calendar }) {
  const { dates, effect } = useExceptionText();
  const today = useLocalNow(calendar).slice(0, 10);
  const next = rangesOf(calendar.exceptions).find(({ last }) => last >= today);
  if (!next) return '–';
  return (
    <div>
      {dates(next)}
      <Text size="xs" c="dimmed">
        {[effect(next), next.name].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

export function AreaNames({ calendar: { areaIds } }: { calendar: Calendar }) {
  const t = useCalendarTexts();
  const { data } = useQuery(areasQuery);
  if (areaIds.length === 0) return t('everyArea');
  return areaIds
    .map((areaId) => data?.areas.find(({ id }) => id === areaId)?.name ?? `#${areaId}`)
    .join(', ');
}
