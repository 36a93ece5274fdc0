// Exports for tests and benchmarks only, by context and feature.

// platform/audit
export { differences } from './platform/audit/audit-record';

// platform/backups
export { newBackup } from './platform/backups/new-backup';

// platform/files
export { FileReader } from './platform/files/file-reader';
export { type FileUse, FileUseSource } from './platform/files/file-use-source';
export type { FileFilter } from './platform/files/files.service';
export { GeneratedFiles } from './platform/files/generated-files';

// platform/health
export { GatewayReportsService } from './platform/health/gateway-reports.service';

// platform/idempotency
export { IdempotencyService } from './platform/idempotency/idempotency.service';

// platform/occurrences
export { endTriggerTimes } from './platform/occurrences/end-trigger-times';
export { INTERNAL_EVENTS } from './platform/occurrences/internal-events';
export { ListenersService } from './platform/occurrences/listeners.service';
export type { Occurrence } from './platform/occurrences/occurrence';
export { OccurrencesService } from './platform/occurrences/occurrences.service';

// platform/schedules
export { ScheduleSources } from './platform/schedules/schedule-sources';

// access/accounts
export { writeSearchTerms } from './access/accounts/user-search';

// access/users
export { UserReferencesService } from './access/users/user-references.service';

// building/lighting
export { CommandRecorder } from './building/lighting/command-recorder';
export { LightWriter } from './building/lighting/light-writer';
export { LightingRecords } from './building/lighting/lighting-records';
export { LightingRepeats } from './building/lighting/lighting-repeats';
export { ReportedValuesService } from './building/lighting/reported-values.service';

// building/models
export { checkGltf } from './building/models/check-gltf';
export { ModelInspectionService } from './building/models/model-inspection.service';

// building/objects
export { ObjectReferencesService } from './building/objects/object-references.service';

// building/point-writes
export { ExecutionWriteRecords } from './building/point-writes/execution-write-records';
export { PointWriter } from './building/point-writes/point-writer';
export { WriteRecords } from './building/point-writes/write-records';

// building/scene
export { NodeNamesService } from './building/scene/node-names.service';
export { SceneLabelsService } from './building/scene/scene-labels.service';

// metering/areas
export type { AreaInput } from './metering/areas/area-set';

// access/users
export { isWholePicture } from './access/users/picture';

// metering/baselines
export { baselineDays } from './metering/baselines/baseline-days';
export { fitBaseline } from './metering/baselines/baseline-fit';
export { savingsOf } from './metering/baselines/savings';

// metering/emissions
export { readPublishedFactors } from './metering/emissions/carbon-factor-feed';
export { CarbonFactorSource } from './metering/emissions/carbon-factor-source';

// metering/energy
export { AreaPowerHistoryService } from './metering/energy/area-power-history.service';
export { type EnergyDetailsQuery, EnergyScopeService } from './metering/energy/energy-scope.service';
export { EnergySeriesService } from './metering/energy/energy-series.service';
export { profileHours } from './metering/energy/energy-profiles';
export { CommonHoursService } from './metering/energy/common-hours.service';
export { CompletenessService } from './metering/energy/completeness.service';
export { HourlyFiguresService } from './metering/energy/hourly-figures.service';

// metering/imports
export { readGreenButton } from './metering/imports/green-button';
export { readReadings } from './metering/imports/readings-file';

// metering/meters
export { EnergySumsService } from './metering/meters/energy-sums.service';
export { ImportedReadingsService } from './metering/meters/imported-readings.service';
export { MetersService } from './metering/meters/meters.service';
export { ReactiveEnergyService } from './metering/energy/reactive-energy.service';
export { ReadingEvidenceService } from './metering/meters/reading-evidence.service';
export { ReadingIntakeService } from './metering/meters/reading-intake.service';
export { RollupService } from './metering/meters/rollup.service';

// metering/overview
export { OverviewStatsService } from './metering/overview/overview-stats.service';
export { SiteAmountsService } from './metering/overview/site-amounts.service';

// metering/period-figures
export {
  type PeriodFiguresQuery,
  PeriodFiguresService,
} from './metering/period-figures/period-figures.service';
export { RatedPeriodsService } from './metering/period-figures/rated-periods.service';
export { TargetPeriodsService } from './metering/period-figures/target-periods.service';

// metering/rates
export { CommonAmountsService } from './metering/rates/common-amounts.service';
export { RatedPointsService } from './metering/rates/rated-points.service';
export { RatedSumsService } from './metering/rates/rated-sums.service';

// operations/alert-rules
export { RuleBookReader } from './operations/alert-rules/rule-book-reader';

// operations/alerts
export { AlertJournal } from './operations/alerts/alert-journal';
export type { AlertRaise } from './operations/alerts/alert-raise';
export { AlertWriter } from './operations/alerts/alert-writer';
export { WorkflowAlertsService } from './operations/alerts/workflow-alerts.service';

// operations/calendars
export { isHoliday, isOpen } from './operations/calendars/calendar-hours';
export { CalendarReader } from './operations/calendars/calendar-reader';

// operations/losses
export { LossHistoryService } from './operations/losses/loss-history.service';
export { LossJudgeService } from './operations/losses/loss-judge.service';

// operations/maintenance
export { MaintenanceChecks } from './operations/maintenance/maintenance-checks';
export { MaintenanceJournal } from './operations/maintenance/maintenance-journal';

// operations/notifications
export { DeliveryQueue } from './operations/notifications/planning/delivery-queue';
export { AlertPush } from './operations/notifications/sending/alert-push';
export { AlertMailer } from './operations/notifications/sending/alert-mailer';
export { AlertWebhook } from './operations/notifications/sending/alert-webhook';
export { DeliveryClaims } from './operations/notifications/sending/delivery-claims';

