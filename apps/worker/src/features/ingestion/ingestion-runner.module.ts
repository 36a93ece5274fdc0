import { AlertRuleEvaluationModule, AlertsModule, EnergyModule, IngestionModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { IngestionRunner } from './ingestion.runner';
import { MeterIngestion } from './meter-ingestion';
import { StreamIngestion } from './stream-ingestion';
import { ValueIngestion } from './value-ingestion';

@Module({
  imports: [AlertRuleEvaluationModule, AlertsModule, EnergyModule, IngestionModule, LeaseModule],
  providers: [IngestionRunner, MeterIngestion, StreamIngestion, ValueIngestion],
})
export class IngestionRunnerModule {}
