import { MonitoringModule, ReadinessModule, WorkerMonitoringModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { MetricsModule } from '@app/metrics';
import { Module } from '@nestjs/common';
import { WorkerHealthServer } from './worker-health.server';
import { WorkerReadiness } from './worker-readiness';

@Module({
  imports: [LeaseModule, MetricsModule, MonitoringModule, ReadinessModule, WorkerMonitoringModule],
  providers: [WorkerHealthServer, WorkerReadiness],
})
export class HealthModule {}
