import { join } from 'node:path';
import { Environment } from '@app/config';
import { Module } from '@nestjs/common';
import { FileStore } from './file-store';
import { LocalFileStore } from './local-file-store';
import { S3FileStore } from './s3-file-store';

/** Provides the `FileStore` that the environment selects. */
@Module({
  providers: [{ provide: FileStore, inject: [Environment], useFactory: openFileStore }],
  exports: [FileStore],
})
export class StorageModule {}

/** Returns the file store that the environment selects. */
export function openFileStore(environment: Environment): FileStore {
  if (environment.STORAGE_PROVIDER === 'local')
    return new LocalFileStore(join(environment.DATA_DIR, 'uploads'));
  return new S3FileStore({
    endpoint: environment.S3_ENDPOINT,
    region: environment.S3_REGION,
    bucket: environment.S3_BUCKET,
    accessKey: environment.S3_ACCESS_KEY,
    secretKey: environment.S3_SECRET_KEY,
    callMs: environment.LIMIT_STORAGE_CALL_MS,
  });
}
