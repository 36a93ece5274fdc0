import { type MeterJob, rebuildMeterDays } from '@app/contracts';
import { MeterUpkeepService } from '@app/domain';
import { HandlesJob, type JobHandler } from '@app/queue';

@HandlesJob(rebuildMeterDays)
export class RebuildMeterDaysHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob): Promise<void> {
    await this.upkeep.rebuildDays(meterId);
  }
}
