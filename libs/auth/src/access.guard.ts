import type { ServerResponse } from 'node:http';
import { Environment } from '@app/config';
import { type Actor, DomainError, roleCovers, userRequired } from '@app/kernel';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiKeys } from './api-keys';
import type { GuardedRequest } from './guarded-request';
import { isAccountRoute, type RouteAccess, routeAccessOf } from './route-access';
import { type RouteToken, TokenStrategies } from './token-strategies';

type GuardedAccess = Exclude<RouteAccess, { kind: 'public' }>;

/**
 * Guards every route. Requires an API key, or a token of the kind that the route's decorator declares. Reads the
 * caller's account or key from the database, and compares roles. Requests to a route without a decorator are refused.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenStrategies,
    private readonly keys: ApiKeys,
    private readonly environment: Environment,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const handler = context.getHandler();
    const access = routeAccessOf(handler);
    if (!access)
      throw new Error(`${context.getClass().name}.${handler.name} does not declare who may call it.`);
    if (access.kind === 'public') return true;
    if (access.kind === 'role' && access.openIf?.(this.environment)) return true;
    const http = context.switchToHttp();
    return this.admit(access, http.getRequest<GuardedRequest>(), http.getResponse<ServerResponse>());
  }

  private async admit(
    access: GuardedAccess,
    request: GuardedRequest,
    response: ServerResponse,
  ): Promise<boolean> {
    const actor = await this.authenticate(access, request, response);
    if (actor.apiKeyId !== undefined && isAccountRoute(request.route.path)) throw userRequired();
    if (access.kind !== 'stream_token') assertCovered(access, actor, request);
    request.actor = actor;
    return true;
  }

  private async authenticate(
    access: GuardedAccess,
    request: GuardedRequest,
    response: ServerResponse,
  ): Promise<Actor> {
    const key = access.kind === 'stream_token' ? null : this.tokens.apiKeyIn(request);
    if (key !== null) {
      const holder = await this.keys.authenticate(key);
      if (holder) return holder;
      throw invalidToken(response);
    }
    const kinds = tokensFor(access);
    if (!kinds.some((kind) => this.tokens.isGiven(kind, request))) throw unauthenticated(response);
    for (const kind of kinds) {
      const holder = await this.tokens.authenticate(kind, request, response);
      if (holder) return holder;
    }
    throw invalidToken(response);
  }
}

/** Returns the kinds of token that a route accepts. */
function tokensFor(access: GuardedAccess): readonly RouteToken[] {
  if (access.kind === 'stream_token') return ['sse'];
  return access.kind === 'role' && access.iot ? ['access', 'iot'] : ['access'];
}

function assertCovered(
  access: Exclude<GuardedAccess, { kind: 'stream_token' }>,
  actor: Actor,
  { params }: GuardedRequest,
): void {
  if (access.kind !== 'role' && actor.userId !== null && params.id === String(actor.userId)) return;
  if (access.kind === 'self') {
    throw new DomainError('forbidden', 'forbidden', 'Only the owner of this account may do this.');
  }
  if (roleCovers(actor.role, access.lowest)) return;
  throw new DomainError(
    'forbidden',
    'forbidden',
    `This requires the role "${access.lowest}" or a higher one.`,
  );
}

/**
 * Creates the error for a request without a token. RFC 6750 requires a header with the token type. The header contains
 * an error code only if the request had a token.
 */
function unauthenticated(response: ServerResponse): DomainError {
  response.setHeader('WWW-Authenticate', 'Bearer');
  return new DomainError('unauthenticated', 'unauthenticated', 'A bearer token is required.');
}

function invalidToken(response: ServerResponse): DomainError {
  response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
  return new DomainError('unauthenticated', 'invalid_token', 'The token is invalid or has expired.');
}
