import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from './fold-password';

/**
 * Argon2id with 19 MiB, two passes and one lane: the first choice of the OWASP Password Storage Cheat Sheet, about
 * 20 ms of one core. The parameters travel in each hash, so that these can be raised at any time.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and verifies passwords, off the main thread. */
@Injectable()
export class PasswordHasher {
  /** Verified in place of a missing hash, so that both cases take the same time. */
  private readonly decoy = this.hash(randomBytes(32).toString('base64'));

  /** A hash in PHC string format. */
  hash(password: string): Promise<string> {
    return hash(normalizePassword(password), ARGON2ID);
  }

  /** @param passwordHash null if there is none to compare with: the result is false, after the same time */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const same = await verify(passwordHash ?? (await this.decoy), normalizePassword(password));
    return same && passwordHash !== null;
  }
}
