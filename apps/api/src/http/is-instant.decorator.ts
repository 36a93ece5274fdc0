import { isInstantText } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

/**
 * An ISO 8601 instant in a query or body. It stays text, for what it means without an offset depends on the
 * platform's time zone: services read it with `parseInstant`.
 */
export function IsInstant(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isInstant',
      validator: {
        validate: isInstantText,
        defaultMessage: (where) =>
          `${where?.property} must be an ISO 8601 instant or date, such as 2026-03-29T08:00:00Z`,
      },
    }),
    ApiProperty({ type: String, format: 'date-time', example: '2026-03-29T08:00:00Z' }),
  );
}
