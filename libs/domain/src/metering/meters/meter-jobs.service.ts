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
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import {
  findMetersToBackfill,
  findMetersToRebuild,
  findMetersToRemove,
  findMetersWithOtherDays,
} from './meters.queries';

/**
 * A failed job is retried after this time if its record is still due. The queue keeps the id of a finished job and
 * ignores new jobs with the same id until then.
 */
const TRY_AGAIN_MS = 300_000;

type DueJobs = Promise<DueRecord<MeterJob>[]>;

/** Finds the background work of meters. A record stays due until its work is done. */
@Injectable()
export class MeterJobsService {
  private readonly logger = new Logger(MeterJobsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobClient,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * Enqueues the work that is due after a change of the areas, without waiting for the sweep. If the queue fails, the
   * sweep enqueues the work.
   */
  async queueDue(): Promise<void> {
    try {
      await this.jobs.enqueueMany(rebuildMeter, await this.toRebuild(1000));
      await this.jobs.enqueueMany(backfillMeter, await this.toBackfill(1000));
      await this.jobs.enqueueMany(removeMeter, await this.toRemove(1000));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'The work for changed meters could not be queued and waits for the next sweep',
      );
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

  async toRebuildDays(limit: number): DueJobs {
    const zone = await this.configuration.timezone();
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

  /** The same work gets the same job id in all processes within one period, so that the work is queued once. */
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
