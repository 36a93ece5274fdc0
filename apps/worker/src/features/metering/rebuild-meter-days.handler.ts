import { type MeterJob, rebuildMeterDays } from '@app/contracts';
import { MeterJobsService, MeterUpkeepService } from '@app/domain';
import { type DueRecord, HandlesJob, type JobHandler, type PendingRecords, SweepsRecords } from '@app/queue';

@HandlesJob(rebuildMeterDays)
export class RebuildMeterDaysHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob): Promise<void> {
    await this.upkeep.rebuildDays(meterId);
  }
}

@SweepsRecords()
export class MetersToCutDaysAnew implements PendingRecords<MeterJob> {
  readonly job = rebuildMeterDays;

  constructor(private readonly meters: MeterJobsService) {}

  findDue(limit: number): Promise<DueRecord<MeterJob>[]> {
    return this.meters.toCutDaysAnew(limit);
  }
}
