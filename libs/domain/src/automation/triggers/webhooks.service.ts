import { DomainError, RecentValues } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import { type ExecutionRequest, WorkflowHasChanged } from '../executions/intake/execution-request';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { type TriggeredWorkflow, WorkflowsService } from '../workflows/workflows.service';
import type { SignatureConfig, TriggerConfigs } from '../workflows/trigger-schemas';
import { mayRepeat, type RepeatKey, repeatKeyOf } from './repeat-key';
import type { WebhookDelivery } from './webhook-delivery';
import { WebhookGate } from './webhook-gate';
import { requestOf } from './webhook-request';

/** Maximum number of workflows that a process caches. */
const KEPT = 1000;
/** Maximum number of attempts to accept a delivery while its workflow changes concurrently. */
const MOST_TRIES = 3;

/** Accepts deliveries to webhooks. Each admitted delivery starts one execution. */
@Injectable()
export class WebhooksService {
  private readonly recent = new RecentValues<TriggeredWorkflow>(KEPT);

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly gate: WebhookGate,
    private readonly intake: ExecutionIntakeService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Delivers to the webhook at `slug`.
   * @returns the id of the stored execution
   * @throws DomainError
   */
  async deliverTo(slug: string, delivery: WebhookDelivery): Promise<string> {
    return this.deliver(`slug ${slug}`, () => this.workflows.findByWebhookSlug(slug), delivery);
  }

  /** Like `deliverTo`, for a webhook whose id is in a header, or in the body as `webhookId`. */
  async deliverById(delivery: WebhookDelivery): Promise<string> {
    const webhookId = delivery.headers['x-webhook-id'] ?? idIn((await delivery.body()).data());
    return this.deliver(`id ${webhookId}`, () => this.workflows.findByWebhookId(webhookId), delivery);
  }

  private async deliver(place: string, find: Find, delivery: WebhookDelivery): Promise<string> {
    const taken = await this.takeByRecent(place, find, delivery);
    if (taken !== null) return taken;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      this.recent.forget(place);
      const workflow = await this.recent.get(place, () => webhookBy(find));
      await this.gate.admit(workflow, delivery);
      const id = await this.accept(workflow, delivery);
      if (id !== null) return id;
    }
    throw new DomainError('unavailable', 'workflow_changing', 'The workflow is being changed; try again.');
  }

  /**
   * Uses the cached workflow, which needs no query: the insert of the execution checks that the workflow is unchanged.
   * A repeat gets the first answer without an insert, so it needs the current workflow.
   * @returns null if the cached workflow refuses the delivery or is outdated; then read the workflow again
   */
  private async takeByRecent(place: string, find: Find, delivery: WebhookDelivery): Promise<string | null> {
    const workflow = await this.recent.get(place, () => webhookBy(find));
    if (isDraft(workflow) || mayRepeat(signatureOf(workflow), delivery.headers)) return null;
    return (await this.gate.wouldAdmit(workflow, delivery)) ? this.accept(workflow, delivery) : null;
  }

  /** Returns null if the workflow has changed since the delivery was admitted. The caller must then decide again. */
  private async accept(workflow: TriggeredWorkflow, delivery: WebhookDelivery): Promise<string | null> {
    try {
      const { id: workflowId, revision, changedAtMs } = workflow;
      const key = await repeatKeyOf(signatureOf(workflow), delivery);
      const triggerData = (await delivery.body()).data();
      const webhookRequest = requestOf(delivery, workflow.triggerConfig);
      const trigger = { trigger: 'webhook' as const, triggerData, webhookRequest };
      const request: ExecutionRequest = { workflowId, revision, ...trigger };
      if (key === null) return await this.intake.acceptUnchanged(request, changedAtMs);
      return await this.acceptOnce(request, changedAtMs, key);
    } catch (error) {
      if (!(error instanceof WorkflowHasChanged)) throw error;
      await this.gate.uncount(workflow);
      return null;
    }
  }

  /** If a delivery is repeated within 24 hours, returns the id of the first delivery's execution. */
  private async acceptOnce(request: ExecutionRequest, changedAtMs: number, key: RepeatKey): Promise<string> {
    const { workflowId } = request;
    const { answer, repeated } = await this.idempotency.answer(
      `webhook/${workflowId}`,
      key.value,
      key.covers === 'body' ? request.triggerData : null,
      async (manager) => ({
        executionId: await this.intake.acceptUnchanged(request, changedAtMs, manager),
      }),
    );
    if (!repeated) this.intake.announce([{ id: answer.executionId, workflowId }]);
    return answer.executionId;
  }
}

/** The configuration of a draft may be invalid. A draft accepts no delivery. */
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
  const message = 'must be given, in the body or as the header X-Webhook-Id';
  throw DomainError.invalid(`webhookId ${message}.`, [{ path: 'webhookId', message }]);
}
