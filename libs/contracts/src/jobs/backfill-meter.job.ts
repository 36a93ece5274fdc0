import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Fetches the next stretch of a meter's older history from the gateway. */
export const backfillMeter = defineJob({ name: 'backfill-meter', queue: 'metering', payload: MeterJob });
