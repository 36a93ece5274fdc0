import { MetricsModule } from '@app/metrics';
import { Module } from '@nestjs/common';
import { AutomationModule } from '../automation/automation.module';
import { OperationsModule } from '../operations/operations.module';
import { PlatformModule } from '../platform/platform.module';
import { DependencyMetrics } from './dependency-metrics';
import { ExecutionMetrics } from './execution-metrics';
import { GatewayMetrics } from './gateway-metrics';
import { NotificationMetrics } from './notification-metrics';

/** The metrics of every process. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [AutomationModule, MetricsModule, PlatformModule],
  providers: [DependencyMetrics, ExecutionMetrics],
})
export class MonitoringModule {}

/** Additional metrics of a worker, which reads the gateway and sends messages. */
@Module({
  imports: [MetricsModule, OperationsModule],
  providers: [GatewayMetrics, NotificationMetrics],
})
export class WorkerMonitoringModule {}
