import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { PointWritesModule } from '../point-writes/point-writes.module';
import { OverrideReleaseService } from './override-release.service';
import { PointOverridesService } from './point-overrides.service';

/** Requires `GatewayClientModule` and `QueueModule`. */
@Module({
  imports: [ConfigurationModule, PointWritesModule],
  providers: [OverrideReleaseService, PointOverridesService],
  exports: [OverrideReleaseService, PointOverridesService],
})
export class PointOverridesModule {}
