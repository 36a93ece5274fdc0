import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Environment } from '@app/config';
import { EphemeralStore, type Limit, Throttle, clientKey } from '@app/ephemeral';
import type { SignInSecrets } from '@app/identity-providers';
import { DomainError, currentRequest } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';

export const ATTEMPT_LIFETIME_SECONDS = 10 * 60;

export interface SignInAttempt extends SignInSecrets {
  /** Left with the browser that begins, so that no other can end what it began. */
  binding: string;
}

/** What a browser shows that comes back to this address; undefined where it shows nothing. */
export type ShownBinding = (redirectUri: string) => string | undefined;

type Kept = Omit<SignInSecrets, 'state'> & { provider: string; bindingHash: string };

/** Remembers who went to a provider, until they are back: once, for 10 minutes, in the browser that began. */
@Injectable()
export class SignInAttempts {
  private readonly logger = new Logger(SignInAttempts.name);

  private readonly perClient: Limit;

  constructor(
    private readonly store: EphemeralStore,
    throttle: Throttle,
    { LIMIT_PROVIDER_SIGN_INS_PER_CLIENT: points }: Environment,
  ) {
    const windowSeconds = ATTEMPT_LIFETIME_SECONDS;
    this.perClient = throttle.limit({ name: 'provider-sign-in', points, windowSeconds });
  }

  /** @throws DomainError `too_many`: what one client begins must not push out of the store what others keep there */
  async begin(provider: string, redirectUri: string): Promise<SignInAttempt> {
    await this.perClient.count(clientKey(currentRequest()?.clientAddress ?? ''));
    const [state, nonce, codeVerifier, binding] = [secret(), secret(), secret(), secret()];
    const kept: Kept = { provider, redirectUri, nonce, codeVerifier, bindingHash: hashOf(binding) };
    await this.store.put(keyOf(state), JSON.stringify(kept), ATTEMPT_LIFETIME_SECONDS * 1000);
    return { redirectUri, state, nonce, codeVerifier, binding };
  }

  /**
   * What was begun with this state, which is good for nothing afterwards, whatever this comes to.
   * @param shown by the browser
   * @throws DomainError `invalid_state`: one answer, whatever is wrong with it
   */
  async take(provider: string, state: string | undefined, shown: ShownBinding): Promise<SignInSecrets> {
    const text = state === undefined ? null : await this.store.take(keyOf(state));
    if (state === undefined || text === null) throw this.refused(provider, 'unknown, used or expired');
    const { provider: begunWith, bindingHash, ...kept } = JSON.parse(text) as Kept;
    if (begunWith !== provider) throw this.refused(provider, 'of another provider');
    const binding = shown(kept.redirectUri);
    if (binding === undefined || !sameHash(hashOf(binding), bindingHash)) {
      throw this.refused(provider, 'of another browser');
    }
    return { ...kept, state };
  }

  private refused(provider: string, reason: string): DomainError {
    this.logger.warn({ security: 'oauth_state_refused', provider, reason }, 'A sign-in was refused.');
    return new DomainError(
      'invalid',
      'invalid_state',
      'This sign-in was not begun here, is over, or took too long; start again.',
    );
  }
}

/** 43 characters that fit into an address, as PKCE wants them. */
function secret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function sameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Whoever looks into the store cannot take a state out of it. */
function keyOf(state: string): string {
  return `oauth-state:${hashOf(state)}`;
}
