import { CODE_LENGTH, isCode } from '@app/domain';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

/** The property is the code of an object or a point. */
export function IsCode(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isCode',
      validator: {
        validate: isCode,
        defaultMessage: () =>
          `$property must have 1 to ${CODE_LENGTH} characters, without control characters, and must not begin or end with a blank`,
      },
    }),
    ApiProperty({ type: String, minLength: 1, maxLength: CODE_LENGTH }),
  );
}
