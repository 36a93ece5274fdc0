import { EphemeralModule } from '@app/ephemeral';
import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { WebhookGate } from './webhook-gate';
import { WebhookGuesses } from './webhook-guesses';
import { WebhooksService } from './webhooks.service';

/** The webhook triggers, for the API. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [EphemeralModule, ExecutionsModule, IdempotencyModule, WorkflowsModule],
  providers: [WebhookGate, WebhookGuesses, WebhooksService],
  exports: [WebhooksService],
})
export class WebhooksModule {}
