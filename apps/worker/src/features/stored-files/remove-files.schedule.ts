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
