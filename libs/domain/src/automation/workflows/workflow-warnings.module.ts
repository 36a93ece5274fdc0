import { Module } from '@nestjs/common';
import { PointsModule } from '../../building/points/points.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { WorkflowWarningsService } from './workflow-warnings.service';

/** The warnings of workflows, for the API. Requires `GatewayClientModule`. */
@Module({
  imports: [ConfigurationModule, PointsModule],
  providers: [WorkflowWarningsService],
  exports: [WorkflowWarningsService],
})
export class WorkflowWarningsModule {}
