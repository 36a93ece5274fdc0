import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

export class ReleaseOverrideJob {
  @IsUUID() overrideId: string;
}

/** Releases an expired override of a point. The override's row shows whether it is due. */
export const releaseOverride = defineJob({
  name: 'release-override',
  queue: 'building',
  payload: ReleaseOverrideJob,
  forgetWhenDone: true,
});
