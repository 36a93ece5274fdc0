import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtension, ApiOkResponse } from '@nestjs/swagger';

/** Marks in the reference a route that answers page by page. */
export const PAGED_EXTENSION = 'x-paged';

/** The route makes a record: 201. Every other POST answers 200. */
export function Created(): MethodDecorator {
  return HttpCode(201);
}

/** The route starts work that is done later: 202. */
export function Accepted(): MethodDecorator {
  return HttpCode(202);
}

/**
 * The route takes a `PageQuery` and returns a `Page` of `item`. The client gets the items as a bare array; the total
 * and the ways to the other pages go in headers.
 */
export function Paged(item: Type): MethodDecorator {
  return applyDecorators(
    ApiExtension(PAGED_EXTENSION, true),
    ApiOkResponse({
      type: item,
      isArray: true,
      headers: {
        'X-Total-Count': {
          description: 'How many there are on all pages.',
          schema: { type: 'integer', minimum: 0 },
        },
        Link: { description: 'RFC 8288: first, prev, next and last page.', schema: { type: 'string' } },
      },
    }),
  );
}
