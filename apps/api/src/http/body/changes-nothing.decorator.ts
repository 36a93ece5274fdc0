import { SetMetadata } from '@nestjs/common';

const CHANGES_NOTHING = Symbol('changes nothing');
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

type ChangesNothingWhen = (body: unknown) => boolean;

/**
 * Marks a POST route whose calls change nothing. They need no audit entry, and a late answer is 503.
 * @param when returns whether a request with this body changes nothing. By default, this is true for every request
 */
export function ChangesNothing(when: ChangesNothingWhen = () => true): MethodDecorator {
  return SetMetadata(CHANGES_NOTHING, when);
}

/** Returns whether a request of a route may change something. */
export function mayChange(handler: object, { method, body }: { method: string; body?: unknown }): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const changesNothing = Reflect.getMetadata(CHANGES_NOTHING, handler) as ChangesNothingWhen | undefined;
  return !changesNothing?.(body);
}
