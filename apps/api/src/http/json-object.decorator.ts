import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/**
 * Any JSON object, kept as it was sent. A property called `__proto__` is refused wherever it stands, for what copies the
 * object later may take it for more than a name.
 */
export function IsJsonObject(): PropertyDecorator {
  return applyDecorators(
    // Keeps class-transformer from making a copy, which stumbles over what is called `constructor`.
    Type(() => Boolean),
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
    ValidateBy({
      name: 'isJsonObject',
      validator: {
        validate: (value) => isRecord(value) && isHarmless(value),
        defaultMessage: () => '$property must be an object, without any property called __proto__',
      },
    }),
    ApiProperty({ type: 'object', additionalProperties: true }),
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Its depth is bounded, as that of every body is. */
function isHarmless(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isHarmless);
}
