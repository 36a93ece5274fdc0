import { createHmac, timingSafeEqual } from 'node:crypto';
import { signingKey } from './webhook-secret';

/** Maximum difference between the signed time and now. Within this time, a recorded delivery could be replayed. */
const TOLERANCE_SECONDS = 300;
/** Length of the compared buffers. It exceeds the longest secret and the longest signature. */
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

/** Compares the secret in constant time. */
export function isSecret(secret: string, given: string): boolean {
  return timingSafeEqual(padded(secret), padded(given)) && secret.length === given.length;
}

/** Whether one of the signatures was made with the secret for this id, time and body. */
export function isSigned(secret: string, headers: SignatureHeaders, body: Uint8Array): boolean {
  const expected = digestOf(secret, headers, body);
  return headers.signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .some((one) => isSecret(expected, one.slice(3)));
}

/** Whether the signed time is close enough to the current time. */
export function isTimely({ timestamp }: SignatureHeaders, nowMs: number): boolean {
  return SECONDS.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}

/** Returns the value of the header `webhook-signature` for this id, time and body. */
export function signatureFor(
  secret: string,
  signed: Pick<SignatureHeaders, 'id' | 'timestamp'>,
  body: Uint8Array,
): string {
  return `v1,${digestOf(secret, signed, body)}`;
}

function digestOf(
  secret: string,
  { id, timestamp }: Pick<SignatureHeaders, 'id' | 'timestamp'>,
  body: Uint8Array,
): string {
  return createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

/** Pads the text, because a constant-time comparison needs inputs of equal length. */
function padded(text: string): Buffer {
  const bytes = Buffer.alloc(MOST_BYTES);
  bytes.write(text);
  return bytes;
}
