import { SetMetadata } from '@nestjs/common';

const READS_OWN_BODY = Symbol('reads its own body');

/** The route reads the body of the request itself, when it has decided whether it wants it. */
export function ReadsOwnBody(): MethodDecorator {
  return SetMetadata(READS_OWN_BODY, true);
}

export function readsOwnBody(handler: object): boolean {
  return Reflect.getMetadata(READS_OWN_BODY, handler) === true;
}
