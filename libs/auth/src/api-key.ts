import { createHash, randomBytes } from 'node:crypto';

const FORMAT = /^pk_[\w-]{43}$/;
const PREFIX_LENGTH = 11;

/** Creates a key: `pk_` and 256 random bits in 43 characters. Only its holder stores it. */
export function newApiKey(): string {
  return `pk_${randomBytes(32).toString('base64url')}`;
}

/** Whether the text is meant as an API key. A JSON web token never begins like this. */
export function isApiKey(text: string): boolean {
  return text.startsWith('pk_');
}

export function isWellFormedApiKey(text: string): boolean {
  return FORMAT.test(text);
}

/**
 * The form in which the server stores a key: its SHA-256 hash in hex. A slow hash protects secrets that can be guessed;
 * 256 random bits cannot. The index finds a key by its hash, so the duration of the search reveals nothing about keys.
 */
export function apiKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The part of the key that is stored and shown. It leaves 210 secret bits. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}
