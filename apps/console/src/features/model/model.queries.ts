import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';

type Schemas = components['schemas'];
export type SceneData = Schemas['SceneDto'];
export type Hotspot = Schemas['SceneHotspotDto'];
export type Label = Schemas['SceneLabelDto'];

export const sceneQuery = queryOptions({
  queryKey: ['/api/dashboard-model'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/dashboard-model', { signal })),
});

/** The file is large and rarely changes, so it is read once. */
export const modelFileQuery = (id: number) =>
  queryOptions({
    queryKey: ['/api/models', id, 'file'],
    queryFn: ({ signal }): Promise<ArrayBuffer> =>
      unwrap(
        plantroom.api.GET('/api/models/{id}/file', {
          params: { path: { id }, header: {} },
          parseAs: 'arrayBuffer',
          signal,
        }),
      ),
    staleTime: Infinity,
    gcTime: 60_000,
  });
