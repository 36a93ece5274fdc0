import { EnergyModule, IngestionModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { BackfillMeterHandler, MetersToBackfill } from './backfill-meter.handler';
import { PruneReadingsSchedule } from './prune-readings.schedule';
import { MetersToCutDaysAnew, RebuildMeterDaysHandler } from './rebuild-meter-days.handler';
import { MetersToRebuild, RebuildMeterHandler } from './rebuild-meter.handler';
import { MetersToRemove, RemoveMeterHandler } from './remove-meter.handler';

@Module({
  imports: [EnergyModule, IngestionModule, LeaseModule],
  providers: [
    BackfillMeterHandler,
    MetersToBackfill,
    MetersToCutDaysAnew,
    MetersToRebuild,
    MetersToRemove,
    PruneReadingsSchedule,
    RebuildMeterDaysHandler,
    RebuildMeterHandler,
    RemoveMeterHandler,
  ],
})
export class MeteringModule {}
