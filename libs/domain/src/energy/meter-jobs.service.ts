import {
  backfillMeter,
  type JobDefinition,
  type MeterJob,
  rebuildMeter,
  rebuildMeterDays,
  removeMeter,
} from '@app/contracts';
import type { MeterEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { type DueRecord, JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PlatformService } from '../platform/platform.service';
import {
  findMetersToBackfill,
  findMetersToRebuild,
  findMetersToRemove,
  findMetersWithOtherDays,
} from './areas.queries';

/**
 * A job that failed for good is tried anew after this while, for as long as its record says that it is due: the
 * queue holds the id of a finished job and would ignore the same one.
 */
const TRY_AGAIN_MS = 300_000;

type DueJobs = Promise<DueRecord<MeterJob>[]>;

/** The background work that there is for meters: their records say so, and say it until the work is done. */
@Injectable()
export class MeterJobsService {
  private readonly logger = new Logger(MeterJobsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobClient,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
  ) {}

  /** Queues what a change of the areas made due, at once. What cannot be queued now is swept up later. */
  async queueDue(): Promise<void> {
    try {
      await this.jobs.enqueueMany(rebuildMeter, await this.toRebuild(1000));
      await this.jobs.enqueueMany(backfillMeter, await this.toBackfill(1000));
      await this.jobs.enqueueMany(removeMeter, await this.toRemove(1000));
    } catch (error) {
      this.logger.warn({ err: error }, 'The work for changed meters waits for the next sweep');
    }
  }

  async toBackfill(limit: number): DueJobs {
    const meters = await findMetersToBackfill(this.dataSource.manager, limit);
    return this.dueJobs(backfillMeter, meters, ({ backfillTurn }) => backfillTurn);
  }

  async toRebuild(limit: number): DueJobs {
    const meters = await findMetersToRebuild(this.dataSource.manager, limit);
    return this.dueJobs(rebuildMeter, meters, ({ rebuildRequestedAt }) => rebuildRequestedAt?.getTime() ?? 0);
  }

  async toCutDaysAnew(limit: number): DueJobs {
    const zone = await this.platform.timezone();
    return this.dueJobs(
      rebuildMeterDays,
      await findMetersWithOtherDays(this.dataSource.manager, zone, limit),
      () => zone,
    );
  }

  async toRemove(limit: number): DueJobs {
    const meters = await findMetersToRemove(this.dataSource.manager, limit);
    return this.dueJobs(removeMeter, meters, ({ removedAt }) => removedAt?.getTime() ?? 0);
  }

  /** Ids that everyone who looks within one while makes alike, so that a job is queued once. */
  private dueJobs(
    job: JobDefinition<MeterJob>,
    meters: readonly MeterEntity[],
    stepOf: (meter: MeterEntity) => number | string,
  ): DueRecord<MeterJob>[] {
    const slot = Math.floor(this.clock.nowMs() / TRY_AGAIN_MS);
    return meters.map((meter) => ({
      payload: { meterId: meter.id },
      jobId: jobIdFor(job, meter.id, `${stepOf(meter)}-${slot}`),
    }));
  }
}
