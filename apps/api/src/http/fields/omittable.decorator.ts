import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';

/** The property is optional. Unlike class-validator's `IsOptional`, this decorator does not allow null. */
export function Omittable(): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_target, value) => value !== undefined),
    ApiProperty({ required: false }),
  );
}

/** The property is optional, and null is read as absent. It must not have a default, which null would replace. */
export function NullIsAbsent(): PropertyDecorator {
  return applyDecorators(
    Omittable(),
    Transform(({ value }: { value: unknown }) => value ?? undefined),
    ApiProperty({ nullable: true }),
  );
}

/** The property may be null. */
export function Nullable(): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_target, value) => value !== null),
    ApiProperty({ nullable: true }),
  );
}
