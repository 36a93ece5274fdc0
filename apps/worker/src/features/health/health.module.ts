import { GatewayMonitoringModule, MonitoringModule, ReadinessModule } from '@app/domain';
import { MetricsModule } from '@app/metrics';
import { Module } from '@nestjs/common';
import { WorkerHealthServer } from './worker-health.server';

@Module({
  imports: [GatewayMonitoringModule, MetricsModule, MonitoringModule, ReadinessModule],
  providers: [WorkerHealthServer],
})
export class HealthModule {}
