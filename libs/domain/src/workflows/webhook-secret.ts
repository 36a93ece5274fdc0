import { randomBytes } from 'node:crypto';
import { DomainError } from '@app/kernel';
import { MASKED_SECRET } from '../platform/platform-configuration';

const OWN_SECRET = /^[\x21-\x7e]{16,128}$/;

/** 192 random bits that may stand in an address. */
export function newWebhookAddress(): string {
  return randomBytes(24).toString('base64url');
}

/** As Standard Webhooks writes it: 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The secret after a request that gave `given` for it: what is left out, or is the mask that a secret reads as, keeps
 * the present one; null makes a new one; any other text is the new one.
 * @throws DomainError invalid for what is no secret
 */
export function secretAfter(present: string, given: unknown): string {
  if (given === undefined || given === MASKED_SECRET) return present;
  if (given === null) return newWebhookSecret();
  if (typeof given === 'string' && OWN_SECRET.test(given)) return given;
  const fault = { path: 'trigger.config.secret', message: 'must be 16 to 128 visible ASCII characters' };
  throw DomainError.invalid(`${fault.path} ${fault.message}.`, [fault]);
}
