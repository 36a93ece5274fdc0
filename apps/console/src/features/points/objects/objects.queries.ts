import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BuildingObject, OBJECTS } from '../../../api/objects';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';
import type { ObjectSearch } from './object-search';

export type ObjectFields = components['schemas']['ObjectInputDto'];

export const OBJECTS_PER_PAGE = 25;

export const objectsQuery = ({ text, model, page = 1 }: ObjectSearch) => {
  const query = { search: text, modelId: model, page, limit: OBJECTS_PER_PAGE };
  return queryOptions({
    queryKey: [...OBJECTS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/objects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

const withId = (id: number) => ({ params: { path: { id } } });

export const createObject = (body: ObjectFields): Promise<BuildingObject> =>
  unwrap(plantroom.api.POST('/api/objects', { body }));

export const changeObject = (id: number, body: ObjectFields): Promise<BuildingObject> =>
  unwrap(plantroom.api.PUT('/api/objects/{id}', { ...withId(id), body }));

export const deleteObject = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/objects/{id}', withId(id)));
