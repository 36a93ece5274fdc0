import { defineEvent } from '../define-event';

/** An account was removed or its role was changed, so the account may have lost permissions. */
export const accountChanged = defineEvent<{ userId: number }>('account-changed');
