import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorDto, ServerErrorDto } from '../../http/errors/error.dto';
import { jsonOrPage, pageContent } from '../../http/reference/media-types.decorator';
import { LinkedDto, UnlinkedDto } from './provider-sign-in.dto';

const DESCRIPTION =
  'A session if the identity is bound to an account. Otherwise, a token for binding it to an account.';

/** The errors of a sign-in that a browser completes. */
const ERRORS: readonly [status: number, description: string][] = [
  [400, 'The query is not valid, or the sign-in has expired or was started in another browser.'],
  [404, 'There is no such provider.'],
  [409, 'The account was changed during the sign-in.'],
  [500, 'The service failed.'],
  [502, 'The provider cannot be reached or failed.'],
  [503, 'The database or the queue cannot be reached. Try again after `Retry-After` seconds.'],
  [504, 'The provider did not answer in time.'],
];

/** Documents the response of a sign-in: a session, or a token to bind the identity to an account. */
export function OutcomeResponse(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(LinkedDto, UnlinkedDto),
    ApiOkResponse({ description: DESCRIPTION, schema: outcome() }),
  );
}

/** Like `OutcomeResponse`, for a route that answers a browser with pages. */
export function OutcomeOrPageResponse(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(LinkedDto, UnlinkedDto),
    ApiOkResponse({
      description: DESCRIPTION,
      content: { 'application/json': { schema: outcome() }, ...pageContent() },
    }),
    ...ERRORS.map(([status, description]) =>
      ApiResponse({ status, description, content: jsonOrPage(status < 500 ? ErrorDto : ServerErrorDto) }),
    ),
  );
}

function outcome() {
  return { oneOf: [{ $ref: getSchemaPath(LinkedDto) }, { $ref: getSchemaPath(UnlinkedDto) }] };
}
