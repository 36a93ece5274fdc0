import { LightingModule, PointOverridesModule, PointWritesModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DueOverrides } from './due-overrides';
import { LightingUpdatesRunner } from './lighting-updates.runner';
import { PruneWritesSchedule } from './prune-writes.schedule';
import { ReleaseOverrideHandler } from './release-override.handler';
import { SettleWritesSchedule } from './settle-writes.schedule';

@Module({
  imports: [LeaseModule, LightingModule, PointOverridesModule, PointWritesModule],
  providers: [
    DueOverrides,
    LightingUpdatesRunner,
    PruneWritesSchedule,
    ReleaseOverrideHandler,
    SettleWritesSchedule,
  ],
})
export class BuildingFeatureModule {}
