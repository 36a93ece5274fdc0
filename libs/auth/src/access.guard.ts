import type { ServerResponse } from 'node:http';
import { Actor, DomainError, roleCovers } from '@app/kernel';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ExtractJwt } from 'passport-jwt';
import { AccessTokens } from './access-tokens';
import { AccountLoader } from './account-loader';
import type { GuardedRequest } from './guarded-request';
import { type RouteAccess, routeAccessOf } from './route-access';
import { StreamTokens } from './stream-tokens';

type GuardedAccess = Exclude<RouteAccess, { kind: 'public' }>;

const bearerTokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/**
 * Guards every route. It requires the token named by the route's decorator, reads the caller's account from the
 * database and compares roles. A route without a decorator is never entered.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly streamTokens: StreamTokens,
    private readonly accounts: AccountLoader,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const handler = context.getHandler();
    const access = routeAccessOf(handler);
    if (!access)
      throw new Error(`${context.getClass().name}.${handler.name} does not declare who may call it.`);
    if (access.kind === 'public') return true;
    const http = context.switchToHttp();
    return this.admit(access, http.getRequest<GuardedRequest>(), http.getResponse<ServerResponse>());
  }

  private async admit(
    access: GuardedAccess,
    request: GuardedRequest,
    response: ServerResponse,
  ): Promise<boolean> {
    const byStreamToken = access.kind === 'stream_token';
    const token = byStreamToken ? queryTokenOf(request) : bearerTokenOf(request);
    if (!token) throw unauthenticated(response);
    const claims = (byStreamToken ? this.streamTokens : this.accessTokens).verify(token);
    const account = claims && (await this.accounts.load(claims.userId));
    if (!account) throw invalidToken(response);
    const actor = Actor.user(account.id, account.role, account.username);
    if (!byStreamToken) assertCovered(access, actor, request);
    request.actor = actor;
    return true;
  }
}

function queryTokenOf({ query }: GuardedRequest): string | null {
  return typeof query.token === 'string' ? query.token : null;
}

function assertCovered(
  access: Exclude<GuardedAccess, { kind: 'stream_token' }>,
  actor: Actor,
  { params }: GuardedRequest,
): void {
  if (access.kind !== 'role' && params.id === String(actor.userId)) return;
  if (access.kind === 'self') {
    throw new DomainError('forbidden', 'forbidden', 'Only the user concerned may do this.');
  }
  if (roleCovers(actor.role, access.lowest)) return;
  throw new DomainError(
    'forbidden',
    'forbidden',
    `This requires the role "${access.lowest}" or a higher one.`,
  );
}

/** RFC 6750: a refusal names the required token, and whether one was given. */
function unauthenticated(response: ServerResponse): DomainError {
  response.setHeader('WWW-Authenticate', 'Bearer');
  return new DomainError('unauthenticated', 'unauthenticated', 'A bearer token is required.');
}

function invalidToken(response: ServerResponse): DomainError {
  response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
  return new DomainError('unauthenticated', 'invalid_token', 'The token is invalid or has expired.');
}
