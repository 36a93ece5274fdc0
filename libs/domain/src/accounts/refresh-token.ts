import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64: shown to the client once and kept by nobody else. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64');
}

/** What is stored in place of the token: its sha256, hex. */
export function refreshTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
