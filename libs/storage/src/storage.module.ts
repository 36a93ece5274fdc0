import { join } from 'node:path';
import { Environment } from '@app/config';
import { Module } from '@nestjs/common';
import { FileStore } from './file-store';
import { LocalFileStore } from './local-file-store';

/** Provides the `FileStore` of the environment. */
@Module({
  providers: [
    {
      provide: FileStore,
      inject: [Environment],
      useFactory: ({ DATA_DIR }: Environment) => new LocalFileStore(join(DATA_DIR, 'uploads')),
    },
  ],
  exports: [FileStore],
})
export class StorageModule {}
