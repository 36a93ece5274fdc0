import { Button, Grid, Stack } from '@mantine/core';
import { mdiViewDashboardEditOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { updateAreas } from '../../api/areas';
import { DEFAULT_DASHBOARD } from '../../api/dashboards';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { DashboardWidgets } from '../../ui/widget/dashboard-widgets';
import { ActiveAlerts } from './active-alerts';
import { AreaCards } from './area-cards';
import { EnergyPanel } from './energy-panel';
import { KeyFigures } from './key-figures';
import { overviewStatsQuery } from './overview.queries';
import { useOverviewTexts } from './overview.texts';

const refetchStats = () => refetchSoon(['/api/overview/stats']);

/** The overview of the building. Its figures follow the event stream. */
export function OverviewPage() {
  const t = useOverviewTexts();
  const { dateTime } = useFormat();
  const isEngineer = useHasRole('engineer');
  const { data: stats } = useQuery(overviewStatsQuery);
  useStream({
    energy_update: (event) => {
      updateAreas(event);
      refetchStats();
      refetchSoon(['/api/overview/energy-chart']);
      refetchSoon(['/api/energy/stats']);
    },
    alert_update: refetchStats,
    fault_update: refetchStats,
    maintenance_update: refetchStats,
  });
  const updated = stats && dateTime(stats.updatedAt, 'medium');
  return (
    <>
      <PageHeader
        title={t('title')}
        description={updated && t('description', { time: updated })}
        actions={
          isEngineer && (
            <Button
              variant="default"
              leftSection={<Icon path={mdiViewDashboardEditOutline} />}
              renderRoot={(props) => (
                <Link
                  to="/dashboards/$dashboardId"
                  params={{ dashboardId: String(DEFAULT_DASHBOARD) }}
                  search={{ edit: true }}
                  {...props}
                />
              )}
            >
              {t('editWidgets')}
            </Button>
          )
        }
      />
      <Stack gap="md">
        <KeyFigures />
        <Grid gutter="md">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <EnergyPanel />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <ActiveAlerts />
          </Grid.Col>
        </Grid>
        <AreaCards />
        <DashboardWidgets id={DEFAULT_DASHBOARD} label={t('dashboard')} />
      </Stack>
    </>
  );
}
