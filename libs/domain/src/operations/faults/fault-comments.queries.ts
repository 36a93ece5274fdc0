import { FaultCommentEntity, PagedList } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** A comment without its relations. */
export type FaultComment = Omit<FaultCommentEntity, 'fault'>;

const COMMENTS = new PagedList(FaultCommentEntity, {
  columns: ['id', 'faultId', 'authorId', 'authorName', 'text', 'createdAt'],
  order: ['id'],
  direction: 'ASC',
});

/** The comments of a fault, oldest first. */
export function findComments(
  manager: EntityManager,
  faultId: number,
  page: PageRequest,
): Promise<Page<FaultComment>> {
  return COMMENTS.read(manager, page, { equals: { faultId } });
}

/** Read the comment if it belongs to this fault, and lock it until the transaction ends. */
export function lockComment(
  manager: EntityManager,
  faultId: number,
  id: number,
): Promise<FaultComment | null> {
  return manager.findOne(FaultCommentEntity, {
    where: { id, faultId },
    lock: { mode: 'pessimistic_write' },
  });
}

export function insertComment(
  manager: EntityManager,
  comment: Omit<FaultComment, 'id'>,
): Promise<FaultComment> {
  return manager.save(manager.create(FaultCommentEntity, comment));
}

export async function deleteComment(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(FaultCommentEntity, { id });
}
