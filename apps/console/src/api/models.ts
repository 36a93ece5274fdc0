import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrap } from './plantroom';

/** Prefix of the keys of the lists of models. The files of models have other keys, so they are not read again. */
export const MODEL_LISTS = ['/api/models', 'list'] as const;

/** Maximum number of models in a list of choices. A platform has few. */
const MODEL_CHOICES = 200;

export const modelChoicesQuery = queryOptions({
  queryKey: [...MODEL_LISTS, 'choices'],
  queryFn: ({ signal }) =>
    unwrap(plantroom.api.GET('/api/models', { params: { query: { limit: MODEL_CHOICES } }, signal })),
});
