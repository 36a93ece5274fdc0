import { type MeterJob, backfillMeter } from '@app/contracts';
import { MeterHistoryService } from '@app/domain';
import { linkedSignal, pause } from '@app/kernel';
import { type HeldLease, LeaseService } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

/** All attempts together take long enough for the lease of a killed worker to expire. */
const LEASE_ATTEMPTS = 8;
const LEASE_RETRY_MS = 1000;

/**
 * Fetches the history of a meter. Each job fetches for a limited time and leaves the rest to the next sweep, so that
 * other meters do not wait for long.
 */
@HandlesJob(backfillMeter)
export class BackfillMeterHandler implements JobHandler<MeterJob> {
  constructor(
    private readonly history: MeterHistoryService,
    private readonly leases: LeaseService,
  ) {}

  /** Fetches under a lease per meter, because two concurrent jobs would fetch the same windows twice. */
  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    const lease = await this.acquire(`backfill-meter-${meterId}`, stopping);
    if (!lease) return;
    const linked = linkedSignal([stopping, lease.signal]);
    try {
      await this.history.backfill(meterId, linked.signal);
    } finally {
      linked.release();
      await lease.release();
    }
  }

  private async acquire(name: string, signal: AbortSignal): Promise<HeldLease | null> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      const lease = await this.leases.tryAcquire(name);
      if (lease || attempt >= LEASE_ATTEMPTS) return lease;
      await pause(LEASE_RETRY_MS, signal);
    }
    return null;
  }
}
