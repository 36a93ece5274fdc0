import { Environment } from '@app/config';
import {
  type AlertEntity,
  inTransaction,
  type NotificationDeliveryEntity,
  type NotificationRuleEntity,
  type NotificationTargetEntity,
} from '@app/entities';
import { Clock, type Message, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { heldUntil } from '../planning/quiet-hours';
import { channelsOf } from '../rules/rule-channels';
import {
  claimExcess,
  findAlertOf,
  findClaimed,
  findDelivery,
  findRulesOf,
  lockDelivery,
  lockTarget,
  postponeDue,
  settleClaim,
  storeTarget,
  updateDelivery,
} from './deliveries.queries';
import { dropReason, isSender } from './drop-reason';

/** A message that this process must send now. */
export interface ClaimedMessage {
  claim: string;
  /** The id of the delivery, or of the first delivery in a summary. It is the same in all attempts. */
  messageId: string;
  delivery: NotificationDeliveryEntity;
  alert: AlertEntity;
  /** Key of a webhook's signature; null for mail. */
  secret: string | null;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Set if the message is a summary of several messages. */
  summary: Summary | null;
}

export interface Summary {
  count: number;
  /** The messages that were planned first. */
  first: { type: NotificationDeliveryEntity['type']; alert: AlertEntity }[];
  /** The time at which the first message was planned. */
  createdAt: Date;
}

const MINUTE_MS = 60_000;
/** Time that an attempt needs for its transactions, in addition to its call. */
const MARGIN_MS = 20_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 30 * MINUTE_MS;
/** Maximum number of messages whose alerts a summary sorts by severity. */
const SUMMARIZED = 500;

/**
 * Claims the messages to send now, and stores the results. A claim is exclusive until it expires, so a message is sent
 * only once, unless the process dies or the result cannot be stored.
 */
@Injectable()
export class DeliveryClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @returns null if the message must not be sent now: it is held, dropped or not due, or it exceeds the rate limit */
  async claim(id: string): Promise<ClaimedMessage | null> {
    const zone = await this.configuration.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const now = this.clock.now();
      const found = await findDelivery(manager, id);
      if (!isDue(found, now)) return null;
      // The lock serializes the claims of one recipient, so that the limit is exact.
      const target = await lockTarget(manager, found.targetKey, now);
      const delivery = await lockDelivery(manager, id);
      if (!isDue(delivery, now)) return null;
      const rules = await findRulesOf(manager, [delivery.ruleId, ...(delivery.otherRuleIds ?? [])]);
      const alert = await findAlertOf(manager, delivery.alertId);
      const error = dropReason(delivery, rules, alert);
      const senders = rules.filter((rule) => isSender(rule, delivery));
      const quietUntil = ({ quietHours }: NotificationRuleEntity) =>
        alert && heldUntil(quietHours, alert.severity, zone, now.getTime());
      const [rule] = senders.toSorted((a, b) => Number(quietUntil(a)) - Number(quietUntil(b)));
      if (error !== null || !rule || !alert) {
        await updateDelivery(manager, id, { status: 'dropped', dueAt: null, error });
        return null;
      }
      const dueAt = quietUntil(rule);
      if (dueAt) {
        await updateDelivery(manager, id, { status: 'held', dueAt });
        return null;
      }
      if (!(await this.countMessage(manager, delivery, target, now))) return null;
      return this.take(manager, delivery, { rule, alert, now });
    });
  }

  async succeed({ claim }: ClaimedMessage): Promise<void> {
    const changes = { status: 'sent' as const, sentAt: this.clock.now(), dueAt: null, error: null };
    await settleClaim(this.dataSource.manager, claim, changes);
  }

  /**
   * Schedules the next attempt. After the last attempt, or if `isFinal` is true, marks the message as failed instead.
   * @returns true if the message is marked as failed
   */
  async fail({ claim, attempt }: ClaimedMessage, error: Message, isFinal: boolean): Promise<boolean> {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
    const dueAt = new Date(this.clock.nowMs() + delayMs);
    await inTransaction(this.dataSource, async (manager) => {
      const last = isFinal ? 0 : this.environment.JOB_ATTEMPTS;
      await settleClaim(manager, claim, { status: 'failed', dueAt: null, error }, last);
      await settleClaim(manager, claim, { dueAt, error });
    });
    return isFinal || attempt >= this.environment.JOB_ATTEMPTS;
  }

  /** Sets the message to be due now, because the attempt was interrupted. */
  async release({ claim }: ClaimedMessage): Promise<void> {
    await settleClaim(this.dataSource.manager, claim, { dueAt: this.clock.now() });
  }

  /**
   * Counts a message towards the recipient's limit per minute. If the limit is exceeded, all due messages of the rule
   * to this recipient are postponed.
   */
  private async countMessage(
    manager: EntityManager,
    delivery: NotificationDeliveryEntity,
    target: NotificationTargetEntity,
    now: Date,
  ): Promise<boolean> {
    const { LIMIT_ALERT_MAILS_PER_MINUTE, LIMIT_ALERT_WEBHOOKS_PER_MINUTE } = this.environment;
    const limit =
      delivery.channel.kind === 'webhook' ? LIMIT_ALERT_WEBHOOKS_PER_MINUTE : LIMIT_ALERT_MAILS_PER_MINUTE;
    const ageMs = now.getTime() - target.windowStart.getTime();
    const isCurrent = ageMs >= 0 && ageMs < MINUTE_MS;
    const messages = isCurrent ? target.messages : 0;
    const windowStart = isCurrent ? target.windowStart : now;
    if (messages < limit) {
      await storeTarget(manager, delivery.targetKey, { windowStart, messages: messages + 1 });
      return true;
    }
    const dueAt = new Date(windowStart.getTime() + MINUTE_MS);
    await updateDelivery(manager, delivery.id, { status: 'pending', dueAt, isExcess: true });
    await postponeDue(manager, delivery, now, { dueAt, isExcess: true });
    return false;
  }

  private async take(
    manager: EntityManager,
    delivery: NotificationDeliveryEntity,
    { rule, alert, now }: { rule: NotificationRuleEntity; alert: AlertEntity; now: Date },
  ): Promise<ClaimedMessage> {
    const { LIMIT_HTTP_NODE_MS, LIMIT_MAIL_MS } = this.environment;
    const claim = newId();
    const dueAt = new Date(now.getTime() + Math.max(LIMIT_HTTP_NODE_MS, LIMIT_MAIL_MS) + MARGIN_MS);
    const message = {
      claim,
      messageId: delivery.id,
      delivery,
      alert,
      attempt: delivery.attempts + 1,
      secret: secretOf(delivery, rule),
      summary: null,
    };
    if (delivery.isExcess) {
      await updateDelivery(manager, delivery.id, { status: 'pending' });
      const count = await claimExcess(manager, delivery, now, { claim, dueAt });
      if (count < 2) return message;
      const { id: messageId, createdAt, messages } = await findClaimed(manager, claim, SUMMARIZED);
      return { ...message, messageId, summary: { count, first: messages, createdAt } };
    }
    await updateDelivery(manager, delivery.id, {
      status: 'pending',
      claim,
      dueAt,
      attempts: message.attempt,
    });
    return message;
  }
}

function isDue(
  delivery: NotificationDeliveryEntity | null,
  now: Date,
): delivery is NotificationDeliveryEntity {
  return delivery !== null && delivery.dueAt !== null && delivery.dueAt <= now;
}

/**
 * Returns the secret of the webhook's URL. The rule still has the URL; otherwise, the message would have been dropped.
 */
function secretOf({ channel }: NotificationDeliveryEntity, rule: NotificationRuleEntity): string | null {
  if (channel.kind !== 'webhook') return null;
  for (const own of channelsOf(rule)) {
    if (own.kind === 'webhook' && own.url === channel.url) return own.secret;
  }
  return null;
}
