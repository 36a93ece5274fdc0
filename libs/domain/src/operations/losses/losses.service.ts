import { inTransaction, LossEntity, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, type Page, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { AlertWriter } from '../alerts/alert-writer';
import { lossOrigin } from './loss-alert';
import { findLosses, lockLoss, type Loss, type LossFilter, saveLosses } from './losses.queries';

export type { Loss, LossFilter } from './losses.queries';

const NAME = 'The loss';

/** Lists and dismisses losses. */
@Injectable()
export class LossesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The matching losses, the most expensive first. */
  list(filter: LossFilter): Promise<Page<Loss>> {
    return findLosses(this.dataSource.manager, filter);
  }

  /**
   * Dismisses a loss until its rule no longer finds it, and clears its alert.
   * @throws DomainError not_found, loss_not_open
   */
  async dismiss(actor: Actor, id: number, reason: string): Promise<Loss> {
    const at = this.clock.now();
    const { after, changes } = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockLoss(manager, id), NAME);
      if (before.status !== 'open') throw new DomainError('conflict', 'loss_not_open', say('loss_not_open'));
      const dismissal = { reason, by: actor.name, at: at.toISOString() };
      const loss = Object.assign(new LossEntity(), before, { status: 'dismissed', dismissal });
      await saveLosses(manager, [loss]);
      const change = { action: 'loss.dismissed', target: `loss ${id}`, before, after: loss };
      await this.audit.recordChange(actor, change, manager);
      return { after: loss, changes: await this.writer.clear(manager, [{ ...lossOrigin(id), at }], actor) };
    });
    this.writer.publish(changes);
    return after;
  }
}
