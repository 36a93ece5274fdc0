import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { PlatformModule } from '../platform/platform.module';
import { WorkflowEditingService } from './workflow-editing.service';
import { WorkflowsService } from './workflows.service';

const services = [WorkflowEditingService, WorkflowsService];

@Module({
  imports: [AuditModule, PlatformModule],
  providers: [{ provide: Clock, useClass: SystemClock }, ...services],
  exports: services,
})
export class WorkflowsModule {}
