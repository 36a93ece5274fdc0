import { queryOptions } from '@tanstack/react-query';
import { type components, type EventNamed, plantroom, unwrap } from './plantroom';
import { queryClient } from './query-client';

export type Area = components['schemas']['AreaDto'];

export const areasQuery = queryOptions({
  queryKey: ['/api/energy/areas'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/areas', { signal })),
});

/** Puts the new figures of areas into the query cache, without another request. */
export function updateAreas({ areas: figures }: EventNamed<'energy_update'>): void {
  const byId = new Map(figures.map((area) => [area.id, area]));
  queryClient.setQueryData(
    areasQuery.queryKey,
    (cached) =>
      cached && { ...cached, areas: cached.areas.map((area) => ({ ...area, ...byId.get(area.id) })) },
  );
}
