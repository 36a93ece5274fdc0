import {
  backfillMeter,
  importReadings,
  type ImportReadingsJob,
  type MeterJob,
  rebuildMeter,
  rebuildMeterDays,
  removeMeter,
} from '@app/contracts';
import {
  LossFinderService,
  MeterHistoryService,
  MeterJobsService,
  MeterUpkeepService,
  PriceFetchesService,
  WeatherHistoryService,
  ReadingImportsService,
  ReadingImportWorkService,
} from '@app/domain';
import { linkedSignal, pause } from '@app/kernel';
import { type HeldLease, LeaseService, UnderLease } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler, sweepOf } from '@app/queue';
import { Injectable } from '@nestjs/common';

/** All attempts together take long enough for the lease of a killed worker to expire. */
const LEASE_ATTEMPTS = 8;
const LEASE_RETRY_MS = 1000;

/**
 * Fetches the history of a meter. Each job fetches for a limited time and leaves the rest to the next sweep, so that
 * other meters do not wait for long. As soon as no meter has history to fetch, the losses in it are found.
 */
@HandlesJob(backfillMeter)
export class BackfillMeterHandler implements JobHandler<MeterJob> {
  constructor(
    private readonly history: MeterHistoryService,
    private readonly meters: MeterJobsService,
    private readonly losses: LossFinderService,
    private readonly leases: LeaseService,
  ) {}

  /** Fetches under a lease per meter, because two concurrent jobs would fetch the same windows twice. */
  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    const lease = await this.acquire(`backfill-meter-${meterId}`, stopping);
    if (!lease) return;
    const linked = linkedSignal([stopping, lease.signal]);
    try {
      if (await this.history.backfill(meterId, linked.signal)) return;
    } finally {
      linked.release();
      await lease.release();
    }
    if ((await this.meters.toBackfill(1)).length > 0) return;
    await this.leases.tryRun('find-losses', (signal) => this.losses.find(signal));
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

/** Fetches prices that are due every minute, so that a person soon sees whether a new address works. */
@Injectable()
export class FetchPricesSchedule {
  constructor(private readonly prices: PriceFetchesService) {}

  @UnderLease('fetch-prices', '40 * * * * *')
  fetch(signal: AbortSignal): Promise<void> {
    return this.prices.fetchDue(signal);
  }
}

/** Fetches the temperatures of the weather provider. A place that has just been entered waits for at most a minute. */
@Injectable()
export class FetchTemperaturesSchedule {
  constructor(private readonly weather: WeatherHistoryService) {}

  @UnderLease('fetch-temperatures', '50 * * * * *')
  fetch(signal: AbortSignal): Promise<void> {
    return this.weather.fetchDue(signal);
  }
}

@HandlesJob(importReadings)
export class ImportReadingsHandler implements JobHandler<ImportReadingsJob> {
  constructor(private readonly imports: ReadingImportWorkService) {}

  async run({ importId }: ImportReadingsJob, { stopping }: JobContext): Promise<void> {
    await this.imports.work(importId, stopping);
  }
}

/** Deletes readings that are older than the retention period every night. */
@Injectable()
export class PruneReadingsSchedule {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  @UnderLease('prune-readings', '17 3 * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.upkeep.prune(signal);
  }
}

@HandlesJob(rebuildMeterDays)
export class RebuildMeterDaysHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob): Promise<void> {
    await this.upkeep.rebuildDays(meterId);
  }
}

@HandlesJob(rebuildMeter)
export class RebuildMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    await this.upkeep.rebuild(meterId, stopping);
  }
}

@HandlesJob(removeMeter)
export class RemoveMeterHandler implements JobHandler<MeterJob> {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  async run({ meterId }: MeterJob, { stopping }: JobContext): Promise<void> {
    await this.upkeep.remove(meterId, stopping);
  }
}

export const meteringProviders = [
  sweepOf(importReadings, ReadingImportsService, (imports, limit) => imports.toWork(limit)),
  sweepOf(backfillMeter, MeterJobsService, (meters, limit) => meters.toBackfill(limit)),
  sweepOf(rebuildMeter, MeterJobsService, (meters, limit) => meters.toRebuild(limit)),
  sweepOf(rebuildMeterDays, MeterJobsService, (meters, limit) => meters.toRebuildDays(limit)),
  sweepOf(removeMeter, MeterJobsService, (meters, limit) => meters.toRemove(limit)),
  BackfillMeterHandler,
  FetchPricesSchedule,
  FetchTemperaturesSchedule,
  ImportReadingsHandler,
  PruneReadingsSchedule,
  RebuildMeterDaysHandler,
  RebuildMeterHandler,
  RemoveMeterHandler,
];
