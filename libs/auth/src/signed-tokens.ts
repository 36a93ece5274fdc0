import { createSecretKey } from 'node:crypto';
import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

/** The purpose of a token. A token of one kind is invalid for every other purpose. */
export type TokenPurpose = UserTokenPurpose | 'bind';

/** Claims of tokens that identify a user. */
type UserTokenPurpose = 'access' | 'sse' | 'iot';

/** The holder of a token to `bind` is not a user yet. */
export type TokenClaims<P extends TokenPurpose> = Record<string, unknown> &
  (P extends UserTokenPurpose ? { userId: number } : object);

export interface SignedToken {
  token: string;
  expiresAt: Date;
}

/** Signs and verifies all JSON web tokens of this service, with one key, one algorithm and one clock. */
@Injectable()
export class SignedTokens {
  private readonly jwt: JwtService;

  constructor(
    environment: Environment,
    private readonly clock: Clock,
  ) {
    // A key object: with a string, the key would be derived for every token, at four times the cost.
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

  /** The claims of an unexpired token that this service signed for this purpose; null for any other. */
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
  // The library accepts a token without `exp` for ever.
  return given === purpose && typeof exp === 'number' && (purpose === 'bind' || isUserId(userId));
}

/** The range of the id's column: any other value would fail the query, together with other requests in its batch. */
function isUserId(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
}
