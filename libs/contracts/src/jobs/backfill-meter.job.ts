import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Fetches the next window of a meter's older history from the gateway. */
export const backfillMeter = defineJob({ name: 'backfill-meter', queue: 'metering', payload: MeterJob });
