import { Module } from '@nestjs/common';
import { BuildingModule } from '../building/building.module';
import { MeteringModule } from '../metering/metering.module';
import { PlatformModule } from '../platform/platform.module';
import { OperationsModule } from '../operations/operations.module';
import { AutomationModule } from '../automation/automation.module';
import { DemoBuildingService } from './demo-building.service';
import { DemoEnergyService } from './demo-energy.service';
import { DemoObjectsService } from './demo-objects.service';
import { DemoWorkflowsService } from './demo-workflows.service';

/** Sets up the demonstration building. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [PlatformModule, MeteringModule, AutomationModule, BuildingModule, OperationsModule],
  providers: [DemoBuildingService, DemoEnergyService, DemoObjectsService, DemoWorkflowsService],
  exports: [DemoBuildingService],
})
export class DemoBuildingModule {}
