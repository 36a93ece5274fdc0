import { SetMetadata } from '@nestjs/common';

const READS_OWN_BODY = Symbol('reads its own body');

/** Marks a route that reads the request's body itself, for example after a check that needs no body. */
export function ReadsOwnBody(): MethodDecorator {
  return SetMetadata(READS_OWN_BODY, true);
}

export function readsOwnBody(handler: object): boolean {
  return Reflect.getMetadata(READS_OWN_BODY, handler) === true;
}
