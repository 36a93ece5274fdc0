import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ExecutionAnnouncer } from './execution-announcer';
import { ExecutionControl } from './execution-control.service';
import { ExecutionIntake } from './execution-intake.service';

const services = [ExecutionControl, ExecutionIntake];

/** Executions as every process can set them going, stop and read them. Wants `QueueModule` and `EventBusModule`. */
@Module({
  imports: [AuditModule],
  providers: [{ provide: Clock, useClass: SystemClock }, ExecutionAnnouncer, ...services],
  exports: [ExecutionAnnouncer, ...services],
})
export class ExecutionsModule {}
