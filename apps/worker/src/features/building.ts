import { releaseOverride, type ReleaseOverrideJob } from '@app/contracts';
import {
  LightingChangesService,
  OverrideReleaseService,
  PointRevertsService,
  PointWriteRetentionService,
  PointWritesService,
} from '@app/domain';
import { LeaseService, UnderLease } from '@app/leases';
import { HandlesJob, type JobHandler, sweepOf } from '@app/queue';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Publishes changes of lights. Only the worker that holds the lease does this. */
@Injectable()
export class LightingUpdatesRunner implements OnApplicationBootstrap {
  constructor(
    private readonly leases: LeaseService,
    private readonly changes: LightingChangesService,
  ) {}

  onApplicationBootstrap(): void {
    void this.leases.hold('lighting-updates', (_lease, signal) => this.changes.follow(signal));
  }
}

/** Deletes the records of old writes every night. */
@Injectable()
export class PruneWritesSchedule {
  constructor(private readonly retention: PointWriteRetentionService) {}

  @UnderLease('prune-point-writes', '0 37 3 * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}

@HandlesJob(releaseOverride)
export class ReleaseOverrideHandler implements JobHandler<ReleaseOverrideJob> {
  constructor(private readonly releases: OverrideReleaseService) {}

  run({ overrideId }: ReleaseOverrideJob): Promise<void> {
    return this.releases.releaseDue(overrideId);
  }
}

/** Reverts values of points that workflows have set for a limited time. Runs at the start and every five seconds. */
@Injectable()
export class RevertPointsSchedule {
  constructor(private readonly reverts: PointRevertsService) {}

  @UnderLease('revert-points', '*/5 * * * * *', { atStart: true })
  revert(signal: AbortSignal): Promise<void> {
    return this.reverts.revertDue(signal);
  }
}

/** Marks writes as `unknown` if their process died before it stored the result. Runs at the start and every minute. */
@Injectable()
export class SettleWritesSchedule {
  constructor(private readonly writes: PointWritesService) {}

  @UnderLease('settle-point-writes', '20 * * * * *', { atStart: true })
  settle(signal: AbortSignal): Promise<void> {
    return this.writes.settleAbandoned(signal);
  }
}

export const buildingProviders = [
  sweepOf(releaseOverride, OverrideReleaseService, (releases, limit) => releases.findDue(limit)),
  LightingUpdatesRunner,
  PruneWritesSchedule,
  ReleaseOverrideHandler,
  RevertPointsSchedule,
  SettleWritesSchedule,
];
