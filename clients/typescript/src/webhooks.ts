import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './schema.js';

export { WebhookVerificationError };

export type Alert = components['schemas']['AlertDto'];

export type AlertMessageType = 'alert.raised' | 'alert.returned' | 'alert.escalated' | 'alert.cleared';

/** A message of a notification rule. */
export type WebhookMessage =
  | { type: AlertMessageType; timestamp: string; data: Alert }
  | {
      type: 'alert.summary';
      timestamp: string;
      data: { count: number; messages: { type: AlertMessageType; data: Alert }[] };
    };

/** The headers of a request, as `fetch` or `node:http` provide them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const KEY_PREFIX = 'whsec_';

/**
 * Verifies the signature and the time of a delivery, and returns its message. A repeated delivery has the same header
 * `webhook-id`.
 * @param secret the secret of the notification rule
 * @param body the body as it was received, not parsed and written again
 * @throws WebhookVerificationError if the delivery was not signed with the secret, or was signed more than five minutes
 * ago
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
): WebhookMessage {
  // A secret that a person has chosen is not base64: its bytes are the key.
  const webhook = new Webhook(secret, secret.startsWith(KEY_PREFIX) ? {} : { format: 'raw' });
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return webhook.verify(text, signedHeaders(headers)) as WebhookMessage;
}

function signedHeaders(headers: WebhookHeaders): Record<string, string> {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  return Object.fromEntries(SIGNED.map((name) => [name, String(given[name] ?? '')]));
}
