import type { Actor } from '@app/kernel';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { GuardedRequest } from './guarded-request';

/** The `Actor` of the request. Not available on public routes. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<GuardedRequest>();
  if (!actor) throw new Error(`${context.getHandler().name} reads the current user on a public route.`);
  return actor;
});
