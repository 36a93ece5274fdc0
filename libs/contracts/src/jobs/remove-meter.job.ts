import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Deletes a meter that belongs to no area, with its readings and rollups. */
export const removeMeter = defineJob({ name: 'remove-meter', queue: 'metering', payload: MeterJob });
