import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { AreasService } from './areas.service';

@Module({
  imports: [AuditModule, ConfigurationModule],
  providers: [AreasService],
  exports: [AreasService],
})
export class AreasModule {}
