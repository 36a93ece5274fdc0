import { SetMetadata } from '@nestjs/common';

export const CHANGES_NOTHING = 'http:changes-nothing';

/** The route is called by POST, and yet changes nothing that would be worth a line on the audit log. */
export function ChangesNothing(): MethodDecorator {
  return SetMetadata(CHANGES_NOTHING, true);
}
