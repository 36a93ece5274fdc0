import { createSecretKey } from 'node:crypto';
import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

/** What a token is good for; a token of one kind is worthless as another. */
export type TokenPurpose = UserTokenPurpose | 'bind';

/** Of tokens that say which user holds them. */
type UserTokenPurpose = 'access' | 'sse' | 'iot';

/** Whoever holds a token to `bind` is no user yet. */
export type TokenClaims<P extends TokenPurpose> = Record<string, unknown> &
  (P extends UserTokenPurpose ? { userId: number } : object);

export interface SignedToken {
  token: string;
  expiresAt: Date;
}

/** Signs and verifies every kind of JSON web token of this service: one key, one algorithm, one clock. */
@Injectable()
export class SignedTokens {
  private readonly jwt: JwtService;

  constructor(
    environment: Environment,
    private readonly clock: Clock,
  ) {
    // A key object: from a string, the key would be made anew for every token, at four times the cost.
    const secret = createSecretKey(Buffer.from(environment.JWT_SECRET));
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

  /** The claims of a token that this service signed for this purpose and that has not expired; null for any other. */
  verify<P extends TokenPurpose>(purpose: P, token: string): TokenClaims<P> | null {
    try {
      const claims: unknown = this.jwt.verify(token, { clockTimestamp: this.nowSeconds() });
      return isClaimsFor(purpose, claims) ? claims : null;
    } catch {
      return null;
    }
  }

  private nowSeconds(): number {
    return Math.floor(this.clock.nowMs() / 1000);
  }
}

function isClaimsFor<P extends TokenPurpose>(purpose: P, claims: unknown): claims is TokenClaims<P> {
  if (typeof claims !== 'object' || claims === null) return false;
  const { purpose: given, exp, userId } = claims as Record<string, unknown>;
  // The library lets a token without `exp` live for ever.
  return given === purpose && typeof exp === 'number' && (purpose === 'bind' || isUserId(userId));
}

/** What an id's column can hold: anything else would fail the query, and with it those of others. */
function isUserId(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
}
