import { EnvironmentModule, type Environment } from '@app/config';
import { allJobs } from '@app/contracts';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { LeaseModule } from '@app/leases';
import { ClockModule } from '@app/processes';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AlertsFeatureModule } from './features/alerts';
import { BackupsFeatureModule } from './features/backups';
import { BuildingFeatureModule } from './features/building';
import { DemoModule } from './features/demo';
import { ExecutionsRunnerModule } from './features/executions';
import { ExportsFeatureModule } from './features/exports';
import { HealthModule } from './features/health/worker-health.server';
import { IngestionRunnerModule } from './features/ingestion/ingestion';
import { MeteringModule } from './features/metering';
import { NotificationsFeatureModule } from './features/notifications';
import { OperationsFeatureModule } from './features/operations';
import { ReportsFeatureModule } from './features/reports';
import { RetentionModule } from './features/retention';
import { SchedulesFeatureModule } from './features/schedules/schedules.runner';
import { StoredFilesFeatureModule } from './features/stored-files';
import { TriggersFeatureModule } from './features/triggers/occurrences.runner';
import { WidgetsFeatureModule } from './features/widgets';
import { RepeatedTurnsModule } from './repeated-turns';
import { WorkerShutdown } from './worker-shutdown';

/** One module per folder of `features/`. */
const FEATURES = [
  AlertsFeatureModule,
  BackupsFeatureModule,
  BuildingFeatureModule,
  DemoModule,
  ExecutionsRunnerModule,
  ExportsFeatureModule,
  HealthModule,
  IngestionRunnerModule,
  MeteringModule,
  NotificationsFeatureModule,
  OperationsFeatureModule,
  ReportsFeatureModule,
  RetentionModule,
  SchedulesFeatureModule,
  StoredFilesFeatureModule,
  TriggersFeatureModule,
  WidgetsFeatureModule,
];

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
        RepeatedTurnsModule,
        ...FEATURES,
      ],
      providers: [WorkerShutdown],
    };
  }
}
