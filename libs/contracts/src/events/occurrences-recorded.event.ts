import { defineEvent } from '../define-event';

/** There is something that triggers may wait for; workers look by themselves too, only later. */
export const occurrencesRecorded = defineEvent<object>('occurrences-recorded');
