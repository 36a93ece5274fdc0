import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from './plantroom';

/** The first points whose name or code has a word that begins with the text. */
export const pointSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/points', { search }],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/points', {
          params: { query: { limit: 20, search: search || undefined } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
