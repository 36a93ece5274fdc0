import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { PlatformService } from './platform.service';

@Module({
  imports: [AuditModule],
  providers: [{ provide: Clock, useClass: SystemClock }, PlatformService],
  exports: [PlatformService],
})
export class PlatformModule {}
