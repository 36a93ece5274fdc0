import { MAX_RECORD_ID } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Max, Min } from 'class-validator';

export const RECORD_ID_SCHEMA = { type: 'integer', minimum: 1, maximum: MAX_RECORD_ID } as const;

/** Accepts the same UUIDs as `isUuid` of the kernel. The service itself creates UUIDv7. */
export const UUID_SCHEMA = {
  type: 'string',
  format: 'uuid',
  minLength: 36,
  maxLength: 36,
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
} as const;

/** The property is a record id, such as that of a user or an area. */
export function RecordId(): PropertyDecorator {
  return applyDecorators(IsInt(), Min(1), Max(MAX_RECORD_ID), ApiProperty(RECORD_ID_SCHEMA));
}

/** The property is a list of at most `max` distinct record ids. */
export function RecordIds({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(max),
    ArrayUnique(),
    IsInt({ each: true }),
    Min(1, { each: true }),
    Max(MAX_RECORD_ID, { each: true }),
    ApiProperty({ type: 'array', items: RECORD_ID_SCHEMA, maxItems: max, uniqueItems: true }),
  );
}

/** Documents a property as a UUID, such as the id of a workflow, or as a list of UUIDs. */
export function UuidProperty({ isArray = false } = {}): PropertyDecorator {
  return isArray ? ApiProperty({ type: 'array', items: UUID_SCHEMA }) : ApiProperty(UUID_SCHEMA);
}

interface Range {
  minimum?: number;
  maximum?: number;
}

/** Documents a property as a whole number. */
export function IntegerProperty({ minimum = 0, maximum }: Range = {}): PropertyDecorator {
  return ApiProperty({ type: 'integer', minimum, ...(maximum !== undefined && { maximum }) });
}

/** Documents a property as a fraction from 0 to 1. */
export function ShareProperty(): PropertyDecorator {
  return ApiProperty({ type: 'number', minimum: 0, maximum: 1 });
}
