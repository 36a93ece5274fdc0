import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';

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
