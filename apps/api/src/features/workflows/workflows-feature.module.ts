import { ExecutionsModule, WorkflowsModule, WorkflowWarningsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ExecutionsController } from './executions.controller';
import { WorkflowsController } from './workflows.controller';

@Module({
  imports: [ExecutionsModule, WorkflowsModule, WorkflowWarningsModule],
  controllers: [WorkflowsController, ExecutionsController],
})
export class WorkflowsFeatureModule {}
