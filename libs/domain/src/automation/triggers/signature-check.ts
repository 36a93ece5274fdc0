import { createHash, createHmac } from 'node:crypto';
import { isSecret } from '@app/kernel';
import type { SignatureClaim, SignatureScheme } from './signature-schemes';

const SECONDS = /^\d{1,12}$/;

/** Whether one of the signatures was made with the secret for this body. */
export function isSignedBy(
  { algorithm, encoding, keyOf }: SignatureScheme,
  secret: string,
  { signatures, before, after }: SignatureClaim,
  body: Uint8Array,
): boolean {
  const hmac = createHmac(algorithm, keyOf(secret)).update(before).update(body).update(after);
  const expected = hmac.digest(encoding);
  return signatures.some((given) => isSecret(expected, encoding === 'hex' ? given.toLowerCase() : given));
}

/** Whether the signed time is close enough to the current time. A scheme without a timestamp is always timely. */
export function isTimelyClaim(
  { toleranceSeconds }: SignatureScheme,
  { timestamp }: SignatureClaim,
  nowMs: number,
): boolean {
  if (timestamp === null) return true;
  return SECONDS.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds;
}

/** Identifies the signed content. A recorded delivery that is sent again has the same one. */
export function signedContentHash({ before, after }: SignatureClaim, body: Uint8Array): string {
  return createHash('sha256').update(before).update(body).update(after).digest('base64url');
}
