import { Module } from '@nestjs/common';
import { ModelsModule } from '../building/models/models.module';
import { ObjectsModule } from '../building/objects/objects.module';
import { PointsModule } from '../building/points/points.module';
import { SceneModule } from '../building/scene/scene.module';
import { EnergyModule } from '../metering/energy/energy.module';
import { ExecutionsModule } from '../automation/executions/executions.module';
import { WorkflowsModule } from '../automation/workflows/workflows.module';
import { DemoBuildingService } from './demo-building.service';
import { DemoObjectsService } from './demo-objects.service';
import { DemoWorkflowsService } from './demo-workflows.service';

/** Sets up the demonstration building. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [
    EnergyModule,
    ExecutionsModule,
    ModelsModule,
    ObjectsModule,
    PointsModule,
    SceneModule,
    WorkflowsModule,
  ],
  providers: [DemoBuildingService, DemoObjectsService, DemoWorkflowsService],
  exports: [DemoBuildingService],
})
export class DemoBuildingModule {}
