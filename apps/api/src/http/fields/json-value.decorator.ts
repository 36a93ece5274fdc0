import { Rule, say } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { AsSent } from './as-sent.decorator';
import { isHarmless } from './json-object.decorator';

/**
 * Any JSON value, passed on as sent. The property is required, but its value may be null.
 * @param maxCharacters maximum length as JSON
 */
export function IsJsonValue({ maxCharacters }: { maxCharacters: number }): PropertyDecorator {
  return applyDecorators(
    AsSent(),
    Rule(
      'isJsonValue',
      (value: unknown) =>
        value !== undefined && JSON.stringify(value).length <= maxCharacters && isHarmless(value),
      say('not_json', { most: maxCharacters }),
    ),
  );
}
