import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Recomputes a meter's days after the platform's time zone changed. */
export const rebuildMeterDays = defineJob({
  name: 'rebuild-meter-days',
  queue: 'metering',
  payload: MeterJob,
});
