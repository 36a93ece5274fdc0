import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ExecutionIntake } from '../executions/execution-intake.service';
import type { ExecutionRequest } from '../executions/execution-request';
import { IdempotencyService } from '../idempotency/idempotency.service';
import { type TriggeredWorkflow, WorkflowsService } from '../workflows/workflows.service';
import type { WebhookDelivery } from './webhook-delivery';
import { WebhookGate } from './webhook-gate';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Takes deliveries to webhooks; each that is let in is an execution. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly gate: WebhookGate,
    private readonly intake: ExecutionIntake,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * To the webhook at `slug`.
   * @returns the id of the execution, which is written
   * @throws DomainError
   */
  async deliverTo(slug: string, delivery: WebhookDelivery): Promise<string> {
    return this.deliver(await this.workflows.findByWebhookSlug(slug), delivery);
  }

  /** To the webhook whose id a header has, or the body as `webhookId`. As `deliverTo`. */
  async deliverById(delivery: WebhookDelivery): Promise<string> {
    const webhookId = delivery.headers['x-webhook-id'] ?? idIn((await delivery.body()).json());
    return this.deliver(await this.workflows.findByWebhookId(webhookId), delivery);
  }

  private async deliver(workflow: TriggeredWorkflow | null, delivery: WebhookDelivery): Promise<string> {
    if (workflow?.triggerType !== 'webhook') throw DomainError.notFound('The webhook');
    await this.gate.admit(workflow, delivery);
    const key = keyOf(delivery);
    const { id: workflowId, revision } = workflow;
    const body = await delivery.body();
    const request: ExecutionRequest = { workflowId, revision, trigger: 'webhook', triggerData: body.json() };
    if (key === null) return this.intake.accept(request);
    return this.acceptOnce(request, key);
  }

  /** A repeat within 24 hours is given the first one's execution. */
  private async acceptOnce(request: ExecutionRequest, key: RepeatKey): Promise<string> {
    const { workflowId } = request;
    const { answer, repeated } = await this.idempotency.answer(
      `webhook/${workflowId}`,
      key.value,
      key.covers === 'body' ? request.triggerData : null,
      async (manager) => ({ executionId: await this.intake.accept(request, manager) }),
    );
    if (!repeated) this.intake.announce([{ id: answer.executionId, workflowId }]);
    return answer.executionId;
  }
}

interface RepeatKey {
  value: string;
  covers: 'body' | 'message';
}

/**
 * By what the sender tells repeats of a delivery: the id of the message, which says it all, or a key, which another body
 * must not have. Null where it does not.
 */
function keyOf({ headers }: WebhookDelivery): RepeatKey | null {
  const { 'webhook-id': message, 'idempotency-key': key } = headers;
  if (message !== undefined) return { value: `id:${checkedKey('webhook-id', message)}`, covers: 'message' };
  if (key !== undefined) return { value: `key:${checkedKey('idempotency-key', key)}`, covers: 'body' };
  return null;
}

function checkedKey(path: string, key: string): string {
  if (KEY.test(key)) return key;
  const message = 'must be 1 to 200 visible ASCII characters';
  throw DomainError.invalid(`${path} ${message}.`, [{ path, message }]);
}

function idIn(body: unknown): string {
  const webhookId: unknown =
    typeof body === 'object' && body !== null && 'webhookId' in body ? body.webhookId : undefined;
  if (typeof webhookId === 'string') return webhookId;
  const message = 'must be given, in the body or as the header X-Webhook-Id';
  throw DomainError.invalid(`webhookId ${message}.`, [{ path: 'webhookId', message }]);
}
