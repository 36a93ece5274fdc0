import type { AlertEntity, NotificationDeliveryEntity } from '@app/entities';
import { Clock, DomainError, signatureFor } from '@app/kernel';
import { OutboundHttp } from '@app/outbound-http';
import { Injectable } from '@nestjs/common';
import { toAlertRecord } from '../../alerts/alert-change';
import type { ClaimedMessage } from './delivery-claims';

const GONE = 410;

/** Sends messages to webhooks, signed by Standard Webhooks. */
@Injectable()
export class AlertWebhook {
  constructor(
    private readonly http: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError if the address is not allowed, or the answer is not a success; `conflict` for status 410 */
  async send({ delivery, alert, secret }: ClaimedMessage, url: string, signal: AbortSignal): Promise<void> {
    if (secret === null) throw new Error('A webhook without a secret was claimed.');
    const body = JSON.stringify({
      type: delivery.type,
      timestamp: occurredAt(delivery, alert).toISOString(),
      data: toAlertRecord(alert),
    });
    const signed = { id: delivery.id, timestamp: String(Math.floor(this.clock.nowMs() / 1000)) };
    const headers = {
      'content-type': 'application/json',
      'webhook-id': signed.id,
      'webhook-timestamp': signed.timestamp,
      'webhook-signature': signatureFor(secret, signed, Buffer.from(body)),
    };
    const { status } = await this.http.request({ method: 'POST', url, headers, body, signal });
    if (status >= 200 && status < 300) return;
    const message = `The webhook answered with status ${status}.`;
    if (status === GONE) throw new DomainError('conflict', 'webhook_gone', message);
    throw new DomainError('upstream_failed', 'webhook_failed', message);
  }
}

/** The same for all attempts. */
function occurredAt({ type, createdAt }: NotificationDeliveryEntity, alert: AlertEntity): Date {
  if (type === 'alert.raised') return alert.raisedAt;
  return type === 'alert.cleared' ? (alert.clearedAt ?? createdAt) : createdAt;
}
