import { defineEvent } from '../define-event';

/** An API key was deleted. */
export const apiKeyRevoked = defineEvent<{ apiKeyId: number }>('api-key-revoked');
