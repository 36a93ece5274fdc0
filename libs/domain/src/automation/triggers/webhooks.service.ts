import { Environment } from '@app/config';
import { type Limit, Throttle } from '@app/ephemeral';
import { Clock, DomainError, RecentValues, say } from '@app/kernel';
import { respondNode } from '@app/workflow-nodes';
import { Injectable, Logger } from '@nestjs/common';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { ExecutionRequest } from '../executions/intake/execution-request';
import { WorkflowHasChanged } from '../executions/intake/workflow-has-changed';
import type { AcceptedExecution } from '../executions/intake/new-execution';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { type TriggeredWorkflow, WorkflowsService } from '../workflows/workflows.service';
import type { SignatureConfig, TriggerConfigs } from '../workflows/trigger-schemas';
import { mayRepeat, type RepeatKey, repeatKeyOf } from './repeat-key';
import type { AcceptedDelivery, WebhookDelivery } from './webhook-delivery';
import { requestOf } from './stored-request';
import { addressRefusal, senderRefusal, WRONG_SECRET } from './webhook-gate';
import { WebhookGuesses } from './webhook-guesses';

/** Maximum number of workflows that a process caches. */
const KEPT = 1000;
/** Maximum number of attempts to accept a delivery while its workflow changes concurrently. */
const MOST_TRIES = 3;

