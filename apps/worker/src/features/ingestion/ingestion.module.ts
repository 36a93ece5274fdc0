import { EnergyModule, IngestionModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { IngestionRunner } from './ingestion.runner';

@Module({ imports: [EnergyModule, IngestionModule, LeaseModule], providers: [IngestionRunner] })
export class IngestionRunnerModule {}
