import { type MeterJob, removeMeter } from '@app/contracts';
import { MeterUpkeepService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(removeMeter)
export class RemoveMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    await this.upkeep.remove(meterId, stopping);
  }
}
