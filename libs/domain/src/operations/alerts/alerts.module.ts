import { Module } from '@nestjs/common';
import { ObjectsModule } from '../../building/objects/objects.module';
import { AreasModule } from '../../metering/areas/areas.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { ActiveAlertsService } from './active-alerts.service';
import { AlertActionsService } from './alert-actions.service';
import { AlertJournal } from './alert-journal';
import { AlertPagesService } from './alert-pages.service';
import { AlertWriter } from './alert-writer';
import { AlertsService } from './alerts.service';
import { GatewayAlarmIntake } from './gateway-alarm-intake';
import { ManualAlertsService } from './manual-alerts.service';
import { WorkflowAlertsService } from './workflow-alerts.service';

const services = [
  ActiveAlertsService,
  AlertActionsService,
  AlertPagesService,
  AlertsService,
  AlertWriter,
  GatewayAlarmIntake,
  ManualAlertsService,
  WorkflowAlertsService,
];

/** Requires `GatewayClientModule`. */
@Module({
  imports: [AreasModule, AuditModule, ConfigurationModule, ObjectsModule, OccurrencesModule],
  providers: [...services, AlertJournal],
  exports: services,
})
export class AlertsModule {}
