import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { moved } from '../../format/calendar-period';
import type { AuditSearch } from './audit-search';

export type AuditEntry = components['schemas']['AuditEntryDto'];

export const ENTRIES_PER_PAGE = 50;

export const auditQuery = ({ user, action, from, last, page = 1 }: AuditSearch) => {
  const to = last && moved('day', last, 1);
  const query = { userId: user, action, from, to, page, limit: ENTRIES_PER_PAGE };
  return queryOptions({
    queryKey: ['/api/system/audit', query],
    queryFn: ({ signal }) =>
      unwrapPage(plantroom.api.GET('/api/system/audit', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** The first 200 users, to choose from. */
export const peopleQuery = queryOptions({
  queryKey: ['/api/users', 'people'],
  queryFn: ({ signal }) =>
    unwrap(plantroom.api.GET('/api/users', { params: { query: { limit: 200 } }, signal })),
});
