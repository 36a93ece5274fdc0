import { AccessModule, TokensModule } from '@app/auth';
import { type Environment, EnvironmentModule } from '@app/config';
import { allJobs } from '@app/contracts';
import {
  AccountsModule,
  AutomationModule,
  BuildingModule,
  DemoBuildingModule,
  MeteringModule,
  MonitoringModule,
  OperationsModule,
  PlatformModule,
  ReportingModule,
} from '@app/domain';
import { DatabaseModule } from '@app/entities';
import { EventBusModule } from '@app/events';
import { GatewayClientModule } from '@app/gateway-client';
import { MetricsModule } from '@app/metrics';
import { ClockModule } from '@app/processes';
import { QueueModule } from '@app/queue';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AlertRulesController } from './features/alert-rules/alert-rules.controller';
import { AlertsController } from './features/alerts/alerts.controller';
import { ApiKeysController } from './features/api-keys/api-keys.controller';
import { AuditWritesInterceptor } from './features/audit/audit-writes.interceptor';
import { AuditController } from './features/audit/audit.controller';
import { AuthController } from './features/auth/auth.controller';
import { RegistrationController } from './features/auth/registration.controller';
import { BackupScheduleController } from './features/backups/backup-schedule.controller';
import { BackupsController } from './features/backups/backups.controller';
import { CalendarImportsController } from './features/calendars/calendar-imports.controller';
import { CalendarsController } from './features/calendars/calendars.controller';
import { ConfigurationController } from './features/configuration/configuration.controller';
import { MailTestController } from './features/configuration/mail-test.controller';
import { CostsController } from './features/costs/costs.controller';
import { EmissionsController } from './features/emissions/emissions.controller';
import { ReadingCorrectionsController } from './features/energy/reading-corrections.controller';
import { BaselinesController } from './features/baselines/baselines.controller';
import { ContractsController } from './features/bills/contracts.controller';
import { PriceSeriesController } from './features/bills/price-series.controller';
import { SetupController } from './features/setup/setup.controller';
import { BudgetsController } from './features/budgets/budgets.controller';
import { GatewaysController } from './features/gateways/gateways.controller';
import { LossesController } from './features/losses/losses.controller';
import { NotesController } from './features/notes/notes.controller';
import { LossRulesController } from './features/losses/loss-rules.controller';
import { EnergyProfilesController } from './features/energy/energy-profiles.controller';
import { EnergyController } from './features/energy/energy.controller';
import { ExplanationController } from './features/energy/explanation.controller';
import { EventsModule } from './features/events/events.module';
import { ExportsController } from './features/exports/exports.controller';
import { FaultCommentsController } from './features/faults/fault-comments.controller';
import { FaultsController } from './features/faults/faults.controller';
import { FilesController } from './features/files/files.controller';
import { HealthController } from './features/health/health.controller';
import { HomeController } from './features/home/home.controller';
import { ReadingImportsController } from './features/imports/reading-imports.controller';
import { IotAlarmsController } from './features/iot/iot-alarms.controller';
import { IotCodesController } from './features/iot/iot-codes.controller';
import { IotTokenController } from './features/iot/iot-token.controller';
import { IotWritesController } from './features/iot/iot-writes.controller';
import { LightingController } from './features/lighting/lighting.controller';
import { MaintenanceController } from './features/maintenance/maintenance.controller';
import { MetricsController } from './features/metrics/metrics.controller';
import { StreamMetrics } from './features/metrics/stream-metrics';
import { ModelFilesController } from './features/models/model-files.controller';
import { ModelsController } from './features/models/models.controller';
import { NodesController } from './features/nodes/nodes.controller';
import { NotificationRulesController } from './features/notification-rules/notification-rules.controller';
import { ObjectsController } from './features/objects/objects.controller';
import { OverviewController } from './features/overview/overview.controller';
import { ModelPointsController } from './features/points/model-points.controller';
import { PointImports } from './features/points/point-imports';
import { PointsController } from './features/points/points.controller';
import { PreferencesController } from './features/preferences/preferences.controller';
import { ProviderSignInController } from './features/provider-sign-in/provider-sign-in.controller';
import { PublicDashboardController } from './features/public/public-dashboard.controller';
import { PublicController } from './features/public/public.controller';
import { PushController } from './features/push/push.controller';
import { ReportPlansController } from './features/reports/report-plans.controller';
import { ReportPreviewsController } from './features/reports/report-previews.controller';
import { ReportTemplatesController } from './features/reports/report-templates.controller';
import { ResumptionController } from './features/resumption/resumption.controller';
import { PublicModelController } from './features/scene/public-model.controller';
import { SceneController } from './features/scene/scene.controller';
import { AvatarsController } from './features/users/avatars.controller';
import { UsersController } from './features/users/users.controller';
import { WebhookDeliveries } from './features/webhooks/webhook-deliveries';
import { WebhooksController } from './features/webhooks/webhooks.controller';
import { DashboardsController } from './features/widgets/dashboards.controller';
import { WidgetsController } from './features/widgets/widgets.controller';
import { ExecutionsController } from './features/workflows/executions.controller';
import { ExpressionsController } from './features/workflows/expressions.controller';
import { WorkflowsController } from './features/workflows/workflows.controller';

const CONTROLLERS = [
  // Express compares each request with the routes in this order, so the busiest route is the first one.
  WebhooksController,
  AlertRulesController,
  AlertsController,
  ApiKeysController,
  AuditController,
  AuthController,
  RegistrationController,
  BackupScheduleController,
  BackupsController,
  CalendarsController,
  CalendarImportsController,
  ConfigurationController,
  MailTestController,
  CostsController,
  EmissionsController,
  BaselinesController,
  ContractsController,
  PriceSeriesController,
  BudgetsController,
  SetupController,
  LossesController,
  LossRulesController,
  EnergyController,
  EnergyProfilesController,
  ExplanationController,
  ExportsController,
  FaultsController,
  FaultCommentsController,
  FilesController,
  GatewaysController,
  HealthController,
  HomeController,
  IotAlarmsController,
  IotCodesController,
  IotTokenController,
  IotWritesController,
  LightingController,
  MaintenanceController,
  MetricsController,
  ModelFilesController,
  ModelsController,
  NodesController,
  NotesController,
  NotificationRulesController,
  ObjectsController,
  ModelPointsController,
  PointsController,
  OverviewController,
  ProviderSignInController,
  PublicController,
  PublicDashboardController,
  PreferencesController,
  ReadingCorrectionsController,
  ReadingImportsController,
  ReportPreviewsController,
  ReportTemplatesController,
  PushController,
  ReportPlansController,
  ResumptionController,
  PublicModelController,
  SceneController,
  UsersController,
  AvatarsController,
  DashboardsController,
  WidgetsController,
  ExpressionsController,
  WorkflowsController,
  ExecutionsController,
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
        AccountsModule,
        AutomationModule,
        BuildingModule,
        EventsModule,
        MeteringModule,
        MetricsModule,
        DemoBuildingModule,
        MonitoringModule,
        OperationsModule,
        PlatformModule,
        ReportingModule,
        TokensModule,
      ],
      controllers: CONTROLLERS,
      providers: [
        WebhookDeliveries,
        { provide: APP_INTERCEPTOR, useClass: AuditWritesInterceptor },
        StreamMetrics,
        PointImports,
      ],
    };
  }
}
