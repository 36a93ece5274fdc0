import { Module } from '@nestjs/common';
import { AreasModule } from '../../metering/areas/areas.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ReportTemplatesService } from './report-templates.service';

@Module({
  imports: [AreasModule, AuditModule, ConfigurationModule],
  providers: [ReportTemplatesService],
  exports: [ReportTemplatesService],
})
export class ReportTemplatesModule {}
