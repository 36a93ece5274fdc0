import { type MeterJob, removeMeter } from '@app/contracts';
import { MeterJobsService, MeterUpkeepService } from '@app/domain';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';

@HandlesJob(removeMeter)
export class RemoveMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob, { signal }: JobContext): Promise<void> {
    await this.upkeep.remove(meterId, signal);
  }
}

@SweepsRecords()
export class MetersToRemove implements PendingRecords<MeterJob> {
  readonly job = removeMeter;

  constructor(private readonly meters: MeterJobsService) {}

  findDue(limit: number): Promise<DueRecord<MeterJob>[]> {
    return this.meters.toRemove(limit);
  }
}
