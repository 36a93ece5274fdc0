import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { LinkedDto, UnlinkedDto } from './provider-sign-in.dto';

/** Documents the response of a sign-in: a session, or a token to bind the identity to an account. */
export function OutcomeResponse(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(LinkedDto, UnlinkedDto),
    ApiOkResponse({
      description: 'A session if the identity is bound to an account, otherwise a token to bind it with.',
      schema: { oneOf: [{ $ref: getSchemaPath(LinkedDto) }, { $ref: getSchemaPath(UnlinkedDto) }] },
    }),
  );
}
