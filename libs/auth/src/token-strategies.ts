import type { ServerResponse } from 'node:http';
import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Passport } from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { AccountLoader } from './account-loader';
import { isApiKey } from './api-key';
import { ApiKeys } from './api-keys';
import type { GuardedRequest } from './guarded-request';
import { SignedTokens, type TokenHolder } from './signed-tokens';

/** The kinds of token that a route can require. */
export type RouteToken = 'access' | 'sse' | 'iot';

type Extract = (request: GuardedRequest) => string | null;

const bearerToken = ExtractJwt.fromAuthHeaderAsBearerToken() as Extract;

const EXTRACTORS: Record<RouteToken, Extract> = {
  access: bearerToken,
  iot: bearerToken,
  sse: ({ query }) => (typeof query.token === 'string' ? query.token : null),
};

/**
 * Provides one `passport-jwt` strategy for each kind of token. A valid token authenticates the account or the API key
 * that it identifies.
 */
@Injectable()
export class TokenStrategies {
  private readonly passport = new Passport();

  constructor(
    private readonly tokens: SignedTokens,
    private readonly accounts: AccountLoader,
    private readonly keys: ApiKeys,
  ) {
    this.register('access');
    this.register('sse');
    this.register('iot');
  }

  /**
   * Returns true if the request contains a token. A token of the kind `sse` is in the query, and other tokens are in
   * the Authorization header.
   */
  isGiven(kind: RouteToken, request: GuardedRequest): boolean {
    return Boolean(EXTRACTORS[kind](request));
  }

  /** Returns the API key in the Authorization header. Null if there is none. */
  apiKeyIn(request: GuardedRequest): string | null {
    const token = bearerToken(request);
    return token !== null && isApiKey(token) ? token : null;
  }

  /** Returns the holder of the request's token. Null if the token is missing, invalid, expired or of another kind. */
  authenticate(kind: RouteToken, request: GuardedRequest, response: ServerResponse): Promise<Actor | null> {
    return new Promise((resolve, reject) => {
      const settle = (error: unknown, holder: Actor | false | null | undefined): void => {
        if (error) reject(error);
        else resolve(holder || null);
      };
      const middleware = this.passport.authenticate(kind, { session: false }, settle) as (
        request: unknown,
        response: ServerResponse,
        next: (error: unknown) => void,
      ) => void;
      try {
        middleware(request, response, reject);
      } catch {
        // The library throws only if the payload of a signed token is null. Such a token is invalid.
        resolve(null);
      }
    });
  }

  private async holderOf(holder: TokenHolder): Promise<Actor | null> {
    if ('apiKeyId' in holder) return this.keys.find(holder.apiKeyId);
    const { userId, session } = holder;
    const account = await this.accounts.load(userId, session);
    return account && Actor.user(userId, account.role, account.username, session);
  }

  /** A strategy registers itself when it is constructed. */
  private register(kind: RouteToken): void {
    const { passport, tokens } = this;
    const holderOf = (holder: TokenHolder) => this.holderOf(holder);
    class TokenStrategy extends PassportStrategy(Strategy, kind) {
      /**
       * By default, a strategy registers with a global instance of the package. All applications of a process would
       * share it.
       */
      getPassportInstance(): typeof passport {
        return passport;
      }

      async validate(claims: unknown): Promise<Actor | null> {
        const valid = tokens.check(kind, claims);
        const isNamed = kind !== 'access' || typeof valid?.username === 'string';
        return valid && isNamed ? holderOf(valid) : null;
      }
    }
    // The injected clock decides whether a token has expired.
    void new TokenStrategy({
      ...tokens.verification,
      ignoreExpiration: true,
      jwtFromRequest: EXTRACTORS[kind] as never,
    });
  }
}
