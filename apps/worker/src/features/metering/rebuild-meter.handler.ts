import { type MeterJob, rebuildMeter } from '@app/contracts';
import { MeterUpkeepService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(rebuildMeter)
export class RebuildMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    await this.upkeep.rebuild(meterId, stopping);
  }
}
