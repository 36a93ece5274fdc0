import { randomBytes } from 'node:crypto';
import { DomainError, SECRET_MASK } from '@app/kernel';

const OWN_SECRET = /^[\x21-\x7e]{16,128}$/;
/** As Standard Webhooks writes keys: what follows is base64. */
const KEY_PREFIX = 'whsec_';
const MIN_KEY_BYTES = 16;

/** 192 random bits that may stand in an address. */
export function newWebhookAddress(): string {
  return randomBytes(24).toString('base64url');
}

/** As Standard Webhooks writes it: 256 random bits. */
export function newWebhookSecret(): string {
  return KEY_PREFIX + randomBytes(32).toString('base64');
}

/**
 * What deliveries are signed with: of `whsec_` and base64 the bytes that it stands for, of any other secret its own.
 * What only looks like base64 counts as text: decoded, with what is foreign to it passed over, it might be no key at all.
 */
export function signingKey(secret: string): Buffer {
  return keyWithin(secret) ?? Buffer.from(secret);
}

function keyWithin(secret: string): Buffer | null {
  if (!secret.startsWith(KEY_PREFIX)) return null;
  const text = secret.slice(KEY_PREFIX.length);
  const key = Buffer.from(text, 'base64');
  return key.length >= MIN_KEY_BYTES && key.toString('base64') === text ? key : null;
}

/**
 * The secret after a request that gave `given` for it: what is left out, or is the mask that a secret reads as, keeps
 * the present one; null makes a new one; any other text is the new one.
 * @throws DomainError invalid for what is no secret
 */
export function secretAfter(present: string, given: unknown): string {
  if (given === undefined || given === SECRET_MASK) return present;
  if (given === null) return newWebhookSecret();
  if (typeof given !== 'string' || !OWN_SECRET.test(given)) {
    throw noSecret('must be 16 to 128 visible ASCII characters');
  }
  if (given.startsWith(KEY_PREFIX) && keyWithin(given) === null) {
    throw noSecret(
      `must have, after ${KEY_PREFIX}, at least ${MIN_KEY_BYTES} bytes in padded base64 (A-Z a-z 0-9 + /)`,
    );
  }
  return given;
}

function noSecret(message: string): DomainError {
  const fault = { path: 'trigger.config.secret', message };
  return DomainError.invalid(`${fault.path} ${message}.`, [fault]);
}
