import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';

/** Keeps class-transformer from copying the value, which fails for an object with a property called `constructor`. */
export function AsSent(): PropertyDecorator {
  return applyDecorators(
    Type(() => Boolean),
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
  );
}
