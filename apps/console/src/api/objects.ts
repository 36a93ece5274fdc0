import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from './plantroom';

const OBJECTS = '/api/objects';

/** The first objects whose name or code has a word that begins with the text. */
export const objectSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [OBJECTS, { search }],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/objects', {
          params: { query: { limit: 20, search: search || undefined } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const objectQuery = (id: number | null) =>
  queryOptions({
    queryKey: [OBJECTS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/objects/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== null,
  });
