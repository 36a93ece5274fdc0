import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsNumber, Max, Min } from 'class-validator';

export function IsWithin(minimum: number, maximum: number): PropertyDecorator {
  return applyDecorators(
    IsNumber(),
    Min(minimum),
    Max(maximum),
    ApiProperty({ type: Number, minimum, maximum }),
  );
}
