import { AuditEntryEntity, PagedList } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

export interface AuditQuery extends PageRequest {
  userId?: number;
  action?: string;
  /** The half-open range [from, to). */
  from?: Date;
  to?: Date;
}

const ENTRIES = new PagedList(AuditEntryEntity, {
  columns: ['id', 'at', 'userId', 'username', 'action', 'target', 'before', 'after', 'requestId', 'address'],
  order: ['at', 'id'],
  direction: 'DESC',
});

/** The matching entries, newest first. */
export function findAuditEntries(
  manager: EntityManager,
  { userId, action, from, to, ...page }: AuditQuery,
): Promise<Page<AuditEntryEntity>> {
  return ENTRIES.read(manager, page, { equals: { userId, action }, from, to });
}
