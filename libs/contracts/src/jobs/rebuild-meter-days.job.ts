import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Cuts a meter's days anew, after the platform's time zone changed. */
export const rebuildMeterDays = defineJob({
  name: 'rebuild-meter-days',
  queue: 'metering',
  payload: MeterJob,
});
