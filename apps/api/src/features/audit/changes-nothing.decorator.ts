import { SetMetadata } from '@nestjs/common';

export const CHANGES_NOTHING = 'http:changes-nothing';

export type ChangesNothingWhen = (body: unknown) => boolean;

/**
 * Marks a POST route whose calls need no audit entry, because they change nothing.
 * @param when returns whether a request with this body changes nothing. By default, this is true for every request
 */
export function ChangesNothing(when: ChangesNothingWhen = () => true): MethodDecorator {
  return SetMetadata(CHANGES_NOTHING, when);
}
