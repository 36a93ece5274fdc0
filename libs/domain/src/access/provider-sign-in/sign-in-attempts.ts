import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Environment } from '@app/config';
import { EphemeralStore, type Limit, Throttle, clientKey } from '@app/ephemeral';
import type { SignInSecrets } from '@app/identity-providers';
import { DomainError, currentRequest } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';

export const ATTEMPT_LIFETIME_SECONDS = 10 * 60;

export interface SignInAttempt extends SignInSecrets {
  /** Identifies the browser that starts a sign-in. No other browser can complete the sign-in. */
  binding: string;
}

/** Returns the cookie that the browser sent for this redirect address; undefined if it sent none. */
export type ShownBinding = (redirectUri: string) => string | undefined;

type Kept = Omit<SignInSecrets, 'state'> & { provider: string; bindingHash: string };

/** Stores the state of started sign-ins. A sign-in can be completed once, within 10 minutes, in the same browser. */
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

  /**
   * @throws DomainError `too_many` if the client has started too many sign-ins. Without a limit, the client could evict
   *   the sign-ins of other clients
   */
  async begin(provider: string, redirectUri: string): Promise<SignInAttempt> {
    await this.perClient.count(clientKey(currentRequest()?.clientAddress ?? ''));
    const [state, nonce, codeVerifier, binding] = [secret(), secret(), secret(), secret()];
    const kept: Kept = { provider, redirectUri, nonce, codeVerifier, bindingHash: hashOf(binding) };
    await this.store.put(keyOf(state), JSON.stringify(kept), ATTEMPT_LIFETIME_SECONDS * 1000);
    return { redirectUri, state, nonce, codeVerifier, binding };
  }

  /**
   * Get and remove the attempt with this state. The attempt is used up even if the sign-in fails.
   * @param shown the browser's cookie
   * @throws DomainError `invalid_state`, with the same response for every cause
   */
  async take(provider: string, state: string | undefined, shown: ShownBinding): Promise<SignInSecrets> {
    const text = state === undefined ? null : await this.store.take(keyOf(state));
    if (state === undefined || text === null) throw this.refused(provider, 'unknown, used or expired');
    const { provider: begunWith, bindingHash, ...kept } = JSON.parse(text) as Kept;
    if (begunWith !== provider) throw this.refused(provider, 'started with another provider');
    const binding = shown(kept.redirectUri);
    if (binding === undefined || !sameHash(hashOf(binding), bindingHash)) {
      throw this.refused(provider, 'started in another browser');
    }
    return { ...kept, state };
  }

  private refused(provider: string, reason: string): DomainError {
    this.logger.warn({ security: 'oauth_state_refused', provider, reason }, 'A sign-in was refused.');
    return new DomainError(
      'invalid',
      'invalid_state',
      'This sign-in was not started here, is already complete, or took too long. Start again.',
    );
  }
}

/** A random text of 43 URL-safe characters, as PKCE requires. */
function secret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function sameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Only hashes of states are stored, so that nobody can read a state from the store. */
function keyOf(state: string): string {
  return `oauth-state:${hashOf(state)}`;
}
