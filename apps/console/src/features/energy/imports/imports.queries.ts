import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';

type Schemas = components['schemas'];
export type ReadingImport = Schemas['ReadingImportSummaryDto'];
export type ImportAnswer = Schemas['ReadingImportAnswerDto'];

/** Prefix of the keys of all import queries. */
export const IMPORTS = ['/api/energy/readings/imports'] as const;
export const IMPORTS_PER_PAGE = 10;

export const importsQuery = (page: number) => {
  const query = { page, limit: IMPORTS_PER_PAGE };
  return queryOptions({
    queryKey: [...IMPORTS, query],
    queryFn: ({ signal }) =>
      unwrapPage(plantroom.api.GET('/api/energy/readings/imports', { params: { query }, signal })),
  });
};

export interface ImportChoice {
  pointCode: string;
  decimal?: '.' | ',';
  dateFormat?: 'iso' | 'dmy' | 'mdy' | 'serial';
  content: string;
}

/** Sends the file. With `dryRun`, nothing is imported, and the answer has the expected result. */
export const importReadings = ({ content, ...query }: ImportChoice, dryRun: boolean): Promise<ImportAnswer> =>
  unwrap(
    plantroom.api.POST('/api/energy/readings/import', {
      params: { query: { ...query, dryRun } },
      headers: { 'content-type': 'text/csv' },
      body: content,
    }),
  );

export const undoImport = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/energy/readings/imports/{id}', { params: { path: { id } } }));
