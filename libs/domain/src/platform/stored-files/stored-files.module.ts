import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { StoredFilesService } from './stored-files.service';

@Module({
  imports: [StorageModule],
  providers: [StoredFilesService],
  exports: [StoredFilesService],
})
export class StoredFilesModule {}
