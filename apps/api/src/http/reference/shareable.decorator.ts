import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiResponse } from '@nestjs/swagger';

/**
 * In the reference, marks a route whose answers caches may share. The value of the mark is the maximum age in seconds.
 */
export const SHAREABLE_EXTENSION = 'x-shareable';

/**
 * Caches may keep the answers of the route for `maxAgeSeconds` and then revalidate them with their `ETag`. The handler
 * should return the same object as long as the content does not change, because each object is serialized only once.
 */
export function Shareable({ maxAgeSeconds }: { maxAgeSeconds: number }): MethodDecorator {
  return applyDecorators(
    ApiExtension(SHAREABLE_EXTENSION, maxAgeSeconds),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of the content that the client has.',
    }),
    ApiResponse({ status: 304, description: 'The client has the current content.' }),
  );
}
