import {
  backfillMeter,
  importReadings,
  type ImportReadingsJob,
  type JobDefinition,
  type MeterJob,
  rebuildMeter,
  rebuildMeterDays,
  removeMeter,
} from '@app/contracts';
import {
  EnergyModule,
  ImportsModule,
  IngestionModule,
  MeterHistoryService,
  MeterJobsService,
  MeterUpkeepService,
  ReadingImportsService,
  ReadingImportWorkService,
} from '@app/domain';
import { linkedSignal, pause } from '@app/kernel';
import { type HeldLease, LeaseModule, LeaseService, UnderLease } from '@app/leases';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';
import { Injectable, Module } from '@nestjs/common';

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

@SweepsRecords()
export class DueImports implements PendingRecords<ImportReadingsJob> {
  readonly job = importReadings;

  constructor(private readonly imports: ReadingImportsService) {}

  findDue(limit: number): Promise<DueRecord<ImportReadingsJob>[]> {
    return this.imports.toWork(limit);
  }
}

type FindDue = (meters: MeterJobsService, limit: number) => Promise<DueRecord<MeterJob>[]>;

/** Finds the meters for which one kind of job is due, so that the sweep can queue these jobs. */
function dueMeters(job: JobDefinition<MeterJob>, find: FindDue) {
  @SweepsRecords()
  class DueMeters implements PendingRecords<MeterJob> {
    readonly job = job;

    constructor(private readonly meters: MeterJobsService) {}

    findDue(limit: number): Promise<DueRecord<MeterJob>[]> {
      return find(this.meters, limit);
    }
  }
  return DueMeters;
}

export const meterSweeps = [
  dueMeters(backfillMeter, (meters, limit) => meters.toBackfill(limit)),
  dueMeters(rebuildMeter, (meters, limit) => meters.toRebuild(limit)),
  dueMeters(rebuildMeterDays, (meters, limit) => meters.toCutDaysAnew(limit)),
  dueMeters(removeMeter, (meters, limit) => meters.toRemove(limit)),
];

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

@Module({
  imports: [EnergyModule, ImportsModule, IngestionModule, LeaseModule],
  providers: [
    ...meterSweeps,
    BackfillMeterHandler,
    DueImports,
    ImportReadingsHandler,
    PruneReadingsSchedule,
    RebuildMeterDaysHandler,
    RebuildMeterHandler,
    RemoveMeterHandler,
  ],
})
export class MeteringModule {}
