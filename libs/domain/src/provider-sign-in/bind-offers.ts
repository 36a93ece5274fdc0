import { BIND_TOKEN_LIFETIME_SECONDS, type BindClaims, BindTokens } from '@app/auth';
import { EphemeralStore } from '@app/ephemeral';
import type { ProviderIdentity } from '@app/identity-providers';
import { DomainError, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** Lets somebody whom no account belongs to choose or make one: once, within 10 minutes. */
@Injectable()
export class BindOffers {
  constructor(
    private readonly tokens: BindTokens,
    private readonly store: EphemeralStore,
  ) {}

  /** A token for this person. */
  async make(identity: ProviderIdentity): Promise<string> {
    const claims = { jti: newId(), ...identity };
    await this.open(claims);
    return this.tokens.sign(claims);
  }

  /**
   * Does `work` for the person of the token, which is used up by it. Where it fails, the token is as good as before: a
   * wrong password is not the end of the sign-in. Meanwhile no other call can use it.
   * @throws DomainError `invalid_bind_token`; what `work` throws
   */
  async use<T>(token: string, work: (identity: ProviderIdentity) => Promise<T>): Promise<T> {
    const claims = this.tokens.verify(token);
    const isOpen = claims !== null && (await this.store.take(keyOf(claims))) !== null;
    if (!isOpen) {
      throw new DomainError(
        'invalid',
        'invalid_bind_token',
        'The token to bind is not valid, used or expired; start again.',
      );
    }
    try {
      return await work(claims);
    } catch (error) {
      // What the work failed of is told, and not that the token is lost on top of it.
      await this.open(claims).catch(() => undefined);
      throw error;
    }
  }

  /** The token says itself when it expires. */
  private async open(claims: BindClaims): Promise<void> {
    await this.store.put(keyOf(claims), '', BIND_TOKEN_LIFETIME_SECONDS * 1000);
  }
}

function keyOf({ jti }: BindClaims): string {
  return `oauth-bind:${jti}`;
}
