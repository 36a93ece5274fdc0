import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module';
import { ReadinessModule } from '../../platform/health/readiness.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { GatewayConnectionService } from './gateway-connection.service';
import { MeterHistoryService } from './meter-history.service';
import { PointValuesService } from './point-values.service';

const services = [GatewayConnectionService, MeterHistoryService, PointValuesService];

@Module({
  imports: [EnergyModule, OccurrencesModule, ReadinessModule],
  providers: [...services],
  exports: services,
})
export class IngestionModule {}
