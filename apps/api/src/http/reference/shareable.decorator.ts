import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiResponse } from '@nestjs/swagger';

/** Marks a route in the reference whose answers caches may share. Its value is the maximum age in seconds. */
export const SHAREABLE_EXTENSION = 'x-shareable';

/**
 * Caches may keep the answers of the route for `maxAgeSeconds`, and ask again with their `ETag`. The handler should
 * return the same object while its content is the same: an object is serialized once.
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
