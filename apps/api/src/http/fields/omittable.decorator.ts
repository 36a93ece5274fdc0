import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** The property is optional. Unlike class-validator's `IsOptional`, this decorator does not allow null. */
export function Omittable(): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_target, value) => value !== undefined),
    ApiProperty({ required: false }),
  );
}

/** The property may be null. */
export function Nullable(): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_target, value) => value !== null),
    ApiProperty({ nullable: true }),
  );
}
