import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from './plantroom';

export const SCENE = ['/api/dashboard-model'] as const;

/** The view of the 3D model, with the groups of lights. */
export const sceneQuery = queryOptions({
  queryKey: SCENE,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/dashboard-model', { signal })),
});
