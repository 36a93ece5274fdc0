import { AuditLogModule, AuditModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditWritesInterceptor } from './audit-writes.interceptor';
import { AuditController } from './audit.controller';

@Module({
  imports: [AuditLogModule, AuditModule],
  controllers: [AuditController],
  providers: [{ provide: APP_INTERCEPTOR, useClass: AuditWritesInterceptor }],
})
export class AuditFeatureModule {}
