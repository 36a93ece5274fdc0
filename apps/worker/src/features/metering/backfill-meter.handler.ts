import { setTimeout as delay } from 'node:timers/promises';
import { type MeterJob, backfillMeter } from '@app/contracts';
import { MeterHistoryService } from '@app/domain';
import { type HeldLease, LeaseService } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

/** Together longer than the lease of a killed worker lasts. */
const LEASE_ATTEMPTS = 8;
const LEASE_RETRY_MS = 1000;

/** Each run fetches for a while and leaves the rest to the next sweep, so that many meters take turns. */
@HandlesJob(backfillMeter)
export class BackfillMeterHandler implements JobHandler<MeterJob> {
  constructor(
    private readonly history: MeterHistoryService,
    private readonly leases: LeaseService,
  ) {}

  /** Runs under a lease per meter, because two runs would fetch the same windows twice. */
  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    const lease = await this.acquire(`backfill-meter-${meterId}`, stopping);
    if (!lease) return;
    try {
      await this.history.backfill(meterId, AbortSignal.any([stopping, lease.signal]));
    } finally {
      await lease.release();
    }
  }

  private async acquire(name: string, signal: AbortSignal): Promise<HeldLease | null> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      const lease = await this.leases.tryAcquire(name);
      if (lease || attempt >= LEASE_ATTEMPTS) return lease;
      await delay(LEASE_RETRY_MS);
    }
    return null;
  }
}
