import { defineEvent } from '../define-event';

/** New occurrences may trigger workflows. Workers also poll for them, so a lost event only costs time. */
export const occurrencesRecorded = defineEvent<object>('occurrences-recorded');
