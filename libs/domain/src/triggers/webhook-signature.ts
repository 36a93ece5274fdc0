import { createHmac, timingSafeEqual } from 'node:crypto';
import { signingKey } from '../workflows/webhook-secret';

/** How far the clocks of sender and receiver may be apart, and how long a recorded delivery can be played back. */
const TOLERANCE_SECONDS = 300;
/** A secret has fewer. */
const MOST_BYTES = 512;
const SECONDS = /^\d{1,12}$/;

/** The headers of Standard Webhooks. */
export interface SignatureHeaders {
  /** `webhook-id` */
  id: string;
  /** `webhook-timestamp`: seconds since 1970. */
  timestamp: string;
  /** `webhook-signature`: one or several of `v1,<base64>`, separated by spaces. */
  signature: string;
}

/** True where it is the secret. What it takes does not tell how much of it is right. */
export function isSecret(secret: string, given: string): boolean {
  return timingSafeEqual(padded(secret), padded(given)) && secret.length === given.length;
}

/** True where one of the signatures was made with the secret for this id, time and body. */
export function isSigned(secret: string, headers: SignatureHeaders, body: Uint8Array): boolean {
  const expected = createHmac('sha256', signingKey(secret))
    .update(`${headers.id}.${headers.timestamp}.`)
    .update(body)
    .digest('base64');
  return headers.signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .some((one) => isSecret(expected, one.slice(3)));
}

/** True where the time is near enough that the delivery may have been sent just now. */
export function isTimely({ timestamp }: SignatureHeaders, nowMs: number): boolean {
  return SECONDS.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}

/** Of one length, whatever was given. */
function padded(text: string): Buffer {
  const bytes = Buffer.alloc(MOST_BYTES);
  bytes.write(text);
  return bytes;
}
