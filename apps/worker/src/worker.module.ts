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
import { AlertsFeatureModule } from './features/alerts/alerts-feature.module';
import { BackupsFeatureModule } from './features/backups/backups-feature.module';
import { BuildingFeatureModule } from './features/building/building-feature.module';
import { DemoModule } from './features/demo/demo.module';
import { ExecutionsRunnerModule } from './features/executions/executions-runner.module';
import { ExportsFeatureModule } from './features/exports/exports-feature.module';
import { HealthModule } from './features/health/health.module';
import { IngestionRunnerModule } from './features/ingestion/ingestion-runner.module';
import { MeteringModule } from './features/metering/metering.module';
import { NotificationsFeatureModule } from './features/notifications/notifications-feature.module';
import { OperationsFeatureModule } from './features/operations/operations-feature.module';
import { ReportsFeatureModule } from './features/reports/reports-feature.module';
import { RetentionModule } from './features/retention/retention.module';
import { SchedulesFeatureModule } from './features/schedules/schedules-feature.module';
import { StoredFilesFeatureModule } from './features/stored-files/stored-files-feature.module';
import { TriggersFeatureModule } from './features/triggers/triggers-feature.module';
import { WidgetsFeatureModule } from './features/widgets/widgets-feature.module';
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
