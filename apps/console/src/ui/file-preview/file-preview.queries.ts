import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from '../../api/plantroom';

export const fileContentQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/files', id, 'content'],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/files/{id}/preview', { params: { path: { id } }, parseAs: 'blob', signal }),
      ),
    // Contents can be large, so none is kept in memory.
    gcTime: 0,
    staleTime: Infinity,
  });
