import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './plantroom';
import { FRESH_MS } from './refetch';

const RETRIES = 2;

/**
 * The cache of everything that was read from the API. A key begins with the path: `['/api/alerts', filter]`. Pages
 * refetch the data that the event stream reports as changed (`useStream`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      // Errors of the API are not retried here: the API would refuse the same request again, and the client itself
      // repeats a request after a 503.
      retry: (failures, error) => !(error instanceof ApiError) && failures < RETRIES,
    },
    mutations: { retry: false },
  },
});
