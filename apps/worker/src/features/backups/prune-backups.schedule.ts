import { BackupRetentionService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Deletes old backups, and the temporary database of an interrupted verification. Runs at the start and every hour. */
@Injectable()
export class PruneBackupsSchedule {
  constructor(private readonly retention: BackupRetentionService) {}

  @UnderLease('prune-backups', '25 47 * * * *', { atStart: true })
  async prune(signal: AbortSignal): Promise<void> {
    await this.retention.prune(signal);
    await this.retention.removeTrialDatabase();
  }
}
