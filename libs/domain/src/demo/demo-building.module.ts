import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module';
import { ExecutionsModule } from '../executions/executions.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { DemoBuildingService } from './demo-building.service';
import { DemoWorkflowsService } from './demo-workflows.service';

/** Wants `QueueModule` and `EventBusModule`. */
@Module({
  imports: [EnergyModule, ExecutionsModule, WorkflowsModule],
  providers: [DemoBuildingService, DemoWorkflowsService],
  exports: [DemoBuildingService],
})
export class DemoBuildingModule {}
