import { Rule, say } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { AsSent } from './as-sent.decorator';

/**
 * Any JSON object, stored unchanged. A property named `__proto__` is refused at any depth, because a later copy of the
 * object could set its prototype.
 * @param maxCharacters maximum length as JSON; by default only the size of the body is limited
 */
export function IsJsonObject({ maxCharacters = Infinity } = {}): PropertyDecorator {
  const isLimited = maxCharacters !== Infinity;
  return applyDecorators(
    AsSent(),
    Rule(
      'isJsonObject',
      (value) =>
        isRecord(value) && isHarmless(value) && (!isLimited || JSON.stringify(value).length <= maxCharacters),
      isLimited ? say('not_short_object', { most: maxCharacters }) : say('not_json_object'),
    ),
    ApiProperty({ type: 'object', additionalProperties: true }),
  );
}

/** At most so many JSON objects, each like `IsJsonObject`. */
export function AreJsonObjects({ most }: { most: number }): PropertyDecorator {
  return applyDecorators(
    AsSent(),
    IsArray(),
    ArrayMaxSize(most),
    Rule('isJsonObject', (value) => isRecord(value) && isHarmless(value), say('not_json_object'), {
      each: true,
    }),
    ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: most }),
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
