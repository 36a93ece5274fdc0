import type { Backup, BackupInput } from '@app/domain';
import { WORK_STATUSES, type WorkStatus } from '@app/entities';
import { IsBoolean } from 'class-validator';
import { FailureDto, failureFields } from '../../http/errors/error.dto';
import { IntegerProperty, ShareProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** A request for a backup. */
export class BackupInputDto implements BackupInput {
  /** Whether the backup contains the stored files. Default: the setting of the backup schedule. */
  @Omittable() @IsBoolean() includeFiles?: boolean;
}

/** The backup that was started. */
export class BackupStartedDto {
  /** Id of the backup. */
  @UuidProperty() id: string;
}

/** A backup. Fields that describe its content are null until they are known. */
export class BackupDto {
  /** Id of the backup. */
  @UuidProperty() id: string;
  /** `queued` until the first attempt begins, and between a failed attempt and the next one. */
  @OneOf(WORK_STATUSES) status: WorkStatus;
  /**
   * Completed share of the work, from 0 to 1. Verification is the larger part of the work. The share is updated about
   * once a second.
   */
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
  /** Number of stored files that were missing from the file store. */
  @Nullable() @IntegerProperty() missingFiles: number | null;
  /** Whether the file is encrypted with `BACKUP_PASSPHRASE`. */
  encrypted: boolean | null;
  /**
   * When the backup was verified: the file was restored into a temporary database, and every table was compared. Null
   * if the backup has not been verified; for a completed backup, `error` says why.
   */
  @Nullable() @InstantProperty() verifiedAt: string | null;
  /** Id of the file in the list of files; null until it is written. */
  @Nullable() @UuidProperty() fileId: string | null;
  /**
   * Why the last attempt failed. For a completed backup: why only its checksums could be verified. Null if there is no
   * problem.
   */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
}

export function toBackupDto({
  sizeBytes,
  rowCount,
  createdAt,
  finishedAt,
  verifiedAt,
  error,
  ...backup
}: Backup): BackupDto {
  return {
    ...backup,
    ...failureFields(error),
    size: sizeBytes,
    rows: rowCount,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  };
}
