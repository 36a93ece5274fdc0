import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from './fold-password';

/**
 * Argon2id with 19 MiB, two passes and one lane, the first choice of the OWASP Password Storage Cheat Sheet. Takes
 * about 20 ms of one core. Each hash contains its parameters, so these values can be raised at any time.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and verifies passwords in background threads. */
@Injectable()
export class PasswordHasher {
  /**
   * A hash of random bytes. If an account has no password, the guess is verified against this hash, so that the
   * response time does not reveal that there is no password.
   */
  private readonly decoy = this.hash(randomBytes(32).toString('base64'));

  /** Returns the hash in PHC string format. */
  hash(password: string): Promise<string> {
    return hash(normalizePassword(password), ARGON2ID);
  }

  /**
   * Returns true if the password matches the hash.
   * @param passwordHash null if the account has no password; in this case, the result is false, after the same time as
   *   a real check
   */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const same = await verify(passwordHash ?? (await this.decoy), normalizePassword(password));
    return same && passwordHash !== null;
  }
}
