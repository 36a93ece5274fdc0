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
 * Verifies the signature and the time of a delivery, and returns its message. If a delivery has several signatures, one
 * of them must match. A repeated delivery has the same header `webhook-id`.
 * @param secret the secret of the notification rule. While it is being replaced, the old and the new secret.
 * @param body the body as it was received, not parsed and written again
 * @throws WebhookVerificationError if the delivery was signed with none of the secrets, or if its time differs from the
 * current time by more than five minutes
 * @throws SyntaxError if the signed body is not JSON
 */
export function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
): WebhookMessage {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const signed = signedHeaders(headers);
  const [first = '', ...others] = typeof secret === 'string' ? [secret] : secret;
  try {
    return verifierOf(first).verify(text, signed) as WebhookMessage;
  } catch (error) {
    if (others.length === 0 || !(error instanceof WebhookVerificationError)) throw error;
    return verifyWebhook(others, headers, body);
  }
}

/** A secret that a person has chosen is not base64: its bytes are the key. */
function verifierOf(secret: string): Webhook {
  return new Webhook(secret, secret.startsWith(KEY_PREFIX) ? {} : { format: 'raw' });
}

function signedHeaders(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const given = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(SIGNED.map((name) => [name, String(given.get(name) ?? '')]));
}
