import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Removes a meter that no area has any more, with its readings and sums. */
export const removeMeter = defineJob({ name: 'remove-meter', queue: 'metering', payload: MeterJob });
