import { LightingModule, PointOverridesModule, PointRevertsModule, PointWritesModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DueOverrides } from './due-overrides';
import { LightingUpdatesRunner } from './lighting-updates.runner';
import { PruneWritesSchedule } from './prune-writes.schedule';
import { ReleaseOverrideHandler } from './release-override.handler';
import { RevertPointsSchedule } from './revert-points.schedule';
import { SettleWritesSchedule } from './settle-writes.schedule';

@Module({
  imports: [LeaseModule, LightingModule, PointOverridesModule, PointRevertsModule, PointWritesModule],
  providers: [
    DueOverrides,
    LightingUpdatesRunner,
    PruneWritesSchedule,
    ReleaseOverrideHandler,
    RevertPointsSchedule,
    SettleWritesSchedule,
  ],
})
export class BuildingFeatureModule {}
