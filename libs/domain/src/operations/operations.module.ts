import { OutboundHttpModule } from '@app/outbound-http';
import { Module } from '@nestjs/common';
import { UserReferencesService } from '../access/users/user-references.service';
import { BuildingModule } from '../building/building.module';
import { MeteringModule } from '../metering/metering.module';
import { PlatformModule } from '../platform/platform.module';
import { AlertRuleEvaluator } from './alert-rules/alert-rule-evaluator';
import { AlertRuleTestsService } from './alert-rules/alert-rule-tests.service';
import { AlertRulesService } from './alert-rules/alert-rules.service';
import { RuleBookReader } from './alert-rules/rule-book-reader';
import { ActiveAlertsService } from './alerts/active-alerts.service';
import { AlertActionsService } from './alerts/alert-actions.service';
import { AlertJournal } from './alerts/alert-journal';
import { AlertPagesService } from './alerts/alert-pages.service';
import { AlertWriter } from './alerts/alert-writer';
import { AlertsService } from './alerts/alerts.service';
import { GatewayAlarmIntake } from './alerts/gateway-alarm-intake';
import { ManualAlertsService } from './alerts/manual-alerts.service';
import { WorkflowAlertsService } from './alerts/workflow-alerts.service';
import { ForecastAlertsService } from './forecast-alerts/forecast-alerts.service';
import { CalendarImportService } from './calendars/calendar-import.service';
import { CalendarReader } from './calendars/calendar-reader';
import { CalendarsService } from './calendars/calendars.service';
import { FaultCommentsService } from './faults/fault-comments.service';
import { FaultStatsService } from './faults/fault-stats.service';
import { FaultsService } from './faults/faults.service';
import { LossFinderService } from './losses/loss-finder.service';
import { AirHandlersService } from './losses/air-handlers.service';
import { LossHistoryService } from './losses/loss-history.service';
import { LossJudgeService } from './losses/loss-judge.service';
import { LossRulesService } from './losses/loss-rules.service';
import { LossesService } from './losses/losses.service';
import { MaintenanceChecks } from './maintenance/maintenance-checks';
import { MaintenanceJournal } from './maintenance/maintenance-journal';
import { MaintenanceRecurrenceService } from './maintenance/maintenance-recurrence.service';
import { MaintenanceService } from './maintenance/maintenance.service';
import { WorkflowTicketsService } from './maintenance/workflow-tickets.service';
import { NotesService } from './notes/notes.service';
import { DeliveryQueue } from './notifications/planning/delivery-queue';
import { EscalationPlanner } from './notifications/planning/escalation-planner';
import { NotificationPlanner } from './notifications/planning/notification-planner';
import { NotificationRulesService } from './notifications/rules/notification-rules.service';
import { AlertPush } from './notifications/sending/alert-push';
import { PushDevicesService } from './notifications/push/push-devices.service';
import { AlertMailer } from './notifications/sending/alert-mailer';
import { AlertWebhook } from './notifications/sending/alert-webhook';
import { DeliveryClaims } from './notifications/sending/delivery-claims';
import { NotificationDeliveryService } from './notifications/sending/notification-delivery.service';
import { SiteOverviewService } from './site-overview/site-overview.service';
import { WorkReferencesService } from './work-references/work-references.service';

const services = [
  ActiveAlertsService,
  AlertActionsService,
  AlertJournal,
  AlertMailer,
  AlertPagesService,
  AlertPush,
  AlertRuleEvaluator,
  AlertRulesService,
  AlertRuleTestsService,
  AlertsService,
  AlertWebhook,
  AlertWriter,
  ForecastAlertsService,
  CalendarImportService,
  CalendarReader,
  CalendarsService,
  DeliveryClaims,
  DeliveryQueue,
  EscalationPlanner,
  FaultCommentsService,
  FaultsService,
  FaultStatsService,
  GatewayAlarmIntake,
  LossesService,
  LossFinderService,
  AirHandlersService,
  LossHistoryService,
  LossJudgeService,
  LossRulesService,
  MaintenanceChecks,
  MaintenanceJournal,
  MaintenanceRecurrenceService,
  MaintenanceService,
  ManualAlertsService,
  NotesService,
  NotificationDeliveryService,
  NotificationPlanner,
  NotificationRulesService,
  PushDevicesService,
  RuleBookReader,
  SiteOverviewService,
  UserReferencesService,
  WorkflowAlertsService,
  WorkflowTicketsService,
  WorkReferencesService,
];

/** Alerts, calendars, faults, maintenance and notifications. */
@Module({
  imports: [BuildingModule, MeteringModule, OutboundHttpModule, PlatformModule],
  providers: services,
  exports: services,
})
export class OperationsModule {}
