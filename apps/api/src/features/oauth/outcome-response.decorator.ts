import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { LinkedDto, UnlinkedDto } from './oauth.dto';

/** The route answers with one of two: a session, or an offer to bind. */
export function OutcomeResponse(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(LinkedDto, UnlinkedDto),
    ApiOkResponse({
      description: 'A session of the user who is bound to the person; where nobody is, a token to bind with.',
      schema: { oneOf: [{ $ref: getSchemaPath(LinkedDto) }, { $ref: getSchemaPath(UnlinkedDto) }] },
    }),
  );
}
