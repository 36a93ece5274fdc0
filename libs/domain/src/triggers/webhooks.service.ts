import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ExecutionIntake } from '../executions/execution-intake.service';
import { type ExecutionRequest, WorkflowHasChanged } from '../executions/execution-request';
import { IdempotencyService } from '../idempotency/idempotency.service';
import { RecentValues } from '../workflows/recent-values';
import { type TriggeredWorkflow, WorkflowsService } from '../workflows/workflows.service';
import type { WebhookDelivery } from './webhook-delivery';
import { WebhookGate } from './webhook-gate';

const KEY = /^[\x21-\x7e]{1,200}$/;
/** Workflows that one process keeps as it last read them. */
const KEPT = 1000;
/** Of deliveries whose workflow is changed while they are taken. */
const MOST_TRIES = 3;

/** Takes deliveries to webhooks; each that is let in is an execution. */
@Injectable()
export class WebhooksService {
  private readonly recent = new RecentValues<TriggeredWorkflow>(KEPT);

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
    return this.deliver(`slug ${slug}`, () => this.workflows.findByWebhookSlug(slug), delivery);
  }

  /** To the webhook whose id a header has, or the body as `webhookId`. As `deliverTo`. */
  async deliverById(delivery: WebhookDelivery): Promise<string> {
    const webhookId = delivery.headers['x-webhook-id'] ?? idIn((await delivery.body()).json());
    return this.deliver(`id ${webhookId}`, () => this.workflows.findByWebhookId(webhookId), delivery);
  }

  private async deliver(place: string, find: Find, delivery: WebhookDelivery): Promise<string> {
    const taken = tellsRepeats(delivery) ? null : await this.takeByRecent(place, find, delivery);
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
   * By the workflow as it was last read, which costs no query: the write of the execution asks whether it still is so.
   * @returns null where that speaks against it, or is not so any more: then it is to be read anew
   */
  private async takeByRecent(place: string, find: Find, delivery: WebhookDelivery): Promise<string | null> {
    const workflow = await this.recent.get(place, () => webhookBy(find));
    return (await this.gate.wouldAdmit(workflow, delivery)) ? this.accept(workflow, delivery) : null;
  }

  /** Null where the workflow is not any more what the delivery was admitted by: that is to be decided anew. */
  private async accept(workflow: TriggeredWorkflow, delivery: WebhookDelivery): Promise<string | null> {
    try {
      const key = keyOf(delivery);
      const { id: workflowId, revision, changedAtMs } = workflow;
      const triggerData = (await delivery.body()).json();
      const request: ExecutionRequest = { workflowId, revision, trigger: 'webhook', triggerData };
      if (key === null) return await this.intake.acceptUnchanged(request, changedAtMs);
      return await this.acceptOnce(request, changedAtMs, key);
    } catch (error) {
      if (!(error instanceof WorkflowHasChanged)) throw error;
      await this.gate.uncount(workflow);
      return null;
    }
  }

  /** A repeat within 24 hours is given the first one's execution. */
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

type Find = () => Promise<TriggeredWorkflow | null>;

/** @throws DomainError not_found */
async function webhookBy(find: Find): Promise<TriggeredWorkflow> {
  const workflow = await find();
  if (workflow?.triggerType !== 'webhook') throw DomainError.notFound('The webhook');
  return workflow;
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

function tellsRepeats({ headers }: WebhookDelivery): boolean {
  return headers['webhook-id'] !== undefined || headers['idempotency-key'] !== undefined;
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
