import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

/** The property is one of these values. If the values are not text, declare the property's type. */
export function OneOf(values: readonly (string | number)[]): PropertyDecorator {
  return applyDecorators(IsIn(values), ApiProperty({ enum: [...values] }));
}
