import { WebhooksModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhooksController } from './webhooks.controller';

@Module({ imports: [WebhooksModule], controllers: [WebhooksController], providers: [WebhookDeliveries] })
export class WebhooksFeatureModule {}
