import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';
import { POINTS } from '../../../api/points';

type Schemas = components['schemas'];
export type AvailablePoint = Schemas['AvailablePointDto'];
export type ImportReport = Schemas['ImportReportDto'];

export const AVAILABLE_PER_PAGE = 25;

export const availableQuery = (search: string, page: number) => {
  const query = { search: search || undefined, page, limit: AVAILABLE_PER_PAGE };
  return queryOptions({
    queryKey: [...POINTS, 'available', query],
    queryFn: ({ signal }) =>
      unwrapPage(plantroom.api.GET('/api/points/available', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const importPoints = (objectId: number, codes: string[]): Promise<ImportReport> =>
  unwrap(plantroom.api.POST('/api/points/import', { body: { source: 'gateway', objectId, codes } }));
