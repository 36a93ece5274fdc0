import { createHmac, timingSafeEqual } from 'node:crypto';
import { signingKey } from './webhook-secret';

/**
 * The length to which both buffers are padded before a comparison. It exceeds the longest secret and the longest
 * signature.
 */
const MOST_BYTES = 512;

/** Compares a secret or a signature in constant time. */
export function isSecret(secret: string, given: string): boolean {
  return timingSafeEqual(padded(secret), padded(given)) && secret.length === given.length;
}

/** Returns the value of the header `webhook-signature` of Standard Webhooks for this id, time and body. */
export function signatureFor(
  secret: string,
  { id, timestamp }: { id: string; timestamp: string },
  body: Uint8Array,
): string {
  const hmac = createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

/** Pads the text, because a constant-time comparison needs inputs of equal length. */
function padded(text: string): Buffer {
  const bytes = Buffer.alloc(MOST_BYTES);
  bytes.write(text);
  return bytes;
}
