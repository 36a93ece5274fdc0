import type { Environment } from '@app/config';
import { SetMetadata } from '@nestjs/common';

type LimitOf = (environment: Environment) => number;

const BODY_LIMIT = Symbol('body limit');

/** Sets the maximum size of the route's JSON body in bytes. */
export function BodyLimit(bytesOf: LimitOf): MethodDecorator {
  return SetMetadata(BODY_LIMIT, bytesOf);
}

export function bodyLimitOf(handler: object): LimitOf | undefined {
  return Reflect.getMetadata(BODY_LIMIT, handler) as LimitOf | undefined;
}
