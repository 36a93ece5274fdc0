import { type MeterJob, rebuildMeter } from '@app/contracts';
import { MeterJobsService, MeterUpkeepService } from '@app/domain';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';

@HandlesJob(rebuildMeter)
export class RebuildMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob, { signal }: JobContext): Promise<void> {
    await this.upkeep.rebuild(meterId, signal);
  }
}

@SweepsRecords()
export class MetersToRebuild implements PendingRecords<MeterJob> {
  readonly job = rebuildMeter;

  constructor(private readonly meters: MeterJobsService) {}

  findDue(limit: number): Promise<DueRecord<MeterJob>[]> {
    return this.meters.toRebuild(limit);
  }
}
