import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditService } from './audit.service';

@Module({
  providers: [{ provide: Clock, useClass: SystemClock }, AuditService],
  exports: [AuditService],
})
export class AuditModule {}
