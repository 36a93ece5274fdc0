import {
  AlertRuleEvaluationModule,
  AlertsModule,
  EnergyModule,
  IngestionModule,
  TriggersModule,
} from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { IngestionRunner } from './ingestion.runner';
import { MeterIngestion } from './meter-ingestion';
import { PointFollowers } from './point-followers';
import { StreamIngestion } from './stream-ingestion';
import { ValueIngestion } from './value-ingestion';

@Module({
  imports: [
    AlertRuleEvaluationModule,
    AlertsModule,
    EnergyModule,
    IngestionModule,
    LeaseModule,
    TriggersModule,
  ],
  providers: [IngestionRunner, MeterIngestion, PointFollowers, StreamIngestion, ValueIngestion],
})
export class IngestionRunnerModule {}
