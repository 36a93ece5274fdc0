import { createHash, randomBytes } from 'node:crypto';

const FORMAT = /^pk_[\w-]{43}$/;
const PREFIX_LENGTH = 11;

/** Creates a key: `pk_` followed by 256 random bits in 43 characters. The service does not store the key itself. */
export function newApiKey(): string {
  return `pk_${randomBytes(32).toString('base64url')}`;
}

/** Returns true if the text begins like an API key. A JSON web token never begins with the prefix of API keys. */
export function isApiKey(text: string): boolean {
  return text.startsWith('pk_');
}

export function isWellFormedApiKey(text: string): boolean {
  return FORMAT.test(text);
}

/**
 * Returns the form in which the server stores a key: its SHA-256 hash in hex. A slow hash is not needed, because 256
 * random bits cannot be guessed. Keys are looked up by their hashes, so the time of a lookup reveals nothing about the
 * keys.
 */
export function apiKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Returns the part of the key that is stored and shown. The rest of the key has 210 random bits. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}
