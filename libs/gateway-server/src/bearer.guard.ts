import { DomainError } from '@app/kernel';
import {
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TokenIssuer } from './token-issuer';

const OPEN_ROUTE = 'open route';

/** The route requires no bearer token. */
export function OpenRoute(): CustomDecorator {
  return SetMetadata(OPEN_ROUTE, true);
}

/** Requires a valid access token on every route without `@OpenRoute()`. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenIssuer,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const open = this.reflector.getAllAndOverride<boolean | undefined>(OPEN_ROUTE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (open) return true;
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (token && this.tokens.accepts(token)) return true;
    throw new DomainError('unauthenticated', 'unauthenticated', 'A valid bearer token is required.');
  }
}
