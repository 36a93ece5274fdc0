import { ExecutionsModule, WorkflowsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ExecutionsController } from './executions.controller';
import { WorkflowsController } from './workflows.controller';

@Module({
  imports: [ExecutionsModule, WorkflowsModule],
  controllers: [WorkflowsController, ExecutionsController],
})
export class WorkflowsFeatureModule {}
