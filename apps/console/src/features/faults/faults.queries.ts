import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { pointsOfCodesQuery } from '../../api/points';
import type { FaultSearch } from './fault-search';

type Schemas = components['schemas'];
export type Fault = Schemas['FaultDto'];
export type FaultInput = Schemas['FaultInputDto'];
export type FaultChanges = Schemas['FaultChangesDto'];
export type FaultComment = Schemas['FaultCommentDto'];
export type FaultStats = Schemas['FaultStatsDto'];

/** Prefix of the keys of all fault queries. */
export const FAULTS = ['/api/faults'] as const;
export const FAULTS_PER_PAGE = 25;

/** @param userId the user whose faults are listed if the search says `mine` */
export const faultsQuery = (search: FaultSearch, userId: number) => {
  const { status = 'undone', severity, area, mine, page = 1 } = search;
  const assigneeId = mine && userId;
  const part = status === 'undone' ? { unresolved: true } : status === 'every' ? {} : { status };
  const query = { ...part, severity, areaId: area, assigneeId, page, limit: FAULTS_PER_PAGE };
  return queryOptions({
    queryKey: [...FAULTS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/faults', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const faultStatsQuery = queryOptions({
  queryKey: [...FAULTS, 'stats'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/faults/stats', { signal })),
});

const withId = (id: number) => ({ params: { path: { id } } });

export const faultQuery = (id: number) =>
  queryOptions({
    queryKey: [...FAULTS, id],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/faults/{id}', { ...withId(id), signal })),
  });

/** All comments, oldest first. */
export const faultCommentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...FAULTS, id, 'comments'],
    queryFn: ({ signal }) =>
      Array.fromAsync(plantroom.items('/api/faults/{id}/comments', { path: { id }, signal })),
  });

/** The fields of a fault that is reported from an alert. The object is that of the alert's point. */
export const reportedAlertQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: ['/api/alerts', id, 'fault'],
    queryFn: async ({ client, signal }) => {
      const alert = await unwrap(plantroom.api.GET('/api/alerts/{id}', { ...withId(id ?? 0), signal }));
      // Without its object, the fault can be reported all the same.
      const [point] = alert.pointCode
        ? await client.ensureQueryData(pointsOfCodesQuery([alert.pointCode])).catch(() => [])
        : [];
      const { title, titleText, severity, areaId } = alert;
      return { title, titleText, severity, areaId, objectId: point?.objectId ?? null, alertId: alert.id };
    },
    enabled: id !== undefined,
  });

export const createFault = (body: FaultInput): Promise<Fault> =>
  unwrap(plantroom.api.POST('/api/faults', { body }));

export const changeFault = (id: number, body: FaultChanges): Promise<Fault> =>
  unwrap(plantroom.api.PUT('/api/faults/{id}', { ...withId(id), body }));

export const deleteFault = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/faults/{id}', withId(id)));

export const createComment = (id: number, text: string): Promise<FaultComment> =>
  unwrap(plantroom.api.POST('/api/faults/{id}/comments', { ...withId(id), body: { text } }));

export const deleteComment = ({ faultId, id }: FaultComment): Promise<unknown> =>
  unwrap(
    plantroom.api.DELETE('/api/faults/{id}/comments/{commentId}', {
      params: { path: { id: faultId, commentId: id } },
    }),
  );
