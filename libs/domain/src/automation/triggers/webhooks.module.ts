import { EphemeralModule } from '@app/ephemeral';
import { Module } from '@nestjs/common';
import { WebhookAnswersService } from '../executions/answers/webhook-answers.service';
import { ExecutionsModule } from '../executions/executions.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { WebhookGuesses } from './webhook-guesses';
import { WebhooksService } from './webhooks.service';

/** The webhook triggers, for the API. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [EphemeralModule, ExecutionsModule, IdempotencyModule, WorkflowsModule],
  providers: [WebhookAnswersService, WebhookGuesses, WebhooksService],
  exports: [WebhookAnswersService, WebhooksService],
})
export class WebhooksModule {}
