import { AsBoolean, AsList, AsNumber } from '@app/config';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
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

interface Range {
  min?: number;
  max?: number;
}

/** A whole number of a query; where it may be missing, give the property a default or `@Omittable()`. */
export function QueryInteger({ min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {}): PropertyDecorator {
  return applyDecorators(
    AsNumber(),
    IsInt(),
    Min(min),
    Max(max),
    ApiProperty({ type: 'integer', minimum: min, maximum: max }),
  );
}

/** Any finite number of a query. */
export function QueryNumber(): PropertyDecorator {
  return applyDecorators(AsNumber(), IsNumber(), ApiProperty({ type: Number }));
}

/** `true` or `false` in a query, and nothing else. */
export function QueryBoolean(): PropertyDecorator {
  return applyDecorators(AsBoolean(), IsBoolean(), ApiProperty({ type: Boolean }));
}

/** Words of a query, separated by commas. */
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
