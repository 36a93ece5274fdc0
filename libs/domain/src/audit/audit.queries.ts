import { AuditEntryEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

export interface AuditQuery extends PageRequest {
  userId?: number;
  action?: string;
  /** [from, to) */
  from?: Date;
  to?: Date;
}

/** The entries that fit, newest first. */
export async function findAuditEntries(
  manager: EntityManager,
  { page, limit, userId, action, from, to }: AuditQuery,
): Promise<Page<AuditEntryEntity>> {
  const query = manager.createQueryBuilder(AuditEntryEntity, 'entry');
  if (userId !== undefined) query.andWhere('entry.user_id = :userId', { userId });
  if (action !== undefined) query.andWhere('entry.action = :action', { action });
  if (from) query.andWhere('entry.at >= :from', { from });
  if (to) query.andWhere('entry.at < :to', { to });
  const [items, total] = await query
    .orderBy('entry.id', 'DESC')
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();
  return { items, total };
}
