import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { Produces } from './media-types.decorator';

/**
 * Documents a route that answers with a file and supports conditional and range requests. The route must use
 * `sendFile`.
 */
export function DeliversFile(type: string, description: string): MethodDecorator {
  return applyDecorators(
    Produces(type, description),
    ApiHeader({
      name: 'Range',
      required: false,
      description: 'The part of the file, such as `bytes=0-1023`.',
    }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of the content that the client has.',
    }),
    ApiResponse({
      status: 206,
      description: 'The requested part of the file.',
      content: { [type]: { schema: { type: 'string' } } },
    }),
    ApiResponse({ status: 304, description: 'The client has the current content.' }),
    ApiResponse({ status: 416, description: 'The range is outside of the file.' }),
  );
}
