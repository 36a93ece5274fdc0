import { Module } from '@nestjs/common';
import { BuildingModule } from '../building/building.module';
import { MeteringModule } from '../metering/metering.module';
import { OperationsModule } from '../operations/operations.module';
import { PlatformModule } from '../platform/platform.module';
import { AlertsExport } from './exports/alerts-export';
import { EnergyExport } from './exports/energy-export';
import { ExportChecks } from './exports/export-checks';
import { ExportClaims } from './exports/export-claims';
import { ExportRetentionService } from './exports/export-retention.service';
import { ExportSources } from './exports/export-sources';
import { ExportWorkService } from './exports/export-work.service';
import { ExportQueue, ExportsService } from './exports/exports.service';
import { FaultsExport } from './exports/faults-export';
import { SavingsExport } from './exports/savings-export';
import { WorkflowExportsService } from './exports/workflow-exports.service';
import { PublicAreasService } from './public-dashboard/public-areas.service';
import { PublicCourseService } from './public-dashboard/public-course.service';
import { PublicDashboardService } from './public-dashboard/public-dashboard.service';
import { AreaSectionsService } from './report-documents/metered/area-sections.service';
import { BillSectionsService } from './report-documents/metered/bill-sections.service';
import { ComparedFiguresService } from './report-documents/metered/compared-figures.service';
import { DemandSectionsService } from './report-documents/metered/demand-sections.service';
import { PictureSectionsService } from './report-documents/metered/picture-sections.service';
import { MeteredFiguresService } from './report-documents/metered/metered-figures.service';
import { MeteredGroupsService } from './report-documents/metered/metered-groups.service';
import { MeteredSectionsService } from './report-documents/metered/metered-sections.service';
import { MeteredSummaryService } from './report-documents/metered/metered-summary.service';
import { PowerSectionsService } from './report-documents/metered/power-sections.service';
import { PriceSectionsService } from './report-documents/metered/price-sections.service';
import { ReportCoverageService } from './report-documents/metered/report-coverage.service';
import { SavingsSectionsService } from './report-documents/metered/savings-sections.service';
import { TargetSectionsService } from './report-documents/metered/target-sections.service';
import { AlertSectionsService } from './report-documents/records/alert-sections.service';
import { FaultSectionsService } from './report-documents/records/fault-sections.service';
import { LossSectionsService } from './report-documents/records/loss-sections.service';
import { MaintenanceSectionsService } from './report-documents/records/maintenance-sections.service';
import { RecordSectionsService } from './report-documents/records/record-sections.service';
import { ReportRecordsService } from './report-documents/records/report-records.service';
import { ReportDocumentsService } from './report-documents/report-documents.service';
import { ReportSectionsService } from './report-documents/report-sections.service';
import { ReportMailClaims } from './report-mails/report-mail-claims';
import { ReportMailQueue, ReportMailsService } from './report-mails/report-mails.service';
import { ReportSenderService } from './report-mails/report-sender.service';
import { PlanChecks } from './report-plans/plan-checks';
import { ReportPlansService } from './report-plans/report-plans.service';
import { ReportSchedules } from './report-plans/report-schedules';
import { ReportStartsService } from './report-plans/report-starts.service';
import { WorkflowReportsService } from './report-plans/workflow-reports.service';
import { ReportPreviewsService } from './report-previews/report-previews.service';
import { ReportRendererService } from './report-rendering/report-renderer.service';
import { ReportFileUses } from './report-runs/report-file-uses';
import { ReportRetentionService } from './report-runs/report-retention.service';
import { ReportRunClaims } from './report-runs/report-run-claims';
import { ReportRunQueue, ReportRunsService } from './report-runs/report-runs.service';
import { ReportWorkService } from './report-runs/report-work.service';
import { ReportTemplatesService } from './report-templates/report-templates.service';
import { WeatherRefreshService } from './weather/weather-refresh.service';
import { WeatherSource } from './weather/weather-source';
import { WeatherService } from './weather/weather.service';
import { DashboardsService } from './widgets/dashboards.service';
import { WidgetAmountsService } from './widgets/widget-amounts.service';
import { WidgetDataService } from './widgets/widget-data.service';
import { WidgetRefreshService } from './widgets/widget-refresh.service';
import { WidgetSnapshots } from './widgets/widget-snapshots';
import { WidgetsService } from './widgets/widgets.service';

const services = [
  AlertSectionsService,
  AlertsExport,
  AreaSectionsService,
  BillSectionsService,
  ComparedFiguresService,
  DashboardsService,
  DemandSectionsService,
  EnergyExport,
  ExportChecks,
  ExportClaims,
  ExportQueue,
  ExportRetentionService,
  ExportSources,
  ExportsService,
  ExportWorkService,
  FaultSectionsService,
  FaultsExport,
  SavingsExport,
  LossSectionsService,
  MaintenanceSectionsService,
  PictureSectionsService,
  MeteredFiguresService,
  MeteredGroupsService,
  MeteredSectionsService,
  MeteredSummaryService,
  PlanChecks,
  PowerSectionsService,
  PriceSectionsService,
  PublicAreasService,
  PublicCourseService,
  PublicDashboardService,
  RecordSectionsService,
  ReportCoverageService,
  ReportDocumentsService,
  ReportFileUses,
  ReportMailClaims,
  ReportMailQueue,
  ReportMailsService,
  ReportPlansService,
  ReportPreviewsService,
  ReportRecordsService,
  ReportRendererService,
  ReportRetentionService,
  ReportRunClaims,
  ReportRunQueue,
  ReportRunsService,
  ReportSchedules,
  ReportSectionsService,
  ReportSenderService,
  ReportStartsService,
  ReportTemplatesService,
  ReportWorkService,
  SavingsSectionsService,
  TargetSectionsService,
  WeatherRefreshService,
  WeatherService,
  WeatherSource,
  WidgetAmountsService,
  WidgetDataService,
  WidgetRefreshService,
  WidgetSnapshots,
  WidgetsService,
  WorkflowExportsService,
  WorkflowReportsService,
];

/** Exports, reports, the weather, widgets and the public dashboard. */
@Module({
  imports: [BuildingModule, MeteringModule, OperationsModule, PlatformModule],
  providers: services,
  exports: services,
})
export class ReportingModule {}
