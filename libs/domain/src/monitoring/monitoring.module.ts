import { MetricsModule } from '@app/metrics';
import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../automation/executions/executions.module';
import { NotificationDeliveryModule } from '../operations/notifications/sending/notification-delivery.module';
import { ReadinessModule } from '../platform/health/readiness.module';
import { DependencyMetrics } from './dependency-metrics';
import { ExecutionMetrics } from './execution-metrics';
import { GatewayMetrics } from './gateway-metrics';
import { NotificationMetrics } from './notification-metrics';

/** The metrics of every process. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [ExecutionsModule, MetricsModule, ReadinessModule],
  providers: [DependencyMetrics, ExecutionMetrics],
})
export class MonitoringModule {}

/** Additional metrics of a worker, which reads the gateway and sends messages. */
@Module({
  imports: [MetricsModule, NotificationDeliveryModule],
  providers: [GatewayMetrics, NotificationMetrics],
})
export class WorkerMonitoringModule {}
