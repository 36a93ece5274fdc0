import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { PlatformModule } from '../platform/platform.module';
import { AreaCardsService } from './area-cards.service';
import { AreasService } from './areas.service';
import { MeterJobsService } from './meter-jobs.service';
import { EnergyDetailsService } from './energy-details.service';
import { EnergyStatsService } from './energy-stats.service';
import { EnergySumsService } from './energy-sums.service';
import { HourlyFiguresService } from './hourly-figures.service';
import { MeterUpkeepService } from './meter-upkeep.service';
import { MeterRereadService } from './meter-reread.service';
import { ReadingIntakeService } from './reading-intake.service';
import { RollupService } from './rollup.service';

const services = [
  AreaCardsService,
  AreasService,
  MeterJobsService,
  EnergyDetailsService,
  EnergyStatsService,
  EnergySumsService,
  HourlyFiguresService,
  MeterRereadService,
  MeterUpkeepService,
  ReadingIntakeService,
  RollupService,
];

@Module({
  imports: [AuditModule, PlatformModule],
  providers: [{ provide: Clock, useClass: SystemClock }, ...services],
  exports: services,
})
export class EnergyModule {}
