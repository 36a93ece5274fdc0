import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { AsSent } from './as-sent.decorator';

/**
 * Any JSON object, stored unchanged. A property named `__proto__` is refused at any depth, because a later copy of the
 * object could set its prototype.
 * @param maxCharacters maximum length as JSON; by default only the size of the body is limited
 */
export function IsJsonObject({ maxCharacters = Infinity } = {}): PropertyDecorator {
  const most = maxCharacters === Infinity ? '' : ` of at most ${maxCharacters} characters as JSON`;
  return applyDecorators(
    AsSent(),
    ValidateBy({
      name: 'isJsonObject',
      validator: {
        validate: (value) =>
          isRecord(value) &&
          isHarmless(value) &&
          (most === '' || JSON.stringify(value).length <= maxCharacters),
        defaultMessage: () => `$property must be an object${most}, without any property called __proto__`,
      },
    }),
    ApiProperty({ type: 'object', additionalProperties: true }),
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * True if no property at any depth is called `__proto__`. The recursion is safe, because the depth of every body is
 * limited.
 */
export function isHarmless(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isHarmless);
}
