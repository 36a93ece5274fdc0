import { DomainError, RecentValues } from '@app/kernel';
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
import { WebhookGate } from './webhook-gate';
import { requestOf } from './stored-request';

/** Maximum number of workflows that a process caches. */
const KEPT = 1000;
/** Maximum number of attempts to accept a delivery while its workflow changes concurrently. */
const MOST_TRIES = 3;

/** Accepts deliveries to webhooks. Each admitted delivery starts one execution. */
@Injectable()
export class WebhooksService {
  private readonly logger = new Logger(WebhooksService.name);
  private readonly recent = new RecentValues<TriggeredWorkflow>(KEPT);

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly gate: WebhookGate,
    private readonly intake: ExecutionIntakeService,
    private readonly idempotency: IdempotencyService,
  ) {}

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
    const taken = await this.takeByRecent(place, find, delivery);
    if (taken) return taken;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      this.recent.forget(place);
      const workflow = await this.recent.get(place, () => webhookBy(find));
      await this.gate.admit(workflow, delivery);
      const accepted = await this.accept(workflow, delivery);
      if (accepted) return accepted;
    }
    throw new DomainError('unavailable', 'workflow_changing', 'The workflow is being changed; try again.');
  }

  /**
   * Accepts the delivery with the cached workflow, without a query. The insert of the execution checks that the
   * workflow is unchanged. A repeated delivery inserts nothing, so it must be checked against the current workflow.
   * @returns null if the cached workflow refuses the delivery or is outdated; in this case, read the workflow again
   */
  private async takeByRecent(
    place: string,
    find: Find,
    delivery: WebhookDelivery,
  ): Promise<AcceptedDelivery | null> {
    const workflow = await this.recent.get(place, () => webhookBy(find));
    if (isDraft(workflow) || mayRepeat(signatureOf(workflow), delivery.headers)) return null;
    return (await this.gate.wouldAdmit(workflow, delivery)) ? this.accept(workflow, delivery) : null;
  }

  /**
   * Accepts a delivery.
   * @returns null if the workflow has changed since the delivery was admitted. In this case, the delivery must be
   *   admitted again
   */
  private async accept(
    workflow: TriggeredWorkflow,
    delivery: WebhookDelivery,
  ): Promise<AcceptedDelivery | null> {
    const executionId = await this.acceptIfUnchanged(workflow, delivery);
    return executionId === null ? null : { executionId, mayAnswer: await this.mayAnswer(workflow) };
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
      await this.gate.uncount(workflow);
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
  const message = 'must be given, in the body or as the header X-Webhook-Id';
  throw DomainError.invalid(`webhookId ${message}.`, [{ path: 'webhookId', message }]);
}
