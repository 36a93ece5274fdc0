import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { uploadClient, type UploadOptions } from '../../api/upload';
import type { FileSearch } from './file-search';

export type StoredFile = components['schemas']['FileDto'];

export const FILES = ['/api/files'] as const;
export const FILES_PER_PAGE = 25;

export const filesQuery = ({ category, search, page = 1 }: Omit<FileSearch, 'view'>) => {
  const query = { category, search, page, limit: FILES_PER_PAGE };
  return queryOptions({
    queryKey: [...FILES, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/files', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const uploadFile = (file: File, { onProgress, signal }: UploadOptions): Promise<unknown> =>
  unwrap(uploadClient(onProgress).api.POST('/api/files', { body: { file }, signal }));

export const deleteFile = (id: string) =>
  unwrap(plantroom.api.DELETE('/api/files/{id}', { params: { path: { id } } }));
