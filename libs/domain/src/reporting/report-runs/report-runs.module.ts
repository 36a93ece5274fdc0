import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { FilesModule } from '../../platform/files/files.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { ReportDocumentsModule } from '../report-documents/report-documents.module';
import { ReportMailsModule } from '../report-mails/report-mails.module';
import { ReportRenderingModule } from '../report-rendering/report-rendering.module';
import { ReportTemplatesModule } from '../report-templates/report-templates.module';
import { ReportFileUses } from './report-file-uses';
import { ReportRetentionService } from './report-retention.service';
import { ReportRunClaims } from './report-run-claims';
import { ReportRunQueue, ReportRunsService } from './report-runs.service';
import { ReportWorkService } from './report-work.service';

/** Requires `EventBusModule` and `QueueModule`. */
@Module({
  imports: [
    ConfigurationModule,
    FilesModule,
    OccurrencesModule,
    ReportDocumentsModule,
    ReportMailsModule,
    ReportRenderingModule,
    ReportTemplatesModule,
  ],
  providers: [
    ReportFileUses,
    ReportRetentionService,
    ReportRunClaims,
    ReportRunQueue,
    ReportRunsService,
    ReportWorkService,
  ],
  exports: [ReportMailsModule, ReportRetentionService, ReportRunQueue, ReportRunsService, ReportWorkService],
})
export class ReportRunsModule {}
