import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiConflictResponse, ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';

const HEADER = 'idempotency-key';

/** Says in the reference that the route takes an `Idempotency-Key`, which the handler has by `@IdempotencyKey()`. */
export function RepeatsSafely(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'Makes a repeat safe: the same key and body within 24 hours are given the first answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    ApiConflictResponse({
      description: 'The state does not allow this, or the idempotency key was used with another body.',
    }),
  );
}

/** The `Idempotency-Key` of the request; undefined without one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const value = context.switchToHttp().getRequest<Request>().headers[HEADER];
  return Array.isArray(value) ? value.join(', ') : value;
});
