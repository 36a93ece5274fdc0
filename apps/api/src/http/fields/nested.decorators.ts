import { type Message, Rule } from '@app/kernel';
import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, isObject, IsObject, ValidateNested } from 'class-validator';

interface ListBounds {
  min?: number;
  /** By default, the length is not limited here, because other rules limit it. */
  max?: number;
}

/**
 * The property is an object of the class `dto`. `ValidateNested` alone accepts null, a list, and a missing value, so only
 * this file uses it.
 */
export function Nested(dto: Class): PropertyDecorator {
  return applyDecorators(
    IsObject(),
    ValidateNested(),
    Type(() => dto),
    ApiProperty({ type: dto }),
  );
}

/** The property is a list of objects of the class `dto`. */
export function NestedList(dto: Class, { min, max }: ListBounds = {}): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ...(min === undefined ? [] : [ArrayMinSize(min)]),
    ...(max === undefined ? [] : [ArrayMaxSize(max)]),
    // `ValidateNested` alone accepts lists in the list.
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(() => dto),
    ApiProperty({
      type: [dto],
      ...(min !== undefined && { minItems: min }),
      ...(max !== undefined && { maxItems: max }),
    }),
  );
}

interface ListRule {
  fits: (list: readonly unknown[]) => boolean;
  fault: Message;
}

/** The property is an object of the class `dto`, or a list of them that fits a rule. */
export function NestedOrList(dto: Class, { fits, fault }: ListRule): PropertyDecorator {
  return applyDecorators(
    Rule('nestedOrList', (value: unknown) => (Array.isArray(value) ? fits(value) : isObject(value)), fault),
    ValidateNested(),
    Type(() => dto),
  );
}
