import { queryOptions, useQuery } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from './plantroom';

export type Platform = components['schemas']['PublicSettingsDto'];

export const platformQuery = queryOptions({
  queryKey: ['/api/public/settings'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/public/settings', { signal })),
  // Without a network, the console says so instead of waiting for one.
  networkMode: 'always',
  staleTime: Infinity,
});

/** Returns the public settings: name, language, time zone. Undefined until they were read. */
export function usePlatform(): Platform | undefined {
  return useQuery(platformQuery).data;
}
