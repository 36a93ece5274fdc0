import { Module } from '@nestjs/common';
import { SceneModule } from '../building/scene/scene.module';
import { EnergyModule } from '../metering/energy/energy.module';
import { ExecutionsModule } from '../automation/executions/executions.module';
import { WorkflowsModule } from '../automation/workflows/workflows.module';
import { DemoBuildingService } from './demo-building.service';
import { DemoWorkflowsService } from './demo-workflows.service';

/** Sets up the demonstration building. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [EnergyModule, ExecutionsModule, SceneModule, WorkflowsModule],
  providers: [DemoBuildingService, DemoWorkflowsService],
  exports: [DemoBuildingService],
})
export class DemoBuildingModule {}
