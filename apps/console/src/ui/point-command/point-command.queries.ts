import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';

type Schemas = components['schemas'];
export type Override = Schemas['PointOverrideDto'];
export type Written = Schemas['PointWrittenDto'];
export type PointInput = Schemas['SetPointDto']['value'];

/** Prefixes of query keys. */
export const OVERRIDES = ['/api/iot/overrides'] as const;
export const WRITES = ['/api/iot/writes'] as const;
const HISTORY = ['/api/iot/codes/history'] as const;
export const historyOf = (code: string) => [...HISTORY, code];

/** The stream has no events of overrides and writes, so both are read again when the user comes back to the page. */
export const FRESH = { refetchOnWindowFocus: 'always', placeholderData: keepPreviousData } as const;
/**
 * Maximum number of overrides that are read. A building has few, and the details of a point look for the override of
 * the point among them.
 */
const MOST_OVERRIDES = 200;

export const overridesQuery = queryOptions({
  queryKey: OVERRIDES,
  queryFn: ({ signal }) =>
    unwrapPage(
      plantroom.api.GET('/api/iot/overrides', { params: { query: { limit: MOST_OVERRIDES } }, signal }),
    ),
  ...FRESH,
});

const noHeader = { header: {} };

export const setValue = (code: string, value: PointInput): Promise<Written> =>
  unwrap(plantroom.api.POST('/api/iot/codes/set', { params: noHeader, body: { code, value } }));

export const forceValue = (body: Schemas['ForcePointDto']): Promise<Written> =>
  unwrap(plantroom.api.POST('/api/iot/codes/force-set', { params: noHeader, body }));

export const releaseOverride = (id: string): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/iot/overrides/{id}', { params: { path: { id } } }));
