import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';

type Schemas = components['schemas'];
export type AvailablePoint = Schemas['AvailablePointDto'];
export type ImportReport = Schemas['ImportReportDto'];

/** Prefix of the keys of the lists of the gateway's points. */
export const AVAILABLE = ['/api/points/available'] as const;
export const AVAILABLE_PER_PAGE = 25;

export const availableQuery = (search: string, page: number) => {
  const query = { search: search || undefined, page, limit: AVAILABLE_PER_PAGE };
  return queryOptions({
    queryKey: [...AVAILABLE, query],
    queryFn: ({ signal }) =>
      unwrapPage(plantroom.api.GET('/api/points/available', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const importPoints = (objectId: number, codes: string[]): Promise<ImportReport> =>
  unwrap(plantroom.api.POST('/api/points/import', { body: { source: 'gateway', objectId, codes } }));
