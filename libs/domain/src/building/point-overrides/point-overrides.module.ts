import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { PointWritesModule } from '../point-writes/point-writes.module';
import { PointsModule } from '../points/points.module';
import { OverrideReleaseService } from './override-release.service';
import { PointOverrideListService } from './point-override-list.service';
import { PointOverridesService } from './point-overrides.service';

/** Requires `GatewayClientModule` and `QueueModule`. */
@Module({
  imports: [ConfigurationModule, PointsModule, PointWritesModule],
  providers: [OverrideReleaseService, PointOverrideListService, PointOverridesService],
  exports: [OverrideReleaseService, PointOverrideListService, PointOverridesService],
})
export class PointOverridesModule {}
