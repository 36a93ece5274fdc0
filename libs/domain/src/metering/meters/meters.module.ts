import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { EnergySumsService } from './energy-sums.service';
import { ImportedReadingsService } from './imported-readings.service';
import { MeterJobsService } from './meter-jobs.service';
import { MeterRereadService } from './meter-reread.service';
import { MeterUpkeepService } from './meter-upkeep.service';
import { MetersService } from './meters.service';
import { ReadingEvidenceService } from './reading-evidence.service';
import { ReadingIntakeService } from './reading-intake.service';
import { RollupService } from './rollup.service';

const services = [
  EnergySumsService,
  ImportedReadingsService,
  MeterJobsService,
  MeterRereadService,
  MeterUpkeepService,
  MetersService,
  ReadingEvidenceService,
  ReadingIntakeService,
  RollupService,
];

@Module({
  imports: [ConfigurationModule],
  providers: [...services],
  exports: services,
})
export class MetersModule {}
