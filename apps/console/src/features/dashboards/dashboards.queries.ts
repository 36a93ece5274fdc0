import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from '../../api/plantroom';

const MOST_FILES = 200;

/** The newest uploaded pictures. */
export const pictureChoicesQuery = queryOptions({
  queryKey: ['/api/files', 'pictures'],
  queryFn: ({ signal }) => {
    const query = { category: 'upload', limit: MOST_FILES } as const;
    return unwrap(plantroom.api.GET('/api/files', { params: { query }, signal }));
  },
  select: (files) => files.filter(({ mimeType }) => mimeType.startsWith('image/')),
});
