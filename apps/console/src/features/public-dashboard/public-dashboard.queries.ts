import { queryOptions } from '@tanstack/react-query';
import { ApiError, type components, plantroom, unwrap } from '../../api/plantroom';

type Schemas = components['schemas'];
export type PublicDashboard = Schemas['PublicDashboardDto'];
export type PublicArea = PublicDashboard['areas'][number];
export type PublicCourse = PublicDashboard['course'];
export type PublicScene = Schemas['PublicSceneDto'];

/** The event stream needs a user, so the public page polls. The API also computes the figures at this interval. */
const REFRESH_MS = 15_000;

export const publicDashboardQuery = queryOptions({
  queryKey: ['/api/public/dashboard'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/public/dashboard', { params: {}, signal })),
  refetchInterval: REFRESH_MS,
  // The window of a wall screen may never have the focus.
  refetchIntervalInBackground: true,
  // Without a network, the request fails and the page says that its figures are old. By default, it would wait silently.
  networkMode: 'always',
});

/** The view of the model. Null if the operator has not opened it to everybody and nobody is signed in. */
export const publicSceneQuery = queryOptions({
  queryKey: ['/api/public/model'],
  queryFn: async ({ signal }): Promise<PublicScene | null> => {
    try {
      return await unwrap(plantroom.api.GET('/api/public/model', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Infinity,
});

/** @param url `/static/models/<name>`, which only a signed-in user gets */
export const publicModelFileQuery = (url: string) => {
  const filename = url.slice(url.lastIndexOf('/') + 1);
  return queryOptions({
    queryKey: ['/static/models', filename],
    queryFn: ({ signal }): Promise<ArrayBuffer> =>
      unwrap(
        plantroom.api.GET('/static/models/{filename}', {
          params: { path: { filename }, header: {} },
          parseAs: 'arrayBuffer',
          signal,
        }),
      ),
    staleTime: Infinity,
  });
};
