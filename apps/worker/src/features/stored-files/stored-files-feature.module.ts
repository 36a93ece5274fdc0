import { StoredFilesModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { RemoveFilesSchedule } from './remove-files.schedule';
import { RemoveUnfinishedUploadsSchedule } from './remove-unfinished-uploads.schedule';

@Module({
  imports: [LeaseModule, StoredFilesModule],
  providers: [RemoveFilesSchedule, RemoveUnfinishedUploadsSchedule],
})
export class StoredFilesFeatureModule {}
