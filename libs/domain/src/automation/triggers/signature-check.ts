import { createHash, createHmac } from 'node:crypto';
import { isSecret } from '@app/kernel';
import type { SignatureClaim, SignatureScheme } from './signature-schemes';

const SECONDS = /^\d{1,12}$/;

/** Returns true if one of the signatures is valid for this body and secret. */
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

/** Returns true if the signed time is close enough to the current time, or if the scheme has no timestamp. */
export function isTimelyClaim(
  { toleranceSeconds }: SignatureScheme,
  { timestamp }: SignatureClaim,
  nowMs: number,
): boolean {
  if (timestamp === null) return true;
  return SECONDS.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds;
}

/** Returns a hash of the signed content. If a recorded delivery is sent again, it has the same hash. */
export function signedContentHash({ before, after }: SignatureClaim, body: Uint8Array): string {
  return createHash('sha256').update(before).update(body).update(after).digest('base64url');
}
