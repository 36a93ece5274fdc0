import { BackupFileError, BackupRefusal } from '@app/backups';
import type { BackupEntity } from '@app/entities';
import { Actor, Clock, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Attempt, ClaimedWork, domainMessage } from '../claimed-work/claimed-work';
import type { Claimed } from '../claimed-work/work-claims';
import { FilesService } from '../files/files.service';
import { BackupClaims, type BackupFacts } from './backup-claims';
import { BackupRetentionService } from './backup-retention.service';
import { BackupVerification, VerificationFailed, type Verified } from './backup-verification';
import { BackupWriter } from './backup-writer';

const NOT_RESTORED = say('only_checksums_verified');
const ACTOR = Actor.system('backups');

/**
 * Writes and verifies backups. An interrupted backup begins again. The repeat cannot create a second file: the backup's
 * id is stored as the file's unique `origin`.
 */
@Injectable()
export class BackupWorkService {
  private readonly backups: ClaimedWork<BackupEntity, BackupFacts>;

  constructor(
    private readonly claims: BackupClaims,
    private readonly writer: BackupWriter,
    private readonly verification: BackupVerification,
    private readonly files: FilesService,
    private readonly retention: BackupRetentionService,
    private readonly clock: Clock,
  ) {
    this.backups = new ClaimedWork({
      name: say('the_backup'),
      atOnce: 1,
      claims,
      work: (row, attempt) => this.attempt(row, attempt),
      succeed: (row, facts) => claims.succeed(row, facts),
      explain,
    });
  }

  /**
   * Writes a backup if it is due, and then deletes old backups. If it fails, the error is stored and the backup is
   * repeated later.
   */
  async run(id: string, signal: AbortSignal): Promise<void> {
    await this.backups.run(id, signal);
    if (!signal.aborted) await this.retention.prune(signal);
  }

  private async attempt(row: Claimed<BackupEntity>, attempt: Attempt): Promise<BackupFacts> {
    const file = await this.writer.write(row, attempt);
    const written = {
      fileId: file.id,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      encrypted: this.writer.isEncrypting,
    };
    await this.claims.store(row, Object.assign(row, written));
    try {
      return this.factsOf(await this.verification.verify(file, attempt));
    } catch (error) {
      if (error instanceof BackupFileError && !attempt.signal.aborted) await this.discard(row, file.id);
      throw error;
    }
  }

  /** Removes a damaged file, so that the next attempt writes a new one. */
  private async discard(row: Claimed<BackupEntity>, fileId: string): Promise<void> {
    const nothing = { fileId: null, sizeBytes: null, sha256: null, encrypted: null };
    if (await this.claims.store(row, Object.assign(row, nothing))) await this.files.remove(ACTOR, fileId);
  }

  private factsOf({ content: { totals }, isRestored }: Verified): BackupFacts {
    const tables = Object.values(totals.tables);
    return {
      tables: tables.length,
      rowCount: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: totals.files.count,
      missingFiles: totals.files.missing,
      verifiedAt: isRestored ? this.clock.now() : null,
      error: isRestored ? null : NOT_RESTORED,
    };
  }
}

function explain(error: unknown): Message | null {
  if (error instanceof VerificationFailed) return say('backup_unverified');
  const isExplained = error instanceof BackupFileError || error instanceof BackupRefusal;
  return isExplained ? say('other', { reason: error.message }) : domainMessage(error);
}
