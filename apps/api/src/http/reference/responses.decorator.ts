import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, type ApiResponseOptions } from '@nestjs/swagger';

/** Marks a paged route in the reference. The value is true, or the name of the property that contains the items. */
export const PAGED_EXTENSION = 'x-paged';

const PAGING_HEADERS: NonNullable<ApiResponseOptions['headers']> = {
  'X-Total-Count': {
    description: 'Number of items on all pages, counted up to 10,000.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Exact': {
    description: 'False if there are more items than `X-Total-Count`.',
    schema: { type: 'boolean' },
  },
  Link: {
    description:
      'Links to the first, previous, next and, if the total is exact, last page (RFC 8288). The `next` link has a ' +
      'cursor in `after`, which works to the end of any list. A page after a cursor has no `prev` link.',
    schema: { type: 'string' },
  },
};

/** The route creates a record and answers 201. A POST without this decorator answers 200. */
export function Created(): MethodDecorator {
  return HttpCode(201);
}

/** The route starts work in the background and answers 202. */
export function Accepted(): MethodDecorator {
  return HttpCode(202);
}

/**
 * The route takes a `PageQuery` and returns a `Page` of `item`. The client gets the items as a bare array; headers
 * carry the total and the links to the other pages.
 */
export function Paged(item: Type): MethodDecorator {
  return applyDecorators(
    ApiExtension(PAGED_EXTENSION, true),
    ApiOkResponse({ type: item, isArray: true, headers: PAGING_HEADERS }),
  );
}

/** Like `Paged`, but the client gets an object of the type `answer`, whose property `field` contains the items. */
export function PagedIn<Answer extends object>(
  answer: Type<Answer>,
  field: keyof Answer & string,
): MethodDecorator {
  return applyDecorators(
    ApiExtension(PAGED_EXTENSION, field),
    ApiOkResponse({ type: answer, headers: PAGING_HEADERS }),
  );
}
