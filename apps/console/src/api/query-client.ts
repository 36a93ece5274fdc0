import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './plantroom';

const RETRIES = 2;
/** A page does not repeat what its route has requested just before. */
const FRESH_MS = 1000;

/**
 * The cache of everything that was read from the API. A key begins with the path: `['/api/alerts', filter]`. Nothing
 * polls: pages refetch what the event stream reports as changed (`useStream`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      // A refusal of the API would be the same the next time. The client itself repeats after a 503.
      retry: (failures, error) => !(error instanceof ApiError) && failures < RETRIES,
    },
    mutations: { retry: false },
  },
});
