import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { Environment } from '@app/config';
import { EphemeralStore } from '@app/ephemeral';
import { assertAwaited, Clock, DomainError, foldName } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CODE_LIFETIME_MS } from './code-lifetime';

export type CodePurpose = 'register' | 'reset';

interface KeptCode {
  hash: string;
  wrongTries: number;
  expiresAtMs: number;
}

/** Six-digit codes that are sent by mail. A code proves that its owner has access to the mailbox. */
@Injectable()
export class VerificationCodes {
  private readonly key: Buffer;

  constructor(
    private readonly store: EphemeralStore,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', environment.JWT_SECRET, '', 'verification codes', 32));
  }

  /**
   * Create a code for this address, valid for five minutes. It replaces an earlier code for the same address and
   * purpose.
   */
  async issue(purpose: CodePurpose, email: string): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAtMs = this.clock.nowMs() + CODE_LIFETIME_MS;
    const kept: KeptCode = { hash: this.hash(purpose, email, code), wrongTries: 0, expiresAtMs };
    assertAwaited();
    await this.store.put(this.slot(purpose, email), JSON.stringify(kept), CODE_LIFETIME_MS);
    return code;
  }

  /**
   * Run `work` for the owner of the code and use up the code. If `work` throws (for example because the username is
   * taken), the code stays valid for the rest of its lifetime. Wrong attempts are counted, and too many of them
   * invalidate the code.
   * @throws DomainError `invalid_code`, with the same response for a wrong, used, expired or unknown code; errors of
   *   `work`
   */
  async use<T>(purpose: CodePurpose, email: string, code: string, work: () => Promise<T>): Promise<T> {
    const slot = this.slot(purpose, email);
    const kept = await this.redeem(slot, this.hash(purpose, email, code));
    if (!kept) throw invalidCode();
    try {
      return await work();
    } catch (error) {
      // If restoring the code fails too, the caller still gets the error of `work`.
      await this.restore(slot, kept).catch(() => undefined);
      throw error;
    }
  }

  /** Remove the code if it matches, and count a wrong attempt otherwise. All concurrent attempts count. */
  private async redeem(slot: string, hash: string): Promise<KeptCode | null> {
    for (;;) {
      const text = await this.store.read(slot);
      const kept = text === null ? null : (JSON.parse(text) as KeptCode);
      if (text === null || !kept || kept.expiresAtMs <= this.clock.nowMs()) return null;
      const isRight = kept.hash === hash;
      const wrongTries = kept.wrongTries + 1;
      const isOver = isRight || wrongTries >= this.environment.LIMIT_CODE_TRIES;
      const left = isOver ? null : JSON.stringify({ ...kept, wrongTries });
      // A concurrent attempt was faster: read the entry again.
      if (await this.store.swap(slot, text, left)) return isRight ? kept : null;
    }
  }

  /** Restore the code, unless a newer code exists. */
  private async restore(slot: string, kept: KeptCode): Promise<void> {
    const leftMs = kept.expiresAtMs - this.clock.nowMs();
    if (leftMs > 0) await this.store.putIfAbsent(slot, JSON.stringify(kept), leftMs);
  }

  private slot(purpose: CodePurpose, email: string): string {
    return `code:${this.mac(`slot\0${purpose}\0${foldName(email)}`)}`;
  }

  /** The hash uses a secret key, because there are so few codes that a plain hash could be reversed. */
  private hash(purpose: CodePurpose, email: string, code: string): string {
    return this.mac(`code\0${purpose}\0${foldName(email)}\0${code}`);
  }

  private mac(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

export function invalidCode(): DomainError {
  return new DomainError('invalid', 'invalid_code', 'The code is wrong, used or expired. Request a new one.');
}
