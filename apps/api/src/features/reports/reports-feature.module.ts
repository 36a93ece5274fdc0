import { ReportPreviewsModule, ReportTemplatesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ReportPreviewsController } from './report-previews.controller';
import { ReportTemplatesController } from './report-templates.controller';

@Module({
  imports: [ReportPreviewsModule, ReportTemplatesModule],
  controllers: [ReportPreviewsController, ReportTemplatesController],
})
export class ReportsFeatureModule {}
