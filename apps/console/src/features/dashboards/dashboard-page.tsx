import { Suspense, lazy } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { mdiMonitor, mdiViewDashboardEditOutline, mdiViewDashboardOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  type DashboardContent,
  dashboardQuery,
  DASHBOARDS,
  DEFAULT_DASHBOARD,
  deleteDashboard,
} from '../../api/dashboards';
import { DeleteButton } from '../../ui/delete-button';
import { EditButton } from '../../ui/form-button';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { DashboardWidgets } from '../../ui/widget/dashboard-widgets';
import { EditDashboard } from './dashboard-form';
import { useDashboardTexts } from './dashboards.texts';

const LazyEditor = lazy(() => import('./editor/dashboard-editor'));
const route = getRouteApi('/shell/dashboards/$dashboardId');

/** A dashboard with its widgets, or its editor. */
export function DashboardPage() {
  const { dashboardId } = route.useParams();
  return (
    <QueryState query={useQuery(dashboardQuery(Number(dashboardId)))} height={600}>
      {(dashboard) => <ShownDashboard key={dashboard.id} dashboard={dashboard} />}
    </QueryState>
  );
}

function ShownDashboard({ dashboard }: { dashboard: DashboardContent }) {
  const t = useDashboardTexts();
  const { edit: isEditing } = route.useSearch();
  const navigate = route.useNavigate();
  const { id, isEditable } = dashboard;
  const title = dashboard.name || t('ofOverview');
  const edit = (next: true | undefined) => void navigate({ search: { edit: next } });
  if (isEditing && isEditable) {
    return (
      <>
        <PageHeader title={title} />
        <Suspense fallback={<Skeleton height={240} radius="md" />}>
          <LazyEditor dashboard={dashboard} title={t('dashboard')} onClose={() => edit(undefined)} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Icon path={mdiMonitor} />}
              renderRoot={(props) => <Link to="/kiosk" search={{ boards: [id] }} {...props} />}
            >
              {t('kiosk')}
            </Button>
            {isEditable && id !== DEFAULT_DASHBOARD && (
              <>
                <DeleteButton
                  title={t('deleteDashboard')}
                  remove={() => deleteDashboard(id)}
                  changes={[DASHBOARDS]}
                  onDeleted={() => void navigate({ to: '/dashboards' })}
                >
                  {t('deleteHint', { name: title })}
                </DeleteButton>
                <EditButton title={t('settings')} lowestRole="viewer">
                  {(close) => <EditDashboard dashboard={dashboard} onClose={close} />}
                </EditButton>
              </>
            )}
            {isEditable && (
              <Button leftSection={<Icon path={mdiViewDashboardEditOutline} />} onClick={() => edit(true)}>
                {t('arrange')}
              </Button>
            )}
          </>
        }
      />
      <DashboardWidgets
        id={id}
        label={t('dashboard')}
        empty={
          <Panel>
            <EmptyState title={t('noWidgets')} icon={mdiViewDashboardOutline} />
          </Panel>
        }
      />
    </>
  );
}
