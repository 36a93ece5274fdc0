import { queryOptions } from '@tanstack/react-query';
import { type components, type EventNamed, plantroom, unwrap } from '../../api/plantroom';
import { queryClient } from '../../api/query-client';

export type Area = components['schemas']['AreaDto'];
export type OverviewStats = components['schemas']['OverviewStatsDto'];
export type ChartPeriod = 'today' | 'thisWeek' | 'thisMonth' | 'thisYear';

export const areasQuery = queryOptions({
  queryKey: ['/api/energy/areas'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/areas', { signal })),
});

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

/** Shows the new figures of the areas without reading them again. */
export function updateAreas({ areas: figures }: EventNamed<'energy_update'>): void {
  const byId = new Map(figures.map((area) => [area.id, area]));
  queryClient.setQueryData(
    areasQuery.queryKey,
    (cached) =>
      cached && { ...cached, areas: cached.areas.map((area) => ({ ...area, ...byId.get(area.id) })) },
  );
}
