import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module';
import { OccurrencesModule } from '../occurrences/occurrences.module';
import { MeterHistoryService } from './meter-history.service';
import { PointValuesService } from './point-values.service';

@Module({
  imports: [EnergyModule, OccurrencesModule],
  providers: [{ provide: Clock, useClass: SystemClock }, MeterHistoryService, PointValuesService],
  exports: [MeterHistoryService, PointValuesService],
})
export class IngestionModule {}
