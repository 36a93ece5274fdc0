import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module';
import { AuditLogService } from './audit-log.service';

@Module({ imports: [ConfigurationModule], providers: [AuditLogService], exports: [AuditLogService] })
export class AuditLogModule {}
