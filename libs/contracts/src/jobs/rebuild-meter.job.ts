import { defineJob } from '../define-job';
import { MeterJob } from './meter-job.payload';

/** Recomputes a meter's rollups from its stored readings after its settings changed. */
export const rebuildMeter = defineJob({ name: 'rebuild-meter', queue: 'metering', payload: MeterJob });
