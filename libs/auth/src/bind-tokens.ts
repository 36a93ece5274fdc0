import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

export const BIND_TOKEN_LIFETIME_SECONDS = 10 * 60;

/** Somebody for whom a provider of sign-in vouched. */
export interface BindClaims {
  /** Of this token alone: it is good for one use. */
  jti: string;
  provider: string;
  subject: string;
  email: string | null;
  /** Whether the provider knows the address to be theirs. */
  emailVerified: boolean;
  name: string | null;
}

/** Tokens that let somebody whom no account belongs to choose one, or make one: 10 minutes. */
@Injectable()
export class BindTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(claims: BindClaims): string {
    return this.tokens.sign('bind', { ...claims }, BIND_TOKEN_LIFETIME_SECONDS).token;
  }

  /** Null for a token that is wrong in any way, has expired, or is of another kind. */
  verify(token: string): BindClaims | null {
    // Signed here, for this purpose alone: it holds what `sign` was given.
    return this.tokens.verify('bind', token) as BindClaims | null;
  }
}
