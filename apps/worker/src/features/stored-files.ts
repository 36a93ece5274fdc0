import { StoredFilesService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Repeats file removals that failed or were interrupted. Runs at the start and every minute. */
@Injectable()
export class RemoveFilesSchedule {
  constructor(private readonly files: StoredFilesService) {}

  @UnderLease('remove-files', '20 * * * * *', { atStart: true })
  remove(signal: AbortSignal): Promise<void> {
    return this.files.removeDue(signal);
  }
}

/** Removes the data of interrupted uploads from the file store. Runs at the start and every hour. */
@Injectable()
export class RemoveUnfinishedUploadsSchedule {
  constructor(private readonly files: StoredFilesService) {}

  @UnderLease('remove-unfinished-uploads', '50 7 * * * *', { atStart: true })
  remove(_signal: AbortSignal): Promise<void> {
    return this.files.removeUnfinished();
  }
}

export const storedFilesProviders = [RemoveFilesSchedule, RemoveUnfinishedUploadsSchedule];
