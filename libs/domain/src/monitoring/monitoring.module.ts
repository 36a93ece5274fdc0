import { Clock, SystemClock } from '@app/kernel';
import { MetricsModule } from '@app/metrics';
import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { ReadinessModule } from '../health/readiness.module';
import { DependencyMetrics } from './dependency-metrics';
import { ExecutionMetrics } from './execution-metrics';
import { GatewayMetrics } from './gateway-metrics';

const clock = { provide: Clock, useClass: SystemClock };

/** What every process measures. Wants `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [ExecutionsModule, MetricsModule, ReadinessModule],
  providers: [clock, DependencyMetrics, ExecutionMetrics],
})
export class MonitoringModule {}

/** What a worker measures too, because it reads the gateway. */
@Module({ imports: [MetricsModule], providers: [clock, GatewayMetrics] })
export class GatewayMonitoringModule {}
