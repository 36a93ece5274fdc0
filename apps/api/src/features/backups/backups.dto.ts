import type { Backup, BackupInput } from '@app/domain';
import { WORK_STATUSES, type WorkStatus } from '@app/entities';
import { IsBoolean } from 'class-validator';
import { IntegerProperty, ShareProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** A request for a backup. */
export class BackupInputDto implements BackupInput {
  /** Whether the backup contains the stored files. By default as in the schedule. */
  @Omittable() @IsBoolean() includeFiles?: boolean;
}

/** The backup that was started. */
export class BackupStartedDto {
  /** Id of the backup. */
  @UuidProperty() id: string;
}

/** A backup. The facts about its content are null until they are known. */
export class BackupDto {
  /** Id of the backup. */
  @UuidProperty() id: string;
  /** `queued` until an attempt begins, and while a failed attempt waits for its repetition. */
  @OneOf(WORK_STATUSES) status: WorkStatus;
  /** Share of the work that is done, from 0 to 1. Verification is the larger part. It is stored about once a second. */
  @ShareProperty() progress: number;
  /** True if the schedule started the backup, false if a person did. */
  scheduled: boolean;
  /** The username of the person who started the backup, or `schedule`. */
  createdBy: string;
  /** When the backup was requested. */
  @InstantProperty() createdAt: string;
  /** When the backup was completed or failed; null until then. */
  @Nullable() @InstantProperty() finishedAt: string | null;
  /** Size of the file in bytes. */
  @Nullable() @IntegerProperty() size: number | null;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string | null;
  /** Number of tables in the backup. */
  @Nullable() @IntegerProperty() tables: number | null;
  /** Number of rows in all tables. */
  @Nullable() @IntegerProperty() rows: number | null;
  /** Whether the backup contains the stored files. */
  includesFiles: boolean;
  /** Number of stored files in the backup. */
  @Nullable() @IntegerProperty() files: number | null;
  /** Number of stored files that the file store did not have. */
  @Nullable() @IntegerProperty() missingFiles: number | null;
  /** Whether the file is encrypted with `BACKUP_PASSPHRASE`. */
  encrypted: boolean | null;
  /**
   * When the file was restored into a temporary database and every table was compared. Null if that has not happened;
   * `error` then says why.
   */
  @Nullable() @InstantProperty() verifiedAt: string | null;
  /** Id of the file in the list of files; null until it is written. */
  @Nullable() @UuidProperty() fileId: string | null;
  /**
   * Why the backup failed, or the reason of the last failed attempt. For a completed backup, why it could be verified
   * only by its checksums. Null if there is no problem.
   */
  error: string | null;
}

export function toBackupDto({
  sizeBytes,
  rowCount,
  createdAt,
  finishedAt,
  verifiedAt,
  ...backup
}: Backup): BackupDto {
  return {
    ...backup,
    size: sizeBytes,
    rows: rowCount,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  };
}
