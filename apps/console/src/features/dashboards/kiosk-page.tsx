import { useEffect } from 'react';
import { Anchor, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { dashboardQuery, DEFAULT_DASHBOARD } from '../../api/dashboards';
import { useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { StreamStatus } from '../../ui/stream-status';
import { useNowMs } from '../../ui/use-now';
import { useTurn } from '../../ui/use-turn';
import { DashboardWidgets } from '../../ui/widget/dashboard-widgets';
import { useDashboardTexts } from './dashboards.texts';
import classes from './kiosk-page.module.css';

const route = getRouteApi('/bare/kiosk');
const NO_BOARDS = [DEFAULT_DASHBOARD];
/** Without a rotation, a changed layout is shown after this time. */
const REFRESH_SECONDS = 60;

/** Dashboards on a wall screen, one after the other. Their data follows the event stream, which always reconnects. */
export function KioskPage() {
  const t = useDashboardTexts();
  const { part } = useFormat();
  const { boards = NO_BOARDS, rotate = REFRESH_SECONDS } = route.useSearch();
  const turn = useTurn(Number.MAX_SAFE_INTEGER, rotate);
  const id = boards[turn % boards.length] ?? DEFAULT_DASHBOARD;
  const { data: dashboard } = useQuery(dashboardQuery(id));
  const title = dashboard && (dashboard.name || t('ofOverview'));
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  // Keeps the stream open between two dashboards.
  useStream({});
  const now = new Date(useNowMs()).toISOString();
  return (
    <main className={classes.page}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Group gap="md">
          <StreamStatus />
          <strong>{part(now, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}</strong>
          <Anchor size="sm" renderRoot={(props) => <Link to="/dashboards" {...props} />}>
            {t('leaveKiosk')}
          </Anchor>
        </Group>
      </Group>
      <Refresh key={turn} id={id} />
      <DashboardWidgets id={id} label={t('dashboard')} fillsScreen />
    </main>
  );
}

/** Reads the dashboard again at each turn, because the event stream has no event for a changed layout. */
function Refresh({ id }: { id: number }) {
  const { refetch } = useQuery(dashboardQuery(id));
  useEffect(() => void refetch(), [refetch]);
  return null;
}
