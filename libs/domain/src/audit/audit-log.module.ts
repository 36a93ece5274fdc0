import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { AuditLogService } from './audit-log.service';

@Module({ imports: [PlatformModule], providers: [AuditLogService], exports: [AuditLogService] })
export class AuditLogModule {}
