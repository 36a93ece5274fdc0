// The exports for the apps, by context and feature.

// platform/audit
export { PlatformModule } from './platform/platform.module';
export { AuditService } from './platform/audit/audit.service';

// platform/audit-log
export { type AuditFilter, AuditLogService } from './platform/audit-log/audit-log.service';

// platform/backups
export { BackupRetentionService } from './platform/backups/backup-retention.service';
export {
  type BackupSchedule,
  type BackupScheduleChanges,
  BackupScheduleService,
} from './platform/backups/backup-schedule.service';
export { BackupWorkService } from './platform/backups/backup-work.service';
export type { Backup } from './platform/backups/backups.queries';
export { type BackupInput, BackupQueue, BackupsService } from './platform/backups/backups.service';

// platform/configuration
export { ConfigurationService } from './platform/configuration/configuration.service';
export {
  type ConfigurationChanges,
  maskConfiguration,
  type PlatformConfiguration,
} from './platform/configuration/platform-configuration';

// platform/files
export { FilesService } from './platform/files/files.service';

// platform/gateways
export {
  type Gateway,
  type GatewayChanges,
  type GatewayInput,
  GatewaysService,
} from './platform/gateways/gateways.service';

// platform/health
export { type Readiness, ReadinessService } from './platform/health/readiness.service';

// platform/mailing
export { type MailTestResult, MailTestService } from './platform/mailing/mail-test.service';

// platform/schedules
export { ScheduleUpkeepService } from './platform/schedules/schedule-upkeep.service';
export { SchedulesService } from './platform/schedules/schedules.service';

// platform/stored-files
export { FILE_NAME_LENGTH, isFileName } from './platform/stored-files/file-name';
export { StoredFilesService, type Upload } from './platform/stored-files/stored-files.service';

// access/accounts
export type { Account } from './access/accounts/account';
export { AccountsModule } from './access/accounts.module';
export { AccountsService } from './access/accounts/accounts.service';
export {
  type AdministratorPassword,
  AdministratorPasswordService,
} from './access/accounts/administrator-password.service';
export { AdministratorService } from './access/accounts/administrator.service';
export { CODE_LIFETIME_MS } from './access/accounts/code-lifetime';
export { CodeRequestsService } from './access/accounts/code-requests.service';
export { USERNAME } from './access/accounts/new-account';
export { OwnPasswordService, type PasswordChange } from './access/accounts/own-password.service';
export { PasswordHasher } from './access/accounts/password-hasher';
export { type PasswordReset, PasswordResetService } from './access/accounts/password-reset.service';
export { type Registration, RegistrationService } from './access/accounts/registration.service';
export { type Login, SessionsService, type UserSession } from './access/accounts/sessions.service';

// access/api-keys
export {
  type ApiKey,
  type ApiKeyInput,
  ApiKeysService,
  type CreatedApiKey,
} from './access/api-keys/api-keys.service';

// access/preferences
export { FORMATS, type Preferences, PREFERENCES } from './access/preferences/preferences';
export { PreferencesService } from './access/preferences/preferences.service';

// access/provider-sign-in
export { ProviderBindingService } from './access/provider-sign-in/provider-binding.service';
export { ProviderLinks } from './access/provider-sign-in/provider-links';
export {
  ProviderSignInService,
  type SignInOutcome,
} from './access/provider-sign-in/provider-sign-in.service';
export { ATTEMPT_LIFETIME_SECONDS, type ShownBinding } from './access/provider-sign-in/sign-in-attempts';

// access/users
export { AvatarsService } from './access/users/avatars.service';
export { UserAdministrationService } from './access/users/user-administration.service';
export {
  type UserChanges,
  type UserCreation,
  type UserFilter,
  UsersService,
} from './access/users/users.service';

// building
export * from './building';

// metering/areas
export type { Site } from './metering/areas/area-tree';
export { AreasService } from './metering/areas/areas.service';

// metering/arithmetic
export { BUCKET_INTERVALS, type BucketInterval } from './metering/arithmetic/calendar';
export { roundedHalfUp } from './metering/arithmetic/rounded';
export type { BaselineFit } from './metering/baselines/baseline-fit';
export {
  type NormalizedEnergy,
  type ModelDay,
  type ModelDays,
  type NormalizedQuery,
  type BaselineSavings,
  BaselineSavingsService,
  type FittedBaseline,
  type SavingsQuery,
} from './metering/baselines/baseline-savings.service';
export {
  type BaselineChanges,
  type BaselineInput,
  BaselinesService,
} from './metering/baselines/baselines.service';
export {
  DEGREE_DAY_INTERVALS,
  DEGREE_DAY_KINDS,
  DEGREE_DAY_METHODS,
  type DegreeDaySettings,
} from './metering/temperature/degree-days';
export {
  type DegreeDayQuery,
  OutdoorTemperatureService,
} from './metering/temperature/outdoor-temperature.service';

