import { randomBytes } from 'node:crypto';
import { say } from '../messages';
import { DomainError } from '../domain-error';
import { SECRET_MASK } from './secret-mask';

const OWN_SECRET = /^[\x21-\x7e]{16,128}$/;
/** A secret that other services use as the key of an HMAC. It may contain blanks, because no header carries it. */
const PLAIN_SECRET = /^(?! )[\x20-\x7e]{16,128}(?<! )$/;
/** The prefix of a Standard Webhooks key; the key in base64 follows. */
const KEY_PREFIX = 'whsec_';
const MIN_KEY_BYTES = 16;

/** Returns 192 random bits as characters that are safe in a URL. */
export function newWebhookAddress(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns a secret of 256 random bits in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return KEY_PREFIX + randomBytes(32).toString('base64');
}

/**
 * Returns the key for the signature of a delivery. If the secret is `whsec_` plus base64, the key is the decoded bytes.
 * If not, it is the bytes of the text. A text that only resembles base64 is not decoded, because a lenient decoder
 * would drop the invalid characters and could return an empty key.
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
 * Returns the secret to store after a request. If the request omits the secret or sends the mask, this is the current
 * secret. If the request sends null, it is a new random secret. If the request sends any other text, it is this text.
 * @param path path of the secret in the request, for the details of an error
 * @param isPlain true if senders use the whole text as the key, even if it begins with `whsec_` or contains blanks
 * @throws DomainError `invalid` if the text cannot be a secret
 */
export function secretAfter(present: string, given: unknown, path: string, isPlain = false): string {
  if (given === undefined || given === SECRET_MASK) return present;
  if (given === null) return newWebhookSecret();
  if (typeof given !== 'string' || !(isPlain ? PLAIN_SECRET : OWN_SECRET).test(given)) {
    throw DomainError.ofField(path, say(isPlain ? 'not_plain_secret' : 'not_secret'));
  }
  if (!isPlain && given.startsWith(KEY_PREFIX) && keyWithin(given) === null) {
    throw DomainError.ofField(
      path,
      say('secret_key_too_short', { least: MIN_KEY_BYTES, prefix: KEY_PREFIX }),
    );
  }
  return given;
}
