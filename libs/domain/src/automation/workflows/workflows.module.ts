import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { WorkflowFileUses } from './workflow-file-uses';
import { WorkflowEditingService } from './workflow-editing.service';
import { WorkflowsService } from './workflows.service';

const services = [WorkflowEditingService, WorkflowsService];

@Module({
  imports: [AuditModule, ConfigurationModule],
  providers: [...services, WorkflowFileUses],
  exports: services,
})
export class WorkflowsModule {}