// metering/bills
export type { Bill, BillLine } from './metering/bills/bill';
export {
  type BillShare,
  BillSharesService,
  type BillSharesQuery,
  SHARED_BY,
  type SharedBill,
  type SharedBy,
} from './metering/bills/bill-shares.service';
export { type BillsQuery, BillsService } from './metering/bills/bills.service';
export {
  type ContractChanges,
  type ContractInput,
  ContractsService,
} from './metering/bills/contracts.service';
export { type DemandForecast, DemandForecastsService } from './metering/bills/demand-forecasts.service';
export { CHARGE_KINDS, type ChargeKind } from './metering/bills/energy-charges';
export { PriceFetchesService } from './metering/bills/price-fetches.service';
export { WeatherHistoryService } from './metering/temperature/weather-history.service';
export {
  type PriceImport,
  type PriceSeriesChanges,
  type PriceSeriesInput,
  PriceSeriesService,
  withoutQuery,
} from './metering/bills/price-series.service';
// metering/benchmarks
export {
  type Benchmark,
  type BenchmarksQuery,
  BenchmarksService,
} from './metering/benchmarks/benchmarks.service';

// metering/budgets
export { FORECAST_METHODS, type ForecastMethod } from './metering/budgets/budget-forecast';
export { type BudgetState, BudgetStatesService } from './metering/budgets/budget-states.service';
export { type BudgetChanges, type BudgetInput, BudgetsService } from './metering/budgets/budgets.service';

// metering/costs
export { MeteringModule } from './metering/metering.module';
export { CostsService } from './metering/costs/costs.service';

// metering/emissions
export { CarbonFactorsService } from './metering/emissions/carbon-factors.service';
export { EmissionsService } from './metering/emissions/emissions.service';

// metering/energy
export { AreaCardsService } from './metering/energy/area-cards.service';
export {
  DEMAND_INTERVALS,
  type DemandInterval,
  DemandService,
  WINDOW_MINUTES,
} from './metering/energy/demand.service';
export { EnergyDetailsService } from './metering/energy/energy-details.service';
export { EnergyProfilesService } from './metering/energy/energy-profiles.service';
export { EnergyStatsService, STATS_PERIODS, type StatsPeriod } from './metering/energy/energy-stats.service';

// metering/explanations
export {
  EXPLAINED_METRICS,
  type ExplainedMetric,
  type Explanation,
  ExplanationsService,
} from './metering/explanations/explanations.service';
export type { ExplainedRate } from './metering/explanations/rate-breakdown.service';

// metering/gateway-proxy
export {
  type AlarmConfigsRequest,
  type AlarmHistoryRequest,
  GatewayAlarmsService,
} from './metering/gateway-proxy/gateway-alarms.service';
export {
  GatewayHistoryService,
  type HistoryRequest,
  type HistorySeries,
} from './metering/gateway-proxy/gateway-history.service';
export type { HistorySample } from './metering/gateway-proxy/history-buckets';

// metering/imports
export { importProgress } from './metering/imports/import-batches';
export {
  type ReadingImportPreview,
  ReadingImportPreviewService,
} from './metering/imports/reading-import-preview.service';
export { ReadingImportWorkService } from './metering/imports/reading-import-work.service';
export type { ReadingImportSummary } from './metering/imports/reading-imports.queries';
export { type ReadingImportOptions, ReadingImportsService } from './metering/imports/reading-imports.service';

// metering/ingestion
export { GatewayConnectionService } from './metering/ingestion/gateway-connection.service';
export { MeterHistoryService } from './metering/ingestion/meter-history.service';
export { PointValuesService } from './metering/ingestion/point-values.service';
export { followedBy, type ValueFollower } from './metering/ingestion/value-follower';

// metering/meters
export { MeterJobsService } from './metering/meters/meter-jobs.service';
export { MeterRereadService } from './metering/meters/meter-reread.service';
export { historyProgress } from './metering/meters/meter-settings';
export { MeterUpkeepService } from './metering/meters/meter-upkeep.service';
export type { ReadingCorrection } from './metering/meters/reading-corrections.queries';
export {
  type CorrectionInput,
  type CorrectionListQuery,
  ReadingCorrectionsService,
} from './metering/meters/reading-corrections.service';

