import { createSecretKey } from 'node:crypto';
import { Environment } from '@app/config';
import { Clock, isRecordId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { SecretOrKeyProvider } from 'passport-jwt';

/** The purpose of a token. A token is valid only for the purpose for which it was signed. */
export type TokenPurpose = UserTokenPurpose | 'bind';

/**
 * The purposes of tokens that identify a user. A token with the purpose `sse` or `iot` may identify an API key instead
 * of a user.
 */
type UserTokenPurpose = 'access' | 'sse' | 'iot';

/** The user, with the number of their session, or the API key that a token identifies. */
export type TokenHolder = UserHolder | { apiKeyId: number };

interface UserHolder {
  userId: number;
  /** Tokens of older versions have none. */
  session?: number;
}

/** A `bind` token has no user id, because its holder may not have an account yet. */
export type TokenClaims<P extends TokenPurpose> = Record<string, unknown> &
  (P extends 'access' ? UserHolder : P extends UserTokenPurpose ? TokenHolder : object);

export interface SignedToken {
  token: string;
  expiresAt: Date;
}

/** Signs and verifies all JSON web tokens of this service, with one key, one algorithm and one clock. */
@Injectable()
export class SignedTokens {
  private readonly jwt: JwtService;
  /** The options with which `passport-jwt` verifies signatures. */
  readonly verification: { secretOrKeyProvider: SecretOrKeyProvider; algorithms: 'HS256'[] };

  constructor(
    environment: Environment,
    private readonly clock: Clock,
  ) {
    // The library would convert a string to a key object for every token. Each token would then take four times as
    // long.
    const secret = createSecretKey(Buffer.from(environment.JWT_SECRET));
    this.verification = {
      // The package's types do not include key objects.
      secretOrKeyProvider: (_request, _token, done) => done(null, secret as unknown as Buffer),
      algorithms: ['HS256'],
    };
    this.jwt = new JwtService({
      secret,
      signOptions: { algorithm: 'HS256' },
      verifyOptions: { algorithms: ['HS256'] },
    });
  }

  sign<P extends TokenPurpose>(purpose: P, claims: TokenClaims<P>, lifetimeSeconds: number): SignedToken {
    const iat = this.nowSeconds();
    const exp = iat + lifetimeSeconds;
    return { token: this.jwt.sign({ ...claims, purpose, iat, exp }), expiresAt: new Date(exp * 1000) };
  }

  /**
   * Returns the claims of a token. Null if this service has not signed the token for this purpose, or if the token has
   * expired.
   */
  verify<P extends TokenPurpose>(purpose: P, token: string): TokenClaims<P> | null {
    try {
      return this.check(purpose, this.jwt.verify(token, { ignoreExpiration: true }));
    } catch {
      return null;
    }
  }

  /**
   * Checks claims whose signature has already been verified, and returns them. Null if the token is for another purpose
   * or has expired.
   */
  check<P extends TokenPurpose>(purpose: P, claims: unknown): TokenClaims<P> | null {
    return isClaimsFor(purpose, claims) && Number(claims.exp) > this.nowSeconds() ? claims : null;
  }

  private nowSeconds(): number {
    return Math.floor(this.clock.nowMs() / 1000);
  }
}

function isClaimsFor<P extends TokenPurpose>(purpose: P, claims: unknown): claims is TokenClaims<P> {
  if (typeof claims !== 'object' || claims === null) return false;
  const { purpose: given, exp, userId, apiKeyId } = claims as Record<string, unknown>;
  // The library would accept a token without `exp` for ever, so `exp` is required.
  if (given !== purpose || typeof exp !== 'number') return false;
  if (purpose === 'bind') return true;
  const isKeys = purpose !== 'access' && userId === undefined && isRecordId(apiKeyId);
  return isKeys || (apiKeyId === undefined && isRecordId(userId));
}
