import { defineEvent } from '../define-event';

/** New occurrences may trigger workflows. Workers also poll for occurrences, so a lost event only causes a delay. */
export const occurrencesRecorded = defineEvent<object>('occurrences-recorded');
