import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const OPEN_ROUTE = 'open route';

/** The route requires no bearer token. */
export function OpenRoute(): CustomDecorator {
  return SetMetadata(OPEN_ROUTE, true);
}
