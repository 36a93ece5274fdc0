import { releaseOverride, type ReleaseOverrideJob } from '@app/contracts';
import { OverrideReleaseService } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Finds expired overrides, so that the sweep can queue their release. */
@SweepsRecords()
export class DueOverrides implements PendingRecords<ReleaseOverrideJob> {
  readonly job = releaseOverride;

  constructor(private readonly releases: OverrideReleaseService) {}

  findDue(limit: number): Promise<DueRecord<ReleaseOverrideJob>[]> {
    return this.releases.findDue(limit);
  }
}
