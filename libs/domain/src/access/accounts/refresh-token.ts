import { createHash, randomBytes } from 'node:crypto';

/** Create a token of 32 random bytes in base64. Only the client stores the token. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64');
}

/** The form in which the server stores the token: its SHA-256 hash in hex. */
export function refreshTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
