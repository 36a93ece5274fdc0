import { OutboundHttpModule } from '@app/outbound-http';
import { Module } from '@nestjs/common';
import { AreasModule } from '../../../metering/areas/areas.module';
import { ConfigurationModule } from '../../../platform/configuration/configuration.module';
import { MailingModule } from '../../../platform/mailing/mailing.module';
import { EscalationPlanner } from '../planning/escalation-planner';
import { NotificationPlanner } from '../planning/notification-planner';
import { AlertMailer } from './alert-mailer';
import { AlertWebhook } from './alert-webhook';
import { DeliveryClaims } from './delivery-claims';
import { DeliveryQueue } from '../planning/delivery-queue';
import { NotificationDeliveryService } from './notification-delivery.service';

const services = [EscalationPlanner, NotificationDeliveryService, NotificationPlanner];

/** Plans and sends messages about alerts. Requires `QueueModule`. */
@Module({
  imports: [AreasModule, ConfigurationModule, MailingModule, OutboundHttpModule],
  providers: [...services, AlertMailer, AlertWebhook, DeliveryClaims, DeliveryQueue],
  exports: services,
})
export class NotificationDeliveryModule {}
