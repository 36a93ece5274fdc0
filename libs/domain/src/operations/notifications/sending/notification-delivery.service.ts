import type { SendNotificationJob } from '@app/contracts';
import { type DeliveryTarget, inTransaction } from '@app/entities';
import { Clock, DomainError, isFinal, say } from '@app/kernel';
import type { DueRecord } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AlertPush } from './alert-push';
import { AlertMailer } from './alert-mailer';
import { AlertWebhook } from './alert-webhook';
import { type ClaimedMessage, DeliveryClaims } from './delivery-claims';
import { deleteDeliveriesBefore, deleteTargetsBefore, findDueDeliveries } from './deliveries.queries';
import { sendJobOf } from '../planning/delivery-queue';

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 90 * DAY_MS;
const BATCH = 500;

export type AttemptResult = 'sent' | 'retried' | 'failed';
type Listener = (channel: DeliveryTarget['kind'], result: AttemptResult) => void;

/** Sends the messages of notification rules. */
@Injectable()
export class NotificationDeliveryService {
  private readonly logger = new Logger(NotificationDeliveryService.name);
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: DeliveryClaims,
    private readonly mailer: AlertMailer,
    private readonly webhook: AlertWebhook,
    private readonly push: AlertPush,
    private readonly clock: Clock,
  ) {}

  /** Calls the listener after each attempt of this process. */
  onAttempt(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Sends a message if it is due. If sending fails, the failure is stored and the message is retried later. */
  async deliver(id: string, signal: AbortSignal): Promise<void> {
    const message = await this.claims.claim(id);
    if (!message) return;
    try {
      await this.send(message, signal);
    } catch (error) {
      if (signal.aborted) {
        await this.claims.release(message);
        throw error;
      }
      await this.fail(message, error);
      return;
    }
    await this.claims.succeed(message);
    this.report(message, 'sent');
  }

  /** Returns a job for each message that is due. */
  async findDue(limit: number): Promise<DueRecord<SendNotificationJob>[]> {
    return (await findDueDeliveries(this.dataSource.manager, this.clock.now(), limit)).map(sendJobOf);
  }

  /** Deletes old deliveries in small transactions. */
  async prune(signal: AbortSignal): Promise<void> {
    const nowMs = this.clock.nowMs();
    await deleteTargetsBefore(this.dataSource.manager, new Date(nowMs - DAY_MS));
    for (let removed = BATCH; removed === BATCH;) {
      signal.throwIfAborted();
      removed = await inTransaction(this.dataSource, (manager) =>
        deleteDeliveriesBefore(manager, new Date(nowMs - KEPT_MS), BATCH),
      );
    }
  }

  private async send(message: ClaimedMessage, signal: AbortSignal): Promise<void> {
    const { channel } = message.delivery;
    if (channel.kind === 'mail') await this.mailer.send(message, channel.to);
    else if (channel.kind === 'webhook') await this.webhook.send(message, channel.url, signal);
    else await this.push.send(message, signal);
  }

  private async fail(message: ClaimedMessage, error: unknown): Promise<void> {
    const { id: deliveryId, ruleId, alertId } = message.delivery;
    const isExpected = error instanceof DomainError;
    const isLast = isFinal(error) || (isExpected && error.code === 'mail_refused');
    const facts = { deliveryId, ruleId, alertId, attempt: message.attempt };
    if (isExpected) this.logger.warn({ ...facts, code: error.code }, 'A notification could not be sent.');
    else this.logger.error({ ...facts, err: error }, 'A notification could not be sent.');
    const reason = isExpected ? error.reason : say('message_failed');
    const hasFailed = await this.claims.fail(message, reason, isLast);
    this.report(message, hasFailed ? 'failed' : 'retried');
  }

  private report({ delivery }: ClaimedMessage, result: AttemptResult): void {
    for (const listener of this.listeners) listener(delivery.channel.kind, result);
  }
}