// operations/work-references
export { WorkflowTicketsService } from './operations/maintenance/workflow-tickets.service';
export { WorkReferencesService } from './operations/work-references/work-references.service';

// reporting/exports
export type { ExportPage } from './reporting/exports/export-source';
export { SavingsExport } from './reporting/exports/savings-export';
export { WorkflowExportsService } from './reporting/exports/workflow-exports.service';

// reporting/public-dashboard
export { PublicAreasService } from './reporting/public-dashboard/public-areas.service';
export { PublicCourseService } from './reporting/public-dashboard/public-course.service';

// reporting/report-documents
export type {
  ReportCell,
  ReportDocument,
  ReportSection,
  ReportTable,
} from './reporting/report-documents/report-document';
export { ReportDocumentsService } from './reporting/report-documents/report-documents.service';

// reporting/report-mails
export { ReportMailsService } from './reporting/report-mails/report-mails.service';

// reporting/report-plans
export type { ReportPlanFilter } from './reporting/report-plans/report-plans.service';
export { WorkflowReportsService } from './reporting/report-plans/workflow-reports.service';

// reporting/report-rendering
export { renderReport } from './reporting/report-rendering/render-report';
export { ReportRendererService } from './reporting/report-rendering/report-renderer.service';

// reporting/report-runs
export { ReportRunsService } from './reporting/report-runs/report-runs.service';

// reporting/report-templates
export { SHIPPED_NAMES, shippedTemplate } from './reporting/report-templates/shipped-templates';

// reporting/weather
export { WeatherSource } from './reporting/weather/weather-source';
export { WeatherService } from './reporting/weather/weather.service';

// automation/executions
export { ANSWER_MS } from './automation/executions/answers/webhook-answers.service';
export { WorkflowAnswersService } from './automation/executions/answers/workflow-answers.service';
export { CallerWaker } from './automation/executions/calls/caller-waker';
export { MAX_CALL_DEPTH, WorkflowCallsService } from './automation/executions/calls/workflow-calls.service';
export { ExecutionEnder } from './automation/executions/ending/execution-ender';
export { deleteExecutions } from './automation/executions/history/execution-history.queries';
export { CurrentValuesService } from './platform/occurrences/current-values.service';
export { DryRunStart } from './automation/executions/intake/dry-run-start';
export { ExecutionDispatcher } from './automation/executions/intake/execution-dispatcher';
export { ExecutionIntakeService } from './automation/executions/intake/execution-intake.service';
export type { ExecutionRequest } from './automation/executions/intake/execution-request';
export { SerialIntake } from './automation/executions/intake/serial-intake';
export { WorkflowHasChanged } from './automation/executions/intake/workflow-has-changed';
export { ExecutionLights } from './automation/executions/ports/execution-lights';
export { ExecutionMail } from './automation/executions/ports/execution-mail';
export { ExecutionPoints } from './automation/executions/ports/execution-points';
export { ExecutionReadings } from './automation/executions/ports/execution-readings';
export { RecipientLimit } from './automation/executions/ports/recipient-limit';
export { lockRunning, updateExecutions } from './automation/executions/record/execution-state.queries';
export {
  ExecutionStore,
  type ExecutionWrite,
  type LoadedExecution,
} from './automation/executions/record/execution-store';
export {
  DEFAULT_EXECUTION_TIMING,
  EARLY_MS,
  type ExecutionTiming,
} from './automation/executions/record/execution-timing';
export { WorkerIdentity } from './automation/executions/record/worker-identity';
export { DatabaseExecutionStore } from './automation/executions/run/database-execution-store';
export { ExecutionBasisReader } from './automation/executions/run/execution-basis-reader';
export { ExecutionClaims } from './automation/executions/run/execution-claims';
export { ExecutionDriverFactory } from './automation/executions/run/execution-driver.factory';
export { ExecutionErrorHandler } from './automation/executions/run/execution-error-handler';
export { ExecutionRunner } from './automation/executions/run/execution-runner';
export { FailureEvents } from './automation/executions/run/failure-events';
export type { JobAttempt } from './automation/executions/run/job-attempt';
export { stepKeyOf } from './automation/executions/run/node-context';
export { CurrentMatches } from './automation/executions/waits/current-matches';
export { ResumeAddresses } from './automation/executions/waits/resume-addresses';
export { WaitConditions } from './automation/executions/waits/wait-conditions';
export { SkippedTriggersService } from './automation/executions/waits/skipped-triggers.service';
export { WaitEvaluationService } from './automation/executions/waits/wait-evaluation.service';
export { insertWait, meetWaits, type NewWait } from './automation/executions/waits/waits.queries';
export { WaitsService } from './automation/executions/waits/waits.service';

// automation/expression-sites
export { ExpressionSites } from './automation/expression-sites/expression-sites';

// automation/remembered-values
export { RememberedValuesService } from './automation/remembered-values/remembered-values.service';

// automation/triggers
export { TriggerConditions } from './automation/triggers/trigger-conditions';
export { WorkflowSchedules } from './automation/triggers/workflow-schedules';

// automation/workflows
export { triggerProblems } from './automation/workflows/trigger-config';
export type { Workflow, WorkflowRevision, WorkflowSummary } from './automation/workflows/workflow';
export { WorkflowReferencesService } from './automation/workflows/workflow-references.service';

// demo
export { demoBuilding } from './demo/demo-building';
export type { DemoEnergyService } from './demo/demo-energy.service';
export { DemoObjectsService } from './demo/demo-objects.service';
export { DemoWorkflowsService } from './demo/demo-workflows.service';

// monitoring
export { NotificationMetrics } from './monitoring/notification-metrics';
