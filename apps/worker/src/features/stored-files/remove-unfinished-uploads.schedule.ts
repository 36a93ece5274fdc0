import { StoredFilesService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Removes the data of interrupted uploads from the file store. Runs at the start and every hour. */
@Injectable()
export class RemoveUnfinishedUploadsSchedule {
  constructor(private readonly files: StoredFilesService) {}

  @UnderLease('remove-unfinished-uploads', '50 7 * * * *', { atStart: true })
  remove(_signal: AbortSignal): Promise<void> {
    return this.files.removeUnfinished();
  }
}
