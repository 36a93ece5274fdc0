import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

export const BIND_TOKEN_LIFETIME_SECONDS = 10 * 60;

/** A person's identity at a sign-in provider. */
export interface BindClaims {
  /** Unique to this token, which can be used once. */
  jti: string;
  provider: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  name: string | null;
}

/**
 * Tokens for a person without an account here, who may bind an existing account or create one: valid for 10 minutes.
 */
@Injectable()
export class BindTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(claims: BindClaims): string {
    return this.tokens.sign('bind', { ...claims }, BIND_TOKEN_LIFETIME_SECONDS).token;
  }

  /** The claims; null if the token is invalid, has expired or is of another kind. */
  verify(token: string): BindClaims | null {
    // The claims have the shape that `sign` gave them, because only this service signs for this purpose.
    return this.tokens.verify('bind', token) as BindClaims | null;
  }
}
