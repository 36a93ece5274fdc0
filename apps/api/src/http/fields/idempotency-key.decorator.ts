import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiConflictResponse, ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';

const HEADER = 'idempotency-key';

/**
 * Documents the `Idempotency-Key` header of a route. The handler reads it with `@IdempotencyKey()`.
 * @param conflict the other reasons for a 409, without a period
 */
export function RepeatsSafely(conflict = 'The state does not allow this'): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'Makes repeats safe: for 24 hours, the same key with the same body gets the first answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    ApiConflictResponse({
      description: `${conflict}, or the idempotency key was used with another body.`,
    }),
  );
}

/** The `Idempotency-Key` of the request; undefined if the request has none. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const value = context.switchToHttp().getRequest<Request>().headers[HEADER];
  return Array.isArray(value) ? value.join(', ') : value;
});
