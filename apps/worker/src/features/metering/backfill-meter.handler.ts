import { type MeterJob, backfillMeter } from '@app/contracts';
import { MeterHistoryService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

/** Each run fetches for a while and leaves the rest to the next sweep, so that many meters take turns. */
@HandlesJob(backfillMeter)
export class BackfillMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly history: MeterHistoryService) {}

  async run({ meterId }: MeterJob, { signal }: JobContext): Promise<void> {
    await this.history.backfill(meterId, signal);
  }
}