/** Accepts deliveries to webhooks. Each admitted delivery starts one execution. */
@Injectable()
export class WebhooksService {
  private readonly logger = new Logger(WebhooksService.name);
  private readonly recent = new RecentValues<TriggeredWorkflow>(KEPT);
  private readonly deliveries: Limit;

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly guesses: WebhookGuesses,
    private readonly intake: ExecutionIntakeService,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
    throttle: Throttle,
    { LIMIT_WEBHOOKS_PER_MINUTE: points }: Environment,
  ) {
    const name = 'webhook-deliveries';
    this.deliveries = throttle.limit({ name, points, windowSeconds: 60, frequent: true });
  }

  /**
   * Delivers to the webhook at `slug`.
   * @throws DomainError
   */
  async deliverTo(slug: string, delivery: WebhookDelivery): Promise<AcceptedDelivery> {
    return this.deliver(`slug ${slug}`, () => this.workflows.findByWebhookSlug(slug), delivery);
  }

  /** Like `deliverTo`, for a webhook whose id is in a header, or in the body as `webhookId`. */
  async deliverById(delivery: WebhookDelivery): Promise<AcceptedDelivery> {
    const webhookId = delivery.headers['x-webhook-id'] ?? idIn((await delivery.body()).data());
    return this.deliver(`id ${webhookId}`, () => this.workflows.findByWebhookId(webhookId), delivery);
  }

  private async deliver(place: string, find: Find, delivery: WebhookDelivery): Promise<AcceptedDelivery> {
    for (let tries = 0; tries <= MOST_TRIES; tries++) {
      // The first try uses the cached workflow, without a query. Only the current workflow may refuse a delivery.
      const isCached = tries === 0;
      if (!isCached) this.recent.forget(place);
      const workflow = await this.recent.get(place, () => webhookBy(find));
      // The insert of the execution detects an outdated workflow, but a repeated delivery inserts nothing.
      if (isCached && (isDraft(workflow) || mayRepeat(signatureOf(workflow), delivery.headers))) continue;
      const refusal = await this.refusalOf(workflow, delivery);
      if (isCached && refusal) continue;
      if (refusal?.code === WRONG_SECRET) await this.guesses.countWrong(workflow.id, delivery.address);
      if (refusal) throw refusal;
      const executionId = await this.acceptIfUnchanged(workflow, delivery);
      if (executionId !== null) return { executionId, mayAnswer: await this.mayAnswer(workflow) };
    }
    throw new DomainError('unavailable', 'workflow_changing', 'The workflow is being changed; try again.');
  }

  /**
   * Checks the address, then the secret, then whether the workflow is enabled. The delivery is counted last. A sender
   * without permission therefore learns nothing about the workflow and uses up no quota.
   * @returns the error with which the delivery is refused; null if it is admitted
   */
  private async refusalOf(
    workflow: TriggeredWorkflow,
    delivery: WebhookDelivery,
  ): Promise<DomainError | null> {
    const refusal =
      addressRefusal(workflow, delivery) ??
      this.guesses.refusalOf(workflow.id, delivery.address) ??
      (await senderRefusal(workflow, delivery, this.clock));
    if (refusal) return refusal;
    if (isDraft(workflow))
      return new DomainError('conflict', 'workflow_disabled', 'The workflow is not enabled.');
    return this.quotaRefusal(workflow.id, delivery);
  }

  /** Counts a delivery after its body has arrived completely. Returns the error if it exceeds the limit. */
  private async quotaRefusal(workflowId: string, delivery: WebhookDelivery): Promise<DomainError | null> {
    await delivery.body();
    try {
      await this.deliveries.count(workflowId);
      return null;
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'too_many') throw error;
      const message = 'The webhook accepts no more deliveries this minute.';
      const { retryAfterSeconds } = error;
      return new DomainError('too_many', 'too_many_deliveries', message, { retryAfterSeconds });
    }
  }

  /** Starts the execution. Returns null if the workflow has changed since the delivery was admitted. */
  private async acceptIfUnchanged(
    workflow: TriggeredWorkflow,
    delivery: WebhookDelivery,
  ): Promise<string | null> {
    try {
      const { id: workflowId, revision, mode, changedAtMs } = workflow;
      const key = await repeatKeyOf(signatureOf(workflow), delivery);
      const triggerData = (await delivery.body()).data();
      const webhookRequest = requestOf(delivery, workflow.triggerConfig);
      const trigger = { trigger: 'webhook' as const, triggerData, webhookRequest };
      const request: ExecutionRequest = { workflowId, revision, mode, ...trigger };
      if (key === null) return await this.intake.acceptUnchanged(request, changedAtMs);
      return await this.acceptOnce(request, changedAtMs, key);
    } catch (error) {
      if (!(error instanceof WorkflowHasChanged)) throw error;
      await this.deliveries.uncount(workflow.id);
      return null;
    }
  }

  /** Accepts a delivery once within 24 hours. For a repeat, returns the id of the first execution. */
  private async acceptOnce(request: ExecutionRequest, changedAtMs: number, key: RepeatKey): Promise<string> {
    const { workflowId } = request;
    let changes: AcceptedExecution[] = [];
    const { answer, repeated } = await this.idempotency.answer(
      `webhook/${workflowId}`,
      key.value,
      key.covers === 'body' ? request.triggerData : null,
      async (manager) => {
        const intake = await this.intake.acceptUnchangedIn(manager, request, changedAtMs);
        changes = intake.changes;
        return { executionId: intake.executionId };
      },
    );
    if (!repeated) this.intake.announce(changes);
    return answer.executionId;
  }

  /**
   * Returns true if the workflow has a `respond` node. Returns false if the definition is invalid, because the
   * execution will then fail. Also returns false if the database is unreachable, because an error would make the sender
   * repeat a delivery that is already accepted. The sender then gets no answer of the workflow.
   */
  private async mayAnswer({ id, revision }: TriggeredWorkflow): Promise<boolean> {
    try {
      return (await this.workflows.readForExecution(id, revision)).graph.types.has(respondNode.type);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable')
        this.logger.warn({ err: error, workflowId: id }, 'The definition of a webhook could not be read');
      return false;
    }
  }
}

/** A draft accepts no deliveries, because its configuration may be invalid. */
function isDraft({ enabled, draft }: TriggeredWorkflow): boolean {
  return draft || !enabled;
}

function signatureOf({ triggerConfig }: TriggeredWorkflow): SignatureConfig | undefined {
  return (triggerConfig as TriggerConfigs['webhook']).signature;
}

type Find = () => Promise<TriggeredWorkflow | null>;

/** @throws DomainError not_found */
async function webhookBy(find: Find): Promise<TriggeredWorkflow> {
  const workflow = await find();
  if (workflow?.triggerType !== 'webhook') throw DomainError.notFound('The webhook');
  return workflow;
}

function idIn(body: unknown): string {
  const webhookId: unknown =
    typeof body === 'object' && body !== null && 'webhookId' in body ? body.webhookId : undefined;
  if (typeof webhookId === 'string') return webhookId;
  throw DomainError.ofField('webhookId', say('no_webhook_id'));
}
