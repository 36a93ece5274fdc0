import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ApiKeysService } from './api-keys.service';

@Module({
  imports: [AuditModule, ConfigurationModule],
  providers: [ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
