import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Computes a meter's sums anew from the readings kept, after its arithmetic changed. */
export const rebuildMeter = defineJob({ name: 'rebuild-meter', queue: 'metering', payload: MeterJob });
