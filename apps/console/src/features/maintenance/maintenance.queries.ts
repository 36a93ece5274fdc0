import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import type { Span } from '../../format/calendar-period';
import type { MaintenanceSearch } from './maintenance-search';
import { WORK_STATUSES, isClosed } from './work-steps';

type Schemas = components['schemas'];
export type WorkOrder = Schemas['MaintenanceDto'];
export type WorkOrderInput = Schemas['MaintenanceInputDto'];
export type WorkOrderChanges = Schemas['MaintenanceChangesDto'];
export type Recurrence = NonNullable<WorkOrder['recurrence']>;

/** Prefix of the keys of all work order queries. */
export const MAINTENANCE = ['/api/maintenance'] as const;
export const ORDERS_PER_PAGE = 25;
/** The largest page that the API returns. */
const MOST = 200;
const UNDONE = WORK_STATUSES.filter((status) => !isClosed(status));

/** Before the due date of every work order. With a start, the API lists work orders by their due date. */
const FIRST_DUE = '1970-01-01T00:00:00Z';

/** @param userId the user whose work orders are listed if the search says `mine` */
export const workOrdersQuery = (search: MaintenanceSearch, userId: number) => {
  const { status, type, mine, sort, page = 1 } = search;
  // The API combines the order by due date only with the status.
  const filter = sort === 'due' ? { from: FIRST_DUE } : { type, assigneeId: mine && userId };
  const query = { status, ...filter, page, limit: ORDERS_PER_PAGE };
  return queryOptions({
    queryKey: [...MAINTENANCE, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/maintenance', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** The first 200 work orders that are due in a span, earliest first. */
export const dueOrdersQuery = ({ from, to }: Span) => {
  const query = { from, to, limit: MOST };
  return queryOptions({
    queryKey: [...MAINTENANCE, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/maintenance', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** The newest 200 work orders of each status that is not final. */
export const undoneOrdersQuery = queryOptions({
  queryKey: [...MAINTENANCE, 'undone'],
  queryFn: async ({ signal }) => {
    const read = (status: (typeof UNDONE)[number]) =>
      unwrap(plantroom.api.GET('/api/maintenance', { params: { query: { status, limit: MOST } }, signal }));
    return (await Promise.all(UNDONE.map(read))).flat();
  },
});

const withId = (id: number) => ({ params: { path: { id } } });

export const workOrderQuery = (id: number) =>
  queryOptions({
    queryKey: [...MAINTENANCE, id],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/maintenance/{id}', { ...withId(id), signal })),
  });

/** The fault that a work order repairs. */
export const repairedFaultQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['/api/faults', id],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/faults/{id}', { ...withId(id ?? 0), signal })),
    enabled: id !== null,
  });

export const createWorkOrder = (body: WorkOrderInput): Promise<WorkOrder> =>
  unwrap(plantroom.api.POST('/api/maintenance', { body }));

export const changeWorkOrder = (id: number, body: WorkOrderChanges): Promise<WorkOrder> =>
  unwrap(plantroom.api.PUT('/api/maintenance/{id}', { ...withId(id), body }));

export const deleteWorkOrder = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/maintenance/{id}', withId(id)));
