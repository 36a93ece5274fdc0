import { EnvironmentModule, type Environment } from '@app/config';
import { allJobs } from '@app/contracts';
import {
  AutomationModule,
  BuildingModule,
  DemoBuildingModule,
  ExecutionRunningModule,
  MeteringModule,
  MonitoringModule,
  OperationsModule,
  PlatformModule,
  ReportingModule,
  WorkerMonitoringModule,
} from '@app/domain';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { LeaseModule } from '@app/leases';
import { MetricsModule } from '@app/metrics';
import { ClockModule } from '@app/processes';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { alertsProviders } from './features/alerts';
import { backupsProviders } from './features/backups';
import { buildingProviders } from './features/building';
import { demoProviders } from './features/demo';
import { executionsProviders } from './features/executions';
import { exportsProviders } from './features/exports';
import { healthProviders } from './features/health/worker-health.server';
import { ingestionProviders } from './features/ingestion/ingestion';
import { meteringProviders } from './features/metering';
import { notificationsProviders } from './features/notifications';
import { operationsProviders } from './features/operations';
import { reportsProviders } from './features/reports';
import { retentionProviders } from './features/retention';
import { schedulesProviders } from './features/schedules/schedules.runner';
import { storedFilesProviders } from './features/stored-files';
import { triggersProviders } from './features/triggers/occurrences.runner';
import { widgetsProviders } from './features/widgets';
import { RepeatedTurns } from './repeated-turns';
import { WorkerShutdown } from './worker-shutdown';

@Module({})
export class WorkerModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ClockModule,
        EnvironmentModule.forRoot(environment),
        DatabaseModule,
        EventBusModule.forRoot(),
        QueueModule.forWorker(allJobs),
        GatewayClientModule.forRoot(),
        ScheduleModule.forRoot(),
        LeaseModule,
        MetricsModule,
        AutomationModule,
        BuildingModule,
        DemoBuildingModule,
        ExecutionRunningModule,
        MeteringModule,
        MonitoringModule,
        OperationsModule,
        PlatformModule,
        ReportingModule,
        WorkerMonitoringModule,
      ],
      providers: [
        RepeatedTurns,
        WorkerShutdown,
        ...alertsProviders,
        ...backupsProviders,
        ...buildingProviders,
        ...demoProviders,
        ...executionsProviders,
        ...exportsProviders,
        ...healthProviders,
        ...ingestionProviders,
        ...meteringProviders,
        ...notificationsProviders,
        ...operationsProviders,
        ...reportsProviders,
        ...retentionProviders,
        ...schedulesProviders,
        ...storedFilesProviders,
        ...triggersProviders,
        ...widgetsProviders,
      ],
    };
  }
}
