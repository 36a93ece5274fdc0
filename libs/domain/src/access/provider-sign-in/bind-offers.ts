import { BIND_TOKEN_LIFETIME_SECONDS, type BindClaims, BindTokens } from '@app/auth';
import { EphemeralStore } from '@app/ephemeral';
import type { ProviderIdentity } from '@app/identity-providers';
import { DomainError, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/**
 * Lets a person bind a new identity of a provider to an existing account, or create an account for it. An offer can be
 * used once, within 10 minutes.
 */
@Injectable()
export class BindOffers {
  constructor(
    private readonly tokens: BindTokens,
    private readonly store: EphemeralStore,
  ) {}

  /** Create a bind token for this identity. */
  async make(identity: ProviderIdentity): Promise<string> {
    const claims = { jti: newId(), ...identity };
    await this.open(claims);
    return this.tokens.sign(claims);
  }

  /**
   * Run `work` for the identity in the token, and use up the token. If `work` throws, for example because of a wrong
   * password, the token stays valid. No other call can use the token in the meantime.
   * @throws DomainError `invalid_bind_token`; errors of `work`
   */
  async use<T>(token: string, work: (identity: ProviderIdentity) => Promise<T>): Promise<T> {
    const claims = this.tokens.verify(token);
    const isOpen = claims !== null && (await this.store.take(keyOf(claims))) !== null;
    if (!isOpen) {
      throw new DomainError(
        'invalid',
        'invalid_bind_token',
        'The bind token is invalid, used or expired. Start the sign-in again.',
      );
    }
    try {
      return await work(claims);
    } catch (error) {
      // If restoring the token fails too, the caller still gets the error of `work`.
      await this.open(claims).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Stores the entry that makes the token usable. If the entry is stored again because `work` has failed, it may
   * outlive the token. The expiry of the token is therefore checked too.
   */
  private async open(claims: BindClaims): Promise<void> {
    await this.store.put(keyOf(claims), '', BIND_TOKEN_LIFETIME_SECONDS * 1000);
  }
}

function keyOf({ jti }: BindClaims): string {
  return `oauth-bind:${jti}`;
}
