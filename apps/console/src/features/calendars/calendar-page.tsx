import { useState } from 'react';
import { ActionIcon, Button, Grid, Group, Stack, Title } from '@mantine/core';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { type Calendar, CALENDARS } from '../../api/calendars';
import { usePlatform } from '../../api/platform';
import { DeleteButton } from '../../ui/delete-button';
import { Icon } from '../../ui/icon';
import { NotFoundPage } from '../../ui/not-found-page';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { EditCalendar } from './calendar-form';
import { AreaNames } from './calendars-page';
import { calendarQuery, deleteCalendar } from './calendars.queries';
import { useCalendarTexts } from './calendars.texts';
import { DayDialog } from './day-dialog';
import { ExceptionsPanel } from './exceptions-panel';
import { ImportDialog } from './import-dialog';
import { OpenNow, useLocalNow } from './open-now';
import { DeletionEffects, UsesPanel } from './uses';
import { WeekPanel } from './week-panel';
import { YearLegend, YearView } from './year-view';

const route = getRouteApi('/shell/calendars/$calendarId');

/** One calendar: its year, its weekly hours, its exceptions, and the records that use it. */
export function CalendarPage() {
  const id = Number(route.useParams().calendarId);
  return Number.isSafeInteger(id) && id > 0 ? <StoredCalendar id={id} /> : <NotFoundPage />;
}

function StoredCalendar({ id }: { id: number }) {
  return (
    <QueryState query={useQuery(calendarQuery(id))} height={560}>
      {(calendar) => <CalendarView calendar={calendar} />}
    </QueryState>
  );
}

function CalendarView({ calendar }: { calendar: Calendar }) {
  const t = useCalendarTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isEngineer = useHasRole('engineer');
  const isOperator = useHasRole('operator');
  const zone = usePlatform()?.timezone;
  const today = useLocalNow(calendar).slice(0, 10);
  const { year = Number(today.slice(0, 4)), day } = search;
  return (
    <>
      <PageHeader
        title={calendar.name}
        description={
          <Group gap="xs">
            <OpenNow calendar={calendar} />
            <span>
              <AreaNames calendar={calendar} /> · {calendar.timezone ?? zone}
              {!isEngineer && ` · ${t('readOnly')}`}
            </span>
          </Group>
        }
        actions={isEngineer && <Actions calendar={calendar} />}
      />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 4, xl: 3 }} order={{ lg: 2 }}>
          <Stack gap="md">
            <WeekPanel calendar={calendar} />
            <ExceptionsPanel calendar={calendar} year={year} canChange={isEngineer} />
            {isOperator && <UsesPanel id={calendar.id} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8, xl: 9 }} order={{ lg: 1 }}>
          <Panel>
            <YearControls
              year={year}
              thisYear={Number(today.slice(0, 4))}
              onChange={(wanted) => void navigate({ search: { year: wanted } })}
            />
            <YearView
              calendar={calendar}
              year={`${year}-01-01`}
              today={today}
              onOpen={(date) =>
                void navigate({ search: (before) => ({ ...before, day: date }), resetScroll: false })
              }
            />
          </Panel>
        </Grid.Col>
      </Grid>
      {day && (
        <DayDialog
          key={day}
          calendar={calendar}
          date={day}
          canChange={isEngineer}
          onClose={() =>
            void navigate({ search: (before) => ({ ...before, day: undefined }), resetScroll: false })
          }
        />
      )}
    </>
  );
}

interface YearControlsProps {
  year: number;
  thisYear: number;
  onChange: (year: number | undefined) => void;
}

function YearControls({ year, thisYear, onChange }: YearControlsProps) {
  const t = useCalendarTexts();
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Group gap="md">
        <Title order={2} size="h4" aria-live="polite">
          {year}
        </Title>
        <YearLegend />
      </Group>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('previousYear')}
          title={t('previousYear')}
          onClick={() => onChange(year - 1)}
        >
          <Icon path={mdiChevronLeft} />
        </ActionIcon>
        <Button variant="default" disabled={year === thisYear} onClick={() => onChange(undefined)}>
          {t('thisYear')}
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('nextYear')}
          title={t('nextYear')}
          onClick={() => onChange(year + 1)}
        >
          <Icon path={mdiChevronRight} />
        </ActionIcon>
      </Group>
    </Group>
  );
}

function Actions({ calendar }: { calendar: Calendar }) {
  const t = useCalendarTexts();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<'edit' | 'import' | null>(null);
  const close = () => setOpen(null);
  const remove = async () => {
    await deleteCalendar(calendar.id);
    await navigate({ to: '/calendars' });
  };
  return (
    <>
      <Button onClick={() => setOpen('edit')}>{t('edit')}</Button>
      <Button variant="default" onClick={() => setOpen('import')}>
        {t('import')}
      </Button>
      <DeleteButton
        title={t('deleteTitle', { name: calendar.name })}
        remove={remove}
        changes={[[...CALENDARS, 'all']]}
      >
        <DeletionEffects id={calendar.id} />
      </DeleteButton>
      {open === 'edit' && <EditCalendar calendar={calendar} onClose={close} />}
      {open === 'import' && <ImportDialog calendar={calendar} onClose={close} />}
    </>
  );
}
