import { releaseOverride, type ReleaseOverrideJob } from '@app/contracts';
import { OverrideReleaseService } from '@app/domain';
import { HandlesJob, type JobHandler } from '@app/queue';

@HandlesJob(releaseOverride)
export class ReleaseOverrideHandler implements JobHandler<ReleaseOverrideJob> {
  constructor(private readonly releases: OverrideReleaseService) {}

  run({ overrideId }: ReleaseOverrideJob): Promise<void> {
    return this.releases.releaseDue(overrideId);
  }
}
