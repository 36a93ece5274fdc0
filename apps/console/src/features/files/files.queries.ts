import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { queryClient } from '../../api/query-client';
import { readPage } from '../../api/read-page';
import { whileWorking } from '../../api/while-working';
import type { FileSearch } from './file-search';

export type StoredFile = components['schemas']['FileDto'];
export type ExportInput = components['schemas']['ExportInputDto'];
export type ExportJob = components['schemas']['ExportJobDto'];

export const FILES = ['/api/files'] as const;
export const FILES_PER_PAGE = 25;

export const filesQuery = ({ category, search, page = 1 }: Omit<FileSearch, 'view'>) => {
  const query = { category, search, page, limit: FILES_PER_PAGE };
  return queryOptions({
    queryKey: [...FILES, query],
    queryFn: ({ signal }) => readPage(plantroom.api.GET('/api/files', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const deleteFile = (id: string) =>
  unwrap(plantroom.api.DELETE('/api/files/{id}', { params: { path: { id } } }));

export const isWorking = ({ status }: ExportJob): boolean => status === 'queued' || status === 'running';

/** The event stream reports exports. This interval finds the end of an export whose last event was lost. */
const EXPORT_POLL_MS = 15_000;

export const exportQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['/api/reports/export', jobId],
    queryFn: ({ signal }): Promise<ExportJob> =>
      unwrap(plantroom.api.GET('/api/reports/export/{jobId}', { params: { path: { jobId } }, signal })),
    refetchInterval: whileWorking(isWorking, EXPORT_POLL_MS),
  });

/** Shows the state that an event contains. */
export function updateExport({ jobId, status, progress, fileId, error }: ExportJob): void {
  const { queryKey } = exportQuery(jobId);
  // A response that is older than the event must not replace its state.
  void queryClient
    .cancelQueries({ queryKey })
    .then(() => queryClient.setQueryData(queryKey, { jobId, status, progress, fileId, error }));
}

export const startExport = (body: ExportInput) =>
  unwrap(plantroom.api.POST('/api/reports/export', { params: { header: {} }, body }));
