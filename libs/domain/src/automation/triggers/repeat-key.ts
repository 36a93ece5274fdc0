import { DomainError, say } from '@app/kernel';
import type { SignatureConfig } from '../workflows/trigger-schemas';
import { schemeOf, signedContentHash } from './signature-schemes';
import type { WebhookDelivery, WebhookHeaders } from './webhook-delivery';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Identifies repeats of a delivery. */
export interface RepeatKey {
  value: string;
  /** `body`: the key must not be used again with another body. `message`: the body is not compared. */
  covers: 'body' | 'message';
}

const SOURCES = [
  { header: 'webhook-id', name: 'id', covers: 'message' },
  { header: 'svix-id', name: 'svix', covers: 'message' },
  { header: 'x-github-delivery', name: 'github', covers: 'message' },
  { header: 'idempotency-key', name: 'key', covers: 'body' },
] as const;

/**
 * Returns the key by which a repeat of this delivery is recognized; null if each delivery counts as new. A signature
 * with a timestamp is valid for a few minutes. To prevent replays in this period, the signed content also serves as a
 * key.
 * @throws DomainError invalid for a malformed key
 */
export async function repeatKeyOf(
  signature: SignatureConfig | undefined,
  delivery: WebhookDelivery,
): Promise<RepeatKey | null> {
  const claim = signature && schemeOf(signature).claimOf(delivery.headers);
  if (claim && claim.id !== null)
    return { value: `svix:${checkedKey('svix-id', claim.id)}`, covers: 'message' };
  if (!isSignedContentTheKey(signature)) {
    const key = keyInHeaders(delivery);
    if (key) return key;
  }
  if (!claim || claim.timestamp === null) return null;
  return { value: `signed:${signedContentHash(claim, (await delivery.body()).bytes)}`, covers: 'message' };
}

/** Returns true if `repeatKeyOf` may return a key. */
export function mayRepeat(signature: SignatureConfig | undefined, headers: WebhookHeaders): boolean {
  if (SOURCES.some(({ header }) => headers[header] !== undefined)) return true;
  const claim = signature && schemeOf(signature).claimOf(headers);
  return typeof claim?.timestamp === 'string';
}

/**
 * Stripe and Slack send no id of the delivery, so the signed content is the key. Headers that they do not sign are not
 * used, because they could make a replay look new.
 */
function isSignedContentTheKey(signature: SignatureConfig | undefined): boolean {
  return signature !== undefined && 'preset' in signature && ['stripe', 'slack'].includes(signature.preset);
}

function keyInHeaders({ headers, repeated }: WebhookDelivery): RepeatKey | null {
  for (const { header, name, covers } of SOURCES) {
    const value = headers[header];
    if (value === undefined) continue;
    if (repeated.has(header)) throw DomainError.ofField(header, say('sent_twice'));
    return { value: `${name}:${checkedKey(header, value)}`, covers };
  }
  return null;
}

function checkedKey(path: string, key: string): string {
  if (KEY.test(key)) return key;
  throw DomainError.ofField(path, say('not_event_key'));
}