// metering/overview
export {
  CHART_PERIODS,
  type ChartPeriod,
  EnergyChartService,
} from './metering/overview/energy-chart.service';

// operations/alert-rules
export type { AlertRule, AlertRuleChanges, AlertRuleInput } from './operations/alert-rules/alert-rule';
export { OperationsModule } from './operations/operations.module';
export { AlertRuleEvaluator } from './operations/alert-rules/alert-rule-evaluator';
export {
  type AlertRuleTest,
  type AlertRuleTestResult,
  AlertRuleTestsService,
} from './operations/alert-rules/alert-rule-tests.service';
export { AlertRulesService } from './operations/alert-rules/alert-rules.service';

// operations/alerts
export { AlertActionsService, type ShelveInput } from './operations/alerts/alert-actions.service';
export type { AlertRecord } from './operations/alerts/alert-change';
export { type AlertChanges, type AlertFilter, AlertsService } from './operations/alerts/alerts.service';
export { GatewayAlarmIntake } from './operations/alerts/gateway-alarm-intake';
export { type AlertInput, ManualAlertsService } from './operations/alerts/manual-alerts.service';

// operations/forecast-alerts
export { ForecastAlertsService } from './operations/forecast-alerts/forecast-alerts.service';

// operations/calendars
export { type ExceptionInput, MAX_EXCEPTIONS } from './operations/calendars/calendar-exceptions';
export { type CalendarImport, CalendarImportService } from './operations/calendars/calendar-import.service';
export {
  type CalendarChanges,
  type CalendarInput,
  CalendarsService,
} from './operations/calendars/calendars.service';

// operations/faults
export { type FaultComment, FaultCommentsService } from './operations/faults/fault-comments.service';
export { type FaultStats, FaultStatsService } from './operations/faults/fault-stats.service';
export {
  type Fault,
  type FaultChanges,
  type FaultFilter,
  type FaultInput,
  FaultsService,
} from './operations/faults/faults.service';

// operations/losses
export { AirHandlersService } from './operations/losses/air-handlers.service';
export { LossFinderService } from './operations/losses/loss-finder.service';
export {
  LOSS_OUTCOMES,
  type LossRuleChanges,
  type LossRuleDay,
  type LossRuleSettings,
  LossRulesService,
  type LossRuleState,
  type LossRuleTest,
} from './operations/losses/loss-rules.service';
export { LossesService, type Loss, type LossFilter } from './operations/losses/losses.service';

// operations/maintenance
export type { Maintenance } from './operations/maintenance/maintenance';
export type { RecurrenceInput } from './operations/maintenance/maintenance-checks';
export { MaintenanceRecurrenceService } from './operations/maintenance/maintenance-recurrence.service';
export {
  type MaintenanceChanges,
  type MaintenanceInput,
  type MaintenanceListFilter,
  MaintenanceService,
} from './operations/maintenance/maintenance.service';

// operations/notes
export { type Note, type NoteInput, type NoteQuery, NotesService } from './operations/notes/notes.service';

// operations/notifications
export { EscalationPlanner } from './operations/notifications/planning/escalation-planner';
export { NotificationPlanner } from './operations/notifications/planning/notification-planner';
export {
  PushDevicesService,
  type PushSubscription,
} from './operations/notifications/push/push-devices.service';
export type { NotificationDelivery } from './operations/notifications/rules/notification-rules.queries';
export {
  type NotificationRuleChanges,
  type NotificationRuleInput,
  NotificationRulesService,
} from './operations/notifications/rules/notification-rules.service';
export type { ChannelInput } from './operations/notifications/rules/rule-channels';
export { NotificationDeliveryService } from './operations/notifications/sending/notification-delivery.service';

// operations/site-overview
export { SiteOverviewService } from './operations/site-overview/site-overview.service';

// reporting
export * from './reporting';

// automation
export * from './automation';

// demo
export { DemoBuildingModule } from './demo/demo-building.module';
export { DemoBuildingService } from './demo/demo-building.service';
export { DemoLifeService } from './demo/demo-life.service';
export { DemoRemovalService } from './demo/demo-removal.service';
export { type Setup, SETUP_STEPS, SetupService, type SetupStep } from './demo/setup.service';

// monitoring
export { MonitoringModule, WorkerMonitoringModule } from './monitoring/monitoring.module';
