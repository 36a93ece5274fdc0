import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ConfigurationService } from './configuration.service';

@Module({
  imports: [AuditModule],
  providers: [ConfigurationService],
  exports: [ConfigurationService],
})
export class ConfigurationModule {}
