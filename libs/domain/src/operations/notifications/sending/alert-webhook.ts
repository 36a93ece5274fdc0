import type { AlertEntity, NotificationDeliveryEntity } from '@app/entities';
import { Clock, DomainError, say, signatureFor } from '@app/kernel';
import { OutboundHttp } from '@app/outbound-http';
import { Injectable } from '@nestjs/common';
import { toAlertRecord } from '../../alerts/alert-change';
import type { ClaimedMessage } from './delivery-claims';
import { mostSevere } from './most-severe';

const GONE = 410;
/** Maximum number of messages that a summary contains. */
const LISTED = 100;

/** Sends messages to webhooks, signed according to Standard Webhooks. */
@Injectable()
export class AlertWebhook {
  constructor(
    private readonly http: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError if the address is not allowed, or if the webhook does not answer with success; `conflict` for
   *   status 410
   */
  async send(message: ClaimedMessage, url: string, signal: AbortSignal): Promise<void> {
    const { messageId, secret } = message;
    if (secret === null) throw new Error('The claimed webhook message has no secret.');
    const body = JSON.stringify(payloadOf(message));
    const signed = { id: messageId, timestamp: String(Math.floor(this.clock.nowMs() / 1000)) };
    const headers = {
      'content-type': 'application/json',
      'webhook-id': signed.id,
      'webhook-timestamp': signed.timestamp,
      'webhook-signature': signatureFor(secret, signed, Buffer.from(body)),
    };
    const { status } = await this.http.request({ method: 'POST', url, headers, body, signal });
    if (status >= 200 && status < 300) return;
    const reason = say('webhook_failed', { status });
    if (status === GONE) throw new DomainError('conflict', 'webhook_gone', reason);
    throw new DomainError('upstream_failed', 'webhook_failed', reason);
  }
}

function payloadOf({ delivery, alert, summary }: ClaimedMessage): object {
  if (!summary) {
    const timestamp = occurredAt(delivery, alert).toISOString();
    return { type: delivery.type, timestamp, data: toAlertRecord(alert) };
  }
  const { count, first, createdAt } = summary;
  const messages = mostSevere(first, LISTED).map(({ type, alert: data }) => ({
    type,
    data: toAlertRecord(data),
  }));
  return { type: 'alert.summary', timestamp: createdAt.toISOString(), data: { count, messages } };
}

/** The time of the event. It is the same in all attempts. */
function occurredAt({ type, createdAt }: NotificationDeliveryEntity, alert: AlertEntity): Date {
  if (type === 'alert.raised') return alert.raisedAt;
  return type === 'alert.cleared' ? (alert.clearedAt ?? createdAt) : createdAt;
}
