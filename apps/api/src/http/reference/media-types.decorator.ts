import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes, ApiExtension, ApiOkResponse } from '@nestjs/swagger';

const CONSUMES = Symbol('consumed media type');

/** Marks a route in the reference whose answer is not JSON. */
export const PRODUCES_EXTENSION = 'x-produces';

/** The route accepts this type instead of JSON and reads the body itself: `@Consumes('multipart/form-data')`. */
export function Consumes(type: string): MethodDecorator {
  return applyDecorators(ApiConsumes(type), SetMetadata(CONSUMES, type));
}

export function consumedTypeOf(handler: object): string | undefined {
  return Reflect.getMetadata(CONSUMES, handler) as string | undefined;
}

/**
 * The route answers with this type instead of JSON, for example with an event stream or a file. Its answer has no
 * schema. It writes the response itself or returns a `StreamableFile`.
 */
export function Produces(type: string, description: string): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ description, content: { [type]: { schema: { type: 'string' } } } }),
    ApiExtension(PRODUCES_EXTENSION, type),
  );
}
