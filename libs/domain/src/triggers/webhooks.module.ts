import { EphemeralModule } from '@app/ephemeral';
import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { WebhookGate } from './webhook-gate';
import { WebhookGuesses } from './webhook-guesses';
import { WebhooksService } from './webhooks.service';

/** What the outside triggers: for the api. Wants `QueueModule` and `EventBusModule`. */
@Module({
  imports: [EphemeralModule, ExecutionsModule, IdempotencyModule, WorkflowsModule],
  providers: [{ provide: Clock, useClass: SystemClock }, WebhookGate, WebhookGuesses, WebhooksService],
  exports: [WebhooksService],
})
export class WebhooksModule {}
