import {
  backfillMeter,
  type JobDefinition,
  type MeterJob,
  rebuildMeter,
  rebuildMeterDays,
  removeMeter,
} from '@app/contracts';
import { MeterJobsService } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

type FindDue = (meters: MeterJobsService, limit: number) => Promise<DueRecord<MeterJob>[]>;

/** Finds the meters for which one kind of job is due, so that the sweep can queue these jobs. */
function dueMeters(job: JobDefinition<MeterJob>, find: FindDue) {
  @SweepsRecords()
  class DueMeters implements PendingRecords<MeterJob> {
    readonly job = job;

    constructor(private readonly meters: MeterJobsService) {}

    findDue(limit: number): Promise<DueRecord<MeterJob>[]> {
      return find(this.meters, limit);
    }
  }
  return DueMeters;
}

export const meterSweeps = [
  dueMeters(backfillMeter, (meters, limit) => meters.toBackfill(limit)),
  dueMeters(rebuildMeter, (meters, limit) => meters.toRebuild(limit)),
  dueMeters(rebuildMeterDays, (meters, limit) => meters.toCutDaysAnew(limit)),
  dueMeters(removeMeter, (meters, limit) => meters.toRemove(limit)),
];
