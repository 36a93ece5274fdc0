import { SetMetadata } from '@nestjs/common';

export const CHANGES_NOTHING = 'http:changes-nothing';

export type ChangesNothingWhen = (body: unknown) => boolean;

/**
 * Marks a POST route whose calls need no audit entry, because they change nothing.
 * @param when for a route that changes nothing with some bodies only
 */
export function ChangesNothing(when: ChangesNothingWhen = () => true): MethodDecorator {
  return SetMetadata(CHANGES_NOTHING, when);
}
