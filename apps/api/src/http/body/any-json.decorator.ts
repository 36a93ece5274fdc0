import { ApiProperty } from '@nestjs/swagger';

const KINDS = [
  { type: 'object', additionalProperties: true },
  { type: 'array', items: {} },
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
];

/** A field of an answer that may contain any JSON value. */
export function AnyJson(): PropertyDecorator {
  return ApiProperty({ anyOf: KINDS, nullable: true });
}
