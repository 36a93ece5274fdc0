import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { Environment } from '@app/config';
import { EphemeralStore } from '@app/ephemeral';
import { assertAwaited, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CODE_LIFETIME_MS } from './code-lifetime';
import { foldName } from './fold-name';

export type CodePurpose = 'register' | 'reset';

interface KeptCode {
  hash: string;
  wrongTries: number;
  expiresAtMs: number;
}

/** Codes of six digits that go out by mail and show that whoever has one reads the mail of that address. */
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

  /** A code for this address, for five minutes, in place of any other. */
  async issue(purpose: CodePurpose, email: string): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAtMs = this.clock.nowMs() + CODE_LIFETIME_MS;
    const kept: KeptCode = { hash: this.hash(purpose, email, code), wrongTries: 0, expiresAtMs };
    assertAwaited();
    await this.store.put(this.slot(purpose, email), JSON.stringify(kept), CODE_LIFETIME_MS);
    return code;
  }

  /**
   * Does `work` for whoever has the code, which is used up by it. Where the work fails (the username is taken) the code
   * is as good as before, for as long as it would have been. A wrong try is counted, and too many end the code.
   * @throws DomainError `invalid_code`: one answer, whether it is wrong, used, expired or was never there; what `work` throws
   */
  async use<T>(purpose: CodePurpose, email: string, code: string, work: () => Promise<T>): Promise<T> {
    const slot = this.slot(purpose, email);
    const kept = await this.redeem(slot, this.hash(purpose, email, code));
    if (!kept) throw invalidCode();
    try {
      return await work();
    } catch (error) {
      // What the work failed of is told, and not that the code is lost on top of it.
      await this.giveBack(slot, kept).catch(() => undefined);
      throw error;
    }
  }

  /** Takes the code out where it is this one, and else counts a wrong try: of tries that race, each counts. */
  private async redeem(slot: string, hash: string): Promise<KeptCode | null> {
    for (;;) {
      const text = await this.store.read(slot);
      const kept = text === null ? null : (JSON.parse(text) as KeptCode);
      if (text === null || !kept || kept.expiresAtMs <= this.clock.nowMs()) return null;
      const isRight = kept.hash === hash;
      const wrongTries = kept.wrongTries + 1;
      const isOver = isRight || wrongTries >= this.environment.LIMIT_CODE_TRIES;
      const left = isOver ? null : JSON.stringify({ ...kept, wrongTries });
      // Where another try was quicker, this one looks again.
      if (await this.store.swap(slot, text, left)) return isRight ? kept : null;
    }
  }

  /** A newer code, where one was made meanwhile, stays. */
  private async giveBack(slot: string, kept: KeptCode): Promise<void> {
    const leftMs = kept.expiresAtMs - this.clock.nowMs();
    if (leftMs > 0) await this.store.putIfAbsent(slot, JSON.stringify(kept), leftMs);
  }

  private slot(purpose: CodePurpose, email: string): string {
    return `code:${this.mac(`slot\0${purpose}\0${foldName(email)}`)}`;
  }

  /** Under a key of the service: there are so few codes that a plain hash would hide nothing. */
  private hash(purpose: CodePurpose, email: string, code: string): string {
    return this.mac(`code\0${purpose}\0${foldName(email)}\0${code}`);
  }

  private mac(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

export function invalidCode(): DomainError {
  return new DomainError('invalid', 'invalid_code', 'The code is wrong, used or expired; ask for a new one.');
}
