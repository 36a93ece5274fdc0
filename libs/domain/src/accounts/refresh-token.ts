import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64. Only the client keeps the token. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64');
}

/** The stored form of the token: its sha256 in hex. */
export function refreshTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
