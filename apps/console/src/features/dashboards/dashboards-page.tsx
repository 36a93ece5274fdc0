import { Button } from '@mantine/core';
import { mdiMonitor } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Dashboard, dashboardsQuery } from '../../api/dashboards';
import { type Column, DataTable } from '../../ui/data-table';
import { CreateButton } from '../../ui/form-button';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useRoleTexts } from '../../ui/role.texts';
import { NewDashboard } from './dashboard-form';
import { useDashboardTexts } from './dashboards.texts';

const route = getRouteApi('/shell/dashboards');
const TURN_SECONDS = 30;

/** The dashboards that the user may see. */
export function DashboardsPage() {
  const t = useDashboardTexts();
  const navigate = route.useNavigate();
  const dashboards = useQuery(dashboardsQuery);
  const columns = useColumns();
  const open = ({ id }: Dashboard, edit?: true) =>
    void navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: String(id) }, search: { edit } });
  const boards = dashboards.data?.map(({ id }) => id);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Icon path={mdiMonitor} />}
              renderRoot={(props) => (
                <Link to="/kiosk" search={{ boards, rotate: TURN_SECONDS }} {...props} />
              )}
            >
              {t('kiosk')}
            </Button>
            <CreateButton title={t('create')} lowestRole="viewer">
              {(close) => <NewDashboard onCreated={(created) => open(created, true)} onClose={close} />}
            </CreateButton>
          </>
        }
      />
      <Panel>
        <QueryState query={dashboards} height={320}>
          {(items) => (
            <DataTable
              label={t('title')}
              items={items}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={(dashboard) => open(dashboard)}
            />
          )}
        </QueryState>
      </Panel>
    </>
  );
}

function useColumns(): Column<Dashboard>[] {
  const t = useDashboardTexts();
  const role = useRoleTexts();
  return [
    {
      key: 'name',
      title: t('name'),
      render: ({ name }) => name || t('ofOverview'),
    },
    {
      key: 'role',
      title: t('seenBy'),
      render: ({ role: lowest }) => (lowest === null ? t('onlyMe') : t('fromRole', { role: role(lowest) })),
    },
  ];
}
