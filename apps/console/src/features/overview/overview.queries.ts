import { queryOptions } from '@tanstack/react-query';
import { areasQuery } from '../../api/areas';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { queryClient } from '../../api/query-client';
import type { ChartPeriod } from '../../ui/widget/energy-chart';
import { widgetsQuery } from './widgets.queries';

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

const NEWEST = 5;

export const activeAlarmsQuery = queryOptions({
  queryKey: ['/api/alerts', 'newest'],
  queryFn: ({ signal }) =>
    unwrap(
      plantroom.api.GET('/api/alerts', {
        params: { query: { status: 'active', shelved: false, limit: NEWEST } },
        signal,
      }),
    ),
});

/** Requests the data of the page before the page is rendered. */
export function prefetchOverview(): void {
  void queryClient.prefetchQuery(areasQuery);
  void queryClient.prefetchQuery(overviewStatsQuery);
  void queryClient.prefetchQuery(energyChartQuery('today'));
  void queryClient.prefetchQuery(activeAlarmsQuery);
  void queryClient.prefetchQuery(todayQuery);
  void queryClient.prefetchQuery(widgetsQuery);
}

const POINT_CHOICES = 50;

/** The first points whose names or codes match. */
export const pointChoicesQuery = (search: string) => {
  const query = { search: search || undefined, limit: POINT_CHOICES };
  return queryOptions({
    queryKey: ['/api/points', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/points', { params: { query }, signal })),
  });
};
