import { defineEvent } from '../define-event';

/** The stored statistics of faults were computed again. */
export const faultStatsRefreshed = defineEvent<object>('fault-stats-refreshed');
