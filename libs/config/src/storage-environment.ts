import { AsNumber } from '@app/kernel';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { WorkflowEnvironment } from './workflow-environment';

export const STORAGE_PROVIDERS = ['local', 'minio'] as const;

const inObjectStore = ({ STORAGE_PROVIDER }: StorageEnvironment): boolean => STORAGE_PROVIDER === 'minio';

/** The file store and the limits of uploads. */
export class StorageEnvironment extends WorkflowEnvironment {
  /** `local`: the folder `uploads` of `DATA_DIR`. `minio`: any store that speaks the S3 protocol. */
  @IsIn(STORAGE_PROVIDERS) STORAGE_PROVIDER: (typeof STORAGE_PROVIDERS)[number] = 'local';
  /** The address of the object store. If unset, the store is Amazon S3 in `S3_REGION`. */
  @IsOptional()
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false, disallow_auth: true },
    { message: 'must be an http or https address without credentials' },
  )
  S3_ENDPOINT?: string;
  @IsString() @MinLength(1) S3_REGION = 'us-east-1';
  /** The name of the bucket, which must exist. */
  @ValidateIf(inObjectStore)
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'must be the name of a bucket' })
  S3_BUCKET: string;
  @ValidateIf(inObjectStore) @IsString() @MinLength(1) S3_ACCESS_KEY: string;
  @ValidateIf(inObjectStore) @IsString() @MinLength(1) S3_SECRET_KEY: string;
  /** Time limit of one call to the object store, such as the upload of a part of 5 MiB. */
  @AsNumber() @IsInt() @Min(100) @Max(60_000) LIMIT_STORAGE_CALL_MS = 8000;
  /** Maximum size of an uploaded file. */
  @AsNumber() @IsInt() @Min(1024) @Max(100 * 1024 * 1024) LIMIT_UPLOAD_BYTES = 100 * 1024 * 1024;
  /** The passphrase that encrypts backups. Without it, backups are not encrypted. */
  @IsOptional()
  @MinLength(12, { message: 'must have at least 12 characters' })
  @IsString()
  BACKUP_PASSPHRASE?: string;
  /** Time limit for checking an uploaded model, including the wait for other checks of this process. */
  @AsNumber() @IsInt() @Min(100) @Max(60_000) LIMIT_MODEL_CHECK_MS = 8000;
}
