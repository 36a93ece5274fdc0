import { Module } from '@nestjs/common';
import { BuildingModule } from '../building/building.module';
import { MeteringModule } from '../metering/metering.module';
import { PlatformModule } from '../platform/platform.module';
import { ReportingModule } from '../reporting/reporting.module';
import { OperationsModule } from '../operations/operations.module';
import { AutomationModule } from '../automation/automation.module';
import { DemoBuildingService } from './demo-building.service';
import { DemoEnergyService } from './demo-energy.service';
import { DemoLifeService } from './demo-life.service';
import { DemoObjectsService } from './demo-objects.service';
import { DemoRemovalService } from './demo-removal.service';
import { DemoWorkflowsService } from './demo-workflows.service';
import { SetupService } from './setup.service';

/** Sets up and removes the demonstration building, and lists the steps of the set-up. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [
    PlatformModule,
    MeteringModule,
    AutomationModule,
    BuildingModule,
    OperationsModule,
    ReportingModule,
  ],
  providers: [
    DemoBuildingService,
    DemoEnergyService,
    DemoLifeService,
    DemoObjectsService,
    DemoRemovalService,
    DemoWorkflowsService,
    SetupService,
  ],
  exports: [DemoBuildingService, DemoLifeService, DemoRemovalService, SetupService],
})
export class DemoBuildingModule {}
