import { defineEvent } from '../define-event';

/** An account was removed or has another role: what was allowed before may no longer be. */
export const accountChanged = defineEvent<{ userId: number }>('account-changed');
