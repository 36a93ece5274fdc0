import { queryOptions } from '@tanstack/react-query';
import { ALERTS } from '../../api/alerts';
import { areasQuery } from '../../api/areas';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { dashboardQuery, DEFAULT_DASHBOARD } from '../../api/dashboards';
import { queryClient } from '../../api/query-client';
import { prepareStream } from '../../api/use-stream';
import type { ChartPeriod } from '../../ui/widget/energy-chart';
import { SEVERITIES } from '../../ui/severity-badge';

type Alert = components['schemas']['AlertDto'];
export type OverviewStats = components['schemas']['OverviewStatsDto'];

export const overviewStatsQuery = queryOptions({
  queryKey: ['/api/overview/stats'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/overview/stats', { signal })),
});

/** Today compared with the same part of yesterday. */
export const todayQuery = queryOptions({
  queryKey: ['/api/energy/stats', 'today'],
  queryFn: ({ signal }) =>
    unwrap(plantroom.api.GET('/api/energy/stats', { params: { query: { period: 'today' } }, signal })),
});

export const energyChartQuery = (period: ChartPeriod) =>
  queryOptions({
    queryKey: ['/api/overview/energy-chart', period],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/overview/energy-chart', { params: { query: { period } }, signal })),
  });

const SHOWN_ALERTS = 5;
/** If fewer are active, one request finds the worst of them. */
const MANY_ALERTS = 50;

/**
 * The worst active alerts, the newest of the same severity first. The API lists the newest first, so if many are active,
 * the severities are requested one by one until enough are found.
 */
export const worstAlertsQuery = queryOptions({
  queryKey: [...ALERTS, 'worst'],
  queryFn: async ({ signal }) => {
    const active = (query: { severity?: Alert['severity']; limit: number }) =>
      unwrap(
        plantroom.api.GET('/api/alerts', {
          params: { query: { ...query, status: 'active', shelved: false } },
          signal,
        }),
      );
    const newest = await active({ limit: MANY_ALERTS });
    if (newest.length < MANY_ALERTS) {
      const ranked = SEVERITIES.flatMap((severity) => newest.filter((alert) => alert.severity === severity));
      return ranked.slice(0, SHOWN_ALERTS);
    }
    const worst: Alert[] = [];
    for (const severity of SEVERITIES) {
      const limit = SHOWN_ALERTS - worst.length;
      if (limit === 0) break;
      worst.push(...(await active({ severity, limit })));
    }
    return worst;
  },
});

/** Requests the data of the page before the page is rendered. */
export async function prefetchOverview(): Promise<void> {
  await prepareStream();
  void queryClient.prefetchQuery(areasQuery);
  void queryClient.prefetchQuery(overviewStatsQuery);
  void queryClient.prefetchQuery(energyChartQuery('today'));
  void queryClient.prefetchQuery(worstAlertsQuery);
  void queryClient.prefetchQuery(todayQuery);
  void queryClient.prefetchQuery(dashboardQuery(DEFAULT_DASHBOARD));
}
