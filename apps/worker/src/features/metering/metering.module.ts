import { EnergyModule, ImportsModule, IngestionModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { BackfillMeterHandler } from './backfill-meter.handler';
import { DueImports } from './due-imports';
import { meterSweeps } from './due-meters';
import { ImportReadingsHandler } from './import-readings.handler';
import { PruneReadingsSchedule } from './prune-readings.schedule';
import { RebuildMeterDaysHandler } from './rebuild-meter-days.handler';
import { RebuildMeterHandler } from './rebuild-meter.handler';
import { RemoveMeterHandler } from './remove-meter.handler';

@Module({
  imports: [EnergyModule, ImportsModule, IngestionModule, LeaseModule],
  providers: [
    ...meterSweeps,
    BackfillMeterHandler,
    DueImports,
    ImportReadingsHandler,
    PruneReadingsSchedule,
    RebuildMeterDaysHandler,
    RebuildMeterHandler,
    RemoveMeterHandler,
  ],
})
export class MeteringModule {}
