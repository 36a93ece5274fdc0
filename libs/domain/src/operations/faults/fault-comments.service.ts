import { inTransaction, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, type Page, type PageRequest, roleCovers } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import {
  deleteComment,
  type FaultComment,
  findComments,
  insertComment,
  lockComment,
} from './fault-comments.queries';
import { findFault, lockFault } from './faults.queries';

export type { FaultComment } from './fault-comments.queries';

const FAULT = 'The fault';

/** Creates, lists and deletes comments on faults. */
@Injectable()
export class FaultCommentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found */
  async list(faultId: number, page: PageRequest): Promise<Page<FaultComment>> {
    const { manager } = this.dataSource;
    await requireRow(findFault(manager, faultId), FAULT);
    return findComments(manager, faultId, page);
  }

  /** @throws DomainError not_found */
  create(actor: Actor, faultId: number, text: string): Promise<FaultComment> {
    return inTransaction(this.dataSource, async (manager) => {
      await requireRow(lockFault(manager, faultId), FAULT);
      const author = { authorId: actor.userId, authorName: actor.name };
      const after = await insertComment(manager, { faultId, ...author, text, createdAt: this.clock.now() });
      const record = { action: 'fault.comment_created', target: `fault ${faultId}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws DomainError not_found; forbidden if an operator deletes the comment of another person */
  async remove(actor: Actor, faultId: number, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockComment(manager, faultId, id), 'The comment');
      const isOwn = actor.userId !== null && before.authorId === actor.userId;
      if (!isOwn && !roleCovers(actor.role, 'engineer')) {
        const message = 'Only engineers may delete the comments of other people.';
        throw new DomainError('forbidden', 'forbidden', message);
      }
      await deleteComment(manager, id);
      const record = { action: 'fault.comment_removed', target: `fault ${faultId}`, before };
      await this.audit.record(actor, record, manager);
    });
  }
}
