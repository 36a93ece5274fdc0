import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { DeliveryQueue, type PlannedMessages } from './delivery-queue';
import { deliveriesOfChannel, oncePerRecipient } from './plan-deliveries';
import {
  deleteEscalations,
  findEnabledRules,
  insertDeliveries,
  lockAlerts,
  lockDueEscalations,
} from './planning.queries';

const BATCH = 200;

/**
 * Turns due escalations into messages, unless the alert has been acknowledged, shelved or cleared. Uses the current
 * version of the rule.
 */
@Injectable()
export class EscalationPlanner {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of processed escalations; 0 if none was due */
  planNext(): Promise<number> {
    return this.queue.addPlanned((manager) => this.plan(manager));
  }

  private async plan(manager: EntityManager): Promise<PlannedMessages> {
    const now = this.clock.now();
    const due = await lockDueEscalations(manager, now, BATCH);
    if (due.length === 0) return { processed: 0, deliveries: [] };
    const zone = await this.configuration.timezone();
    const rules = new Map((await findEnabledRules(manager)).map((rule) => [rule.id, rule]));
    // The lock delays concurrent clears of these alerts until the messages are committed. If one of the alerts is
    // cleared, these recipients are therefore notified of this too.
    const alerts = await lockAlerts(
      manager,
      due.map(({ alertId }) => alertId),
    );
    const planned = due.flatMap(({ ruleId, noticeId, alertId, step }) => {
      const [rule, alert] = [rules.get(ruleId), alerts.get(alertId)];
      if (!rule || !alert || alert.state !== 'active' || alert.acknowledged) return [];
      const occasion = { type: 'alert.escalated', noticeId, alert } as const;
      return deliveriesOfChannel(rule, step, occasion, { now, zone });
    });
    const deliveries = oncePerRecipient(planned);
    await insertDeliveries(manager, deliveries);
    await deleteEscalations(manager, due);
    return { processed: due.length, deliveries };
  }
}
