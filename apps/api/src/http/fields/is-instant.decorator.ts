import { isInstantText, Rule, say } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** A date, or a date and time, with or without an offset. The JSON Schema format `date-time` accepts less. */
const WRITTEN = String.raw`^\d{4}-\d\d-\d\d([Tt]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)?)?$`;

/**
 * An ISO 8601 instant in a query or body. The value remains text, because an instant without an offset depends on the
 * platform time zone. Services parse it with `parseInstant`.
 */
export function IsInstant(): PropertyDecorator {
  return applyDecorators(
    Rule('isInstant', isInstantText, say('not_instant')),
    ApiProperty({ type: String, pattern: WRITTEN, example: '2026-03-29T08:00:00Z' }),
  );
}

/** Documents a property of an answer as an instant: ISO 8601 in UTC with milliseconds. */
export function InstantProperty(): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date-time' });
}
