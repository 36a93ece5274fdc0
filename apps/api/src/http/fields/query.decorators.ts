import { AsBoolean, AsList, AsNumber } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { RecordId } from './id-properties.decorator';

interface Range {
  min?: number;
  max?: number;
}

/** An integer in a query. If it is optional, give the property a default or `@Omittable()`. */
export function QueryInteger({ min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {}): PropertyDecorator {
  return applyDecorators(
    AsNumber(),
    IsInt(),
    Min(min),
    Max(max),
    ApiProperty({ type: 'integer', minimum: min, maximum: max }),
  );
}

export function QueryRecordId(): PropertyDecorator {
  return applyDecorators(AsNumber(), RecordId());
}

/** Any finite number in a query. */
export function QueryNumber(): PropertyDecorator {
  return applyDecorators(AsNumber(), IsNumber(), ApiProperty({ type: Number }));
}

/** `true` or `false` in a query; other values are refused. */
export function QueryBoolean(): PropertyDecorator {
  return applyDecorators(AsBoolean(), IsBoolean(), ApiProperty({ type: Boolean }));
}

/** A list of at most 100 texts in a query. The parameter is repeated for each text, because a text may contain commas. */
export function QueryTexts(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value)),
    IsArray(),
    ArrayMaxSize(100),
    IsString({ each: true }),
    MaxLength(255, { each: true }),
    ApiProperty({ type: 'array', items: { type: 'string', maxLength: 255 }, maxItems: 100 }),
  );
}

/** A comma-separated list of words in a query. */
export function QueryList({ max = 100 }: Pick<Range, 'max'> = {}): PropertyDecorator {
  return applyDecorators(
    AsList(),
    IsArray(),
    ArrayMaxSize(max),
    IsString({ each: true }),
    MaxLength(200, { each: true }),
    ApiProperty({ type: String, example: 'one,another' }),
  );
}
