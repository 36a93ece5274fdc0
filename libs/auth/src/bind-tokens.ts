import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

export const BIND_TOKEN_LIFETIME_SECONDS = 10 * 60;

/** A person's identity at a sign-in provider. */
export interface BindClaims {
  /** Unique to this token, so that it can be used only once. */
  jti: string;
  provider: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  name: string | null;
}

/**
 * Signs tokens for people whose identity at a sign-in provider is not bound to an account yet. With the token, a person
 * can bind the identity to an existing or a new account. A token is valid for 10 minutes.
 */
@Injectable()
export class BindTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(claims: BindClaims): string {
    return this.tokens.sign('bind', { ...claims }, BIND_TOKEN_LIFETIME_SECONDS).token;
  }

  /** Returns the claims of a token. Null if the token is invalid, has expired or is of another kind. */
  verify(token: string): BindClaims | null {
    // The claims have the type that `sign` gave them, because only this service signs tokens of this kind.
    return this.tokens.verify('bind', token) as BindClaims | null;
  }
}
