import { ReportPlansModule, ReportPreviewsModule, ReportTemplatesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ReportPlansController } from './report-plans.controller';
import { ReportPreviewsController } from './report-previews.controller';
import { ReportTemplatesController } from './report-templates.controller';

@Module({
  imports: [ReportPlansModule, ReportPreviewsModule, ReportTemplatesModule],
  controllers: [ReportPreviewsController, ReportTemplatesController, ReportPlansController],
})
export class ReportsFeatureModule {}
