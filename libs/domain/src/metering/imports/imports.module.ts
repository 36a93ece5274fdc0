import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { StoredFilesModule } from '../../platform/stored-files/stored-files.module';
import { MetersModule } from '../meters/meters.module';
import { ReadingImportPreviewService } from './reading-import-preview.service';
import { ReadingImportWorkService } from './reading-import-work.service';
import { ReadingImportsService } from './reading-imports.service';

const services = [ReadingImportPreviewService, ReadingImportWorkService, ReadingImportsService];

/** Requires `EventBusModule` and `QueueModule`. */
@Module({
  imports: [AuditModule, ConfigurationModule, MetersModule, StoredFilesModule],
  providers: [...services],
  exports: services,
})
export class ImportsModule {}
