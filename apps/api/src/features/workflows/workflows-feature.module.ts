import {
  ExecutionsModule,
  ExpressionPreviewsModule,
  WorkflowsModule,
  WorkflowWarningsModule,
} from '@app/domain';
import { Module } from '@nestjs/common';
import { ExecutionsController } from './executions.controller';
import { ExpressionsController } from './expressions.controller';
import { WorkflowsController } from './workflows.controller';

@Module({
  imports: [ExecutionsModule, ExpressionPreviewsModule, WorkflowsModule, WorkflowWarningsModule],
  controllers: [ExpressionsController, WorkflowsController, ExecutionsController],
})
export class WorkflowsFeatureModule {}
