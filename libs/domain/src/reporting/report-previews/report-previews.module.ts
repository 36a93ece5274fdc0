import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ReportDocumentsModule } from '../report-documents/report-documents.module';
import { ReportRenderingModule } from '../report-rendering/report-rendering.module';
import { ReportTemplatesModule } from '../report-templates/report-templates.module';
import { ReportPreviewsService } from './report-previews.service';

/** Renders reports for the api. Requires `EventBusModule`. */
@Module({
  imports: [ConfigurationModule, ReportDocumentsModule, ReportRenderingModule, ReportTemplatesModule],
  providers: [ReportPreviewsService],
  exports: [ReportPreviewsService],
})
export class ReportPreviewsModule {}
