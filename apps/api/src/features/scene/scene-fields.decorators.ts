import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsNotEmptyObject, IsString, Matches, ValidateNested } from 'class-validator';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** An id that the client chooses. It can be used as a path segment. */
export function SceneId(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(ID, {
      message:
        '$property must have 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit',
    }),
    ApiProperty({ type: String, pattern: ID.source, maxLength: 64 }),
  );
}

/** An object of a class. */
export function Nested(dto: Class): PropertyDecorator {
  return applyDecorators(
    IsNotEmptyObject({ nullable: true }),
    ValidateNested(),
    Type(() => dto),
    ApiProperty({ type: dto }),
  );
}

/** A list of at most `max` objects of a class. */
export function NestedList(dto: Class, { max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(max),
    ValidateNested({ each: true }),
    Type(() => dto),
    ApiProperty({ type: [dto], maxItems: max }),
  );
}
