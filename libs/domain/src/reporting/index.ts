// The exports of the reporting context for the apps, by feature.

// exports
export type { ExportFilters } from './exports/export-filters';
export { ExportRetentionService } from './exports/export-retention.service';
export { ExportWorkService } from './exports/export-work.service';
export { ReportingModule } from './reporting.module';
export { type ExportInput, ExportQueue, ExportsService } from './exports/exports.service';

// public-dashboard
export type { PublicArea, PublicSite } from './public-dashboard/public-areas.service';
export type { PublicCourse, PublicDay, PublicHour } from './public-dashboard/public-course.service';
export {
  PUBLIC_SNAPSHOT_SECONDS,
  type PublicDashboard,
  PublicDashboardService,
} from './public-dashboard/public-dashboard.service';
export type { PublicWidget } from './public-dashboard/public-widget';

// report-mails
export { ReportMailQueue } from './report-mails/report-mails.service';
export { ReportSenderService } from './report-mails/report-sender.service';

// report-plans
export type { ReportPlan, ReportPlanChanges, ReportPlanInput } from './report-plans/report-plan';
export { ReportPlansService } from './report-plans/report-plans.service';
export { ReportStartsService } from './report-plans/report-starts.service';

// report-previews
export { type ReportPreviewInput, ReportPreviewsService } from './report-previews/report-previews.service';

// report-runs
export { ReportRetentionService } from './report-runs/report-retention.service';
export {
  RECIPIENT_STATUSES,
  type RecipientStatus,
  REPORT_RUN_STATUSES,
  type ReportRecipient,
  type ReportRun,
  type ReportRunStatus,
} from './report-mails/report-run';
export { ReportRunQueue } from './report-runs/report-runs.service';
export { ReportWorkService } from './report-runs/report-work.service';

// report-templates
export {
  type ReportTemplate,
  type ReportTemplateInput,
  ReportTemplatesService,
} from './report-templates/report-templates.service';

// weather
export { WeatherRefreshService } from './weather/weather-refresh.service';

// widgets
export {
  type Dashboard,
  type DashboardChanges,
  type DashboardContent,
  type DashboardInput,
  DashboardsService,
} from './widgets/dashboards.service';
export {
  type AlertsSelection,
  type EnergySelection,
  type PointsSelection,
  WIDGET_METRICS,
  WIDGET_PERIODS,
  type WidgetMetric,
  type WidgetPeriod,
} from './widgets/widget-binding';
export { GRID_COLUMNS, MAX_HEIGHT, MAX_ROW } from './widgets/widget-layout';
export { WidgetRefreshService } from './widgets/widget-refresh.service';
export {
  type SavedWidget,
  type Widget,
  type WidgetInput,
  type WidgetSettingsChanges,
  WidgetsService,
} from './widgets/widgets.service';
