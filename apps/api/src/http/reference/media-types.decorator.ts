import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiConsumes, ApiExtension, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

/** The media type of a form without files. */
export const FORM = 'application/x-www-form-urlencoded';

const CONSUMES = Symbol('consumed media type');

/** In the reference, marks a route whose answer is not JSON. */
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
  return producesContent(description, { [type]: { schema: { type: 'string' } } });
}

/** The route answers with a page instead of JSON. It writes the response itself. @param example the page */
export function ProducesPage(description: string, example: string): MethodDecorator {
  return producesContent(description, pageContent(example));
}

function producesContent(description: string, content: Record<string, object>): MethodDecorator {
  const [type] = Object.keys(content);
  return applyDecorators(ApiOkResponse({ description, content }), ApiExtension(PRODUCES_EXTENSION, type));
}

/**
 * Describes an answer that is JSON for programs and a page for browsers.
 * @param dto the class of the JSON
 * @param page an example of the page
 */
export function jsonOrPage(dto: Type, page?: string) {
  return { 'application/json': { schema: { $ref: getSchemaPath(dto) } }, ...pageContent(page) };
}

/** Describes an answer that is a page. */
export function pageContent(page?: string) {
  const examples = page === undefined ? {} : { examples: { page: { summary: 'Page', value: page } } };
  return { 'text/html': { schema: { type: 'string' }, ...examples } };
}
