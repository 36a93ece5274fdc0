import { Button, SegmentedControl, Stack } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { usePlatform } from '../../api/platform';
import { refetchSoon, useStream } from '../../api/use-stream';
import { dateIn } from '../../format/calendar-period';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { useNowMs } from '../../ui/use-now';
import { stateOf } from './calendar-entries';
import { MaintenanceCalendar } from './maintenance-calendar';
import { type MaintenanceSearch, VIEWS } from './maintenance-search';
import { MAINTENANCE, undoneOrdersQuery, type WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { OverdueList } from './overdue-list';
import { WorkOrderDetails } from './work-order-details';
import { NewWorkOrder } from './work-order-form';
import { WorkOrderList } from './work-order-list';

const route = getRouteApi('/shell/maintenance');

/** Work orders as a calendar or a list, and the details of one of them. All of it follows the event stream. */
export function MaintenancePage() {
  const t = useMaintenanceTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useHasRole('operator');
  const timeZone = usePlatform()?.timezone;
  const nowMs = useNowMs();
  const { data: undone = [] } = useQuery(undoneOrdersQuery);
  const overdue = undone.filter((order) => stateOf(order, nowMs) === 'overdue');
  const stay = (changes: Partial<MaintenanceSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const show = (changes: Partial<MaintenanceSearch>) => stay({ page: undefined, ...changes });
  const open = ({ id }: WorkOrder) => stay({ order: id });
  useStream({ maintenance_update: () => refetchSoon(MAINTENANCE) });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <SegmentedControl
              aria-label={t('view')}
              data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
              value={search.view ?? 'calendar'}
              onChange={(value) => show({ view: VIEWS.find((view) => view === value) })}
            />
            {isOperator && (
              <Button leftSection={<Icon path={mdiPlus} />} onClick={() => stay({ plan: true })}>
                {t('plan')}
              </Button>
            )}
          </>
        }
      />
      <Stack gap="md">
        {overdue.length > 0 && <OverdueList orders={overdue} onOpen={open} />}
        <Panel>
          {search.view === 'list' ? (
            <WorkOrderList search={search} onChange={show} onOpen={open} />
          ) : (
            <MaintenanceCalendar
              date={search.date ?? dateIn(timeZone, new Date(nowMs))}
              onMove={(date) => stay({ date })}
              onOpen={open}
              onPlan={isOperator ? (day) => stay({ plan: true, day }) : undefined}
            />
          )}
        </Panel>
      </Stack>
      <WorkOrderDetails id={search.order} onClose={() => stay({ order: undefined })} />
      <NewWorkOrder
        isOpen={isOperator && search.plan === true}
        day={search.day}
        faultId={search.fault ?? null}
        onCreated={({ id }) => stay({ plan: undefined, day: undefined, fault: undefined, order: id })}
        onClose={() => stay({ plan: undefined, day: undefined, fault: undefined })}
      />
    </>
  );
}
