import { MonitoringModule } from '@app/domain';
import { MetricsModule } from '@app/metrics';
import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { MetricsController } from './metrics.controller';
import { StreamMetrics } from './stream-metrics';

@Module({
  imports: [EventsModule, MetricsModule, MonitoringModule],
  controllers: [MetricsController],
  providers: [StreamMetrics],
})
export class MetricsFeatureModule {}
