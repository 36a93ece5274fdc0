import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';
import { MODEL_LISTS } from '../../../api/models';
import { uploadClient, type UploadOptions } from '../../../api/upload';

export type Model = components['schemas']['ModelDto'];
export type LostNode = components['schemas']['LostNodeDto'];

const MODELS = '/api/models';
export const MODELS_PER_PAGE = 25;
/** The types that the API stores. */
export const MODEL_TYPES = '.glb,.gltf,.ifc,.obj,.fbx,.stl';

/** Prefix of the keys of the queries that depend on the file of a model. */
export const fileOf = (id: number) => [MODELS, id] as const;

export interface ModelListSearch {
  search?: string;
  page?: number;
}

export const modelsQuery = ({ search, page = 1 }: ModelListSearch) => {
  const query = { search, page, limit: MODELS_PER_PAGE };
  return queryOptions({
    queryKey: [...MODEL_LISTS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/models', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

const withId = (id: number) => ({ params: { path: { id } } });

export interface NewModel {
  name: string;
  description: string | null;
  file: File;
}

export const uploadModel = (body: NewModel, { onProgress, signal }: UploadOptions): Promise<Model> =>
  unwrap(uploadClient(onProgress).api.POST('/api/models', { body, signal }));

export const changeModel = (id: number, body: components['schemas']['ModelChangesDto']): Promise<unknown> =>
  unwrap(plantroom.api.PUT('/api/models/{id}', { ...withId(id), body }));

export const deleteModel = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/models/{id}', withId(id)));

/**
 * Replaces the file of a model.
 * @returns the records whose node is missing from the new file
 */
export async function replaceFile(
  id: number,
  file: File,
  { onProgress, signal, isDryRun }: UploadOptions & { isDryRun: boolean },
): Promise<LostNode[]> {
  const params = { path: { id }, query: { dryRun: isDryRun } };
  const { api } = uploadClient(onProgress);
  return (await unwrap(api.PUT('/api/models/{id}/file', { params, body: { file }, signal }))).lost;
}

/** Imports the points of a CSV file. The API checks its bytes, so the file is not read as text here. */
export const importPoints = (id: number, file: File): Promise<components['schemas']['ImportReportDto']> =>
  unwrap(
    plantroom.api.POST('/api/models/{id}/import-points', {
      ...withId(id),
      headers: { 'content-type': 'text/csv' },
      body: '',
      bodySerializer: () => file,
    }),
  );

/** Shows a model in the view of the building. */
export const showModel = (modelId: number): Promise<unknown> =>
  unwrap(plantroom.api.PUT('/api/dashboard-model', { body: { modelId } }));
