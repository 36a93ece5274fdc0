import { defineEvent } from '../define-event';

/** The statistics of faults changed. */
export const faultCountsChanged = defineEvent<object>('fault-counts-changed');
