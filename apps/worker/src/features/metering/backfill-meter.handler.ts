import { type MeterJob, backfillMeter } from '@app/contracts';
import { MeterJobsService, MeterHistoryService } from '@app/domain';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';

/** Each run fetches for a while and leaves the rest to the next sweep, so that many meters take turns. */
@HandlesJob(backfillMeter)
export class BackfillMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly history: MeterHistoryService) {}

  async run({ meterId }: MeterJob, { signal }: JobContext): Promise<void> {
    await this.history.backfill(meterId, signal);
  }
}

@SweepsRecords()
export class MetersToBackfill implements PendingRecords<MeterJob> {
  readonly job = backfillMeter;

  constructor(private readonly meters: MeterJobsService) {}

  findDue(limit: number): Promise<DueRecord<MeterJob>[]> {
    return this.meters.toBackfill(limit);
  }
}
