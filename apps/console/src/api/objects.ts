import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { limited } from './limited';
import { type components, plantroom, unwrap } from './plantroom';

export type BuildingObject = components['schemas']['ObjectDto'];
export type ObjectWithPoints = components['schemas']['ObjectDetailDto'];

/** Prefix of the keys of all queries of objects. */
export const OBJECTS = ['/api/objects'] as const;

/** The first objects whose name or code has a word that begins with the text. */
export const objectSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [...OBJECTS, { search }],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/objects', {
          params: { query: { limit: 20, search: search || undefined } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** A view may show a thousand objects, and each of them is a request. */
const limit = limited(8);

export const objectQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...OBJECTS, id],
    queryFn: ({ signal }) =>
      limit(() =>
        unwrap(plantroom.api.GET('/api/objects/{id}', { params: { path: { id: id ?? 0 } }, signal })),
      ),
    enabled: id !== null,
  });
