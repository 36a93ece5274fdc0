import { AccessModule } from '@app/auth';
import { EnvironmentModule, type Environment } from '@app/config';
import { allJobs } from '@app/contracts';
import { ConfigurationModule } from '@app/domain';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { ClockModule } from '@app/processes';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { AlertRulesFeatureModule } from './features/alert-rules/alert-rules-feature.module';
import { AlertsFeatureModule } from './features/alerts/alerts-feature.module';
import { ApiKeysFeatureModule } from './features/api-keys/api-keys-feature.module';
import { AuditFeatureModule } from './features/audit/audit-feature.module';
import { AuthModule } from './features/auth/auth.module';
import { BackupsFeatureModule } from './features/backups/backups-feature.module';
import { CalendarsFeatureModule } from './features/calendars/calendars-feature.module';
import { ConfigurationFeatureModule } from './features/configuration/configuration-feature.module';
import { CostsFeatureModule } from './features/costs/costs-feature.module';
import { EmissionsFeatureModule } from './features/emissions/emissions-feature.module';
import { EnergyFeatureModule } from './features/energy/energy-feature.module';
import { EventsModule } from './features/events/events.module';
import { ExportsFeatureModule } from './features/exports/exports-feature.module';
import { FaultsFeatureModule } from './features/faults/faults-feature.module';
import { FilesFeatureModule } from './features/files/files-feature.module';
import { HealthModule } from './features/health/health.module';
import { HomeModule } from './features/home/home.module';
import { IotFeatureModule } from './features/iot/iot-feature.module';
import { LightingFeatureModule } from './features/lighting/lighting-feature.module';
import { MaintenanceFeatureModule } from './features/maintenance/maintenance-feature.module';
import { MetricsFeatureModule } from './features/metrics/metrics-feature.module';
import { ModelsFeatureModule } from './features/models/models-feature.module';
import { NodesModule } from './features/nodes/nodes.module';
import { NotificationRulesFeatureModule } from './features/notification-rules/notification-rules-feature.module';
import { ObjectsFeatureModule } from './features/objects/objects-feature.module';
import { PointsFeatureModule } from './features/points/points-feature.module';
import { OverviewFeatureModule } from './features/overview/overview-feature.module';
import { ProviderSignInFeatureModule } from './features/provider-sign-in/provider-sign-in-feature.module';
import { PublicModule } from './features/public/public.module';
import { PreferencesFeatureModule } from './features/preferences/preferences-feature.module';
import { ReadingImportsFeatureModule } from './features/imports/reading-imports-feature.module';
import { ReportsFeatureModule } from './features/reports/reports-feature.module';
import { ResumptionFeatureModule } from './features/resumption/resumption-feature.module';
import { SceneFeatureModule } from './features/scene/scene-feature.module';
import { UsersFeatureModule } from './features/users/users-feature.module';
import { WebhooksFeatureModule } from './features/webhooks/webhooks-feature.module';
import { WidgetsFeatureModule } from './features/widgets/widgets-feature.module';
import { WorkflowsFeatureModule } from './features/workflows/workflows-feature.module';

/** One module per folder of `features/`. */
const FEATURES = [
  // Express compares each request with the routes in this order, so the busiest route is the first one.
  WebhooksFeatureModule,
  AlertRulesFeatureModule,
  AlertsFeatureModule,
  ApiKeysFeatureModule,
  AuditFeatureModule,
  AuthModule,
  BackupsFeatureModule,
  CalendarsFeatureModule,
  ConfigurationFeatureModule,
  CostsFeatureModule,
  EmissionsFeatureModule,
  EnergyFeatureModule,
  EventsModule,
  ExportsFeatureModule,
  FaultsFeatureModule,
  FilesFeatureModule,
  HealthModule,
  HomeModule,
  IotFeatureModule,
  LightingFeatureModule,
  MaintenanceFeatureModule,
  MetricsFeatureModule,
  ModelsFeatureModule,
  NodesModule,
  NotificationRulesFeatureModule,
  ObjectsFeatureModule,
  PointsFeatureModule,
  OverviewFeatureModule,
  ProviderSignInFeatureModule,
  PublicModule,
  PreferencesFeatureModule,
  ReadingImportsFeatureModule,
  ReportsFeatureModule,
  ResumptionFeatureModule,
  SceneFeatureModule,
  UsersFeatureModule,
  WidgetsFeatureModule,
  WorkflowsFeatureModule,
];

@Module({})
export class ApiModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ClockModule,
        EnvironmentModule.forRoot(environment),
        DatabaseModule,
        QueueModule.forClient(allJobs),
        EventBusModule.forRoot(),
        GatewayClientModule.forRoot(),
        AccessModule,
        ConfigurationModule,
        ...FEATURES,
      ],
    };
  }
}
