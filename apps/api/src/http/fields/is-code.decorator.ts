import { CODE_LENGTH, isCode } from '@app/domain';
import { Rule, say } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** The property is the code of an object or a point. */
export function IsCode(): PropertyDecorator {
  return applyDecorators(
    Rule('isCode', isCode, say('not_code', { most: CODE_LENGTH })),
    ApiProperty({ type: String, minLength: 1, maxLength: CODE_LENGTH }),
  );
}
