import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { AsSent } from './as-sent.decorator';
import { isHarmless } from './json-object.decorator';

/**
 * Any JSON value, passed on as sent. The property is required, but its value may be null.
 * @param maxCharacters maximum length as JSON
 */
export function IsJsonValue({ maxCharacters }: { maxCharacters: number }): PropertyDecorator {
  return applyDecorators(
    AsSent(),
    ValidateBy({
      name: 'isJsonValue',
      validator: {
        validate: (value: unknown) =>
          value !== undefined && JSON.stringify(value).length <= maxCharacters && isHarmless(value),
        defaultMessage: () =>
          `$property must be a JSON value of at most ${maxCharacters} characters, without any property called __proto__`,
      },
    }),
  );
}
