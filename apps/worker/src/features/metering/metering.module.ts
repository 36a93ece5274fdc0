import { EnergyModule, IngestionModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { BackfillMeterHandler } from './backfill-meter.handler';
import { outboxes } from './due-meters';
import { PruneReadingsSchedule } from './prune-readings.schedule';
import { RebuildMeterDaysHandler } from './rebuild-meter-days.handler';
import { RebuildMeterHandler } from './rebuild-meter.handler';
import { RemoveMeterHandler } from './remove-meter.handler';

@Module({
  imports: [EnergyModule, IngestionModule, LeaseModule],
  providers: [
    ...outboxes,
    BackfillMeterHandler,
    PruneReadingsSchedule,
    RebuildMeterDaysHandler,
    RebuildMeterHandler,
    RemoveMeterHandler,
  ],
})
export class MeteringModule {}
