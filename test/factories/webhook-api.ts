import type { Environment } from '@app/config';
import { WorkflowEntity, WorkflowExecutionEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { JobClient } from '@app/queue';
import { Webhook } from 'standardwebhooks';
import { waitFor } from '../harness';
import { aWorkflow } from './a-workflow';
import { type Answer, GuardedApi } from './guarded-api';

const NOW = Date.parse('2026-03-01T12:00:00Z');

type TriggerConfig = { allowedIps?: string[]; headers?: string[]; signature?: object };

export interface Accepted {
  id: string;
  workflowId: string;
  revision: number;
  triggerData: unknown;
  request: unknown;
}

/** Serves the webhook routes with a fixed clock, behind the trusted proxy 127.0.0.1. */
export class WebhookApi {
  private constructor(
    readonly api: GuardedApi,
    readonly clock: FixedClock,
  ) {}

  static async start(environment: Partial<Environment> = {}): Promise<WebhookApi> {
    const clock = new FixedClock(NOW);
    const api = await GuardedApi.start(clock, {
      environment: {
        LIMIT_WEBHOOKS_PER_MINUTE: 100_000,
        // A server that listens on both IPv4 and IPv6 sees the proxy under the second of these addresses.
        TRUSTED_PROXIES: ['127.0.0.1', '::ffff:127.0.0.1'],
        ...environment,
      },
    });
    return new WebhookApi(api, clock);
  }

  get jobs(): JobClient {
    return this.api.app.get(JobClient);
  }

  stop(): Promise<void> {
    return this.api.stop();
  }

  /** Stores an enabled workflow with a webhook trigger. */
  webhook(
    triggerConfig: TriggerConfig = {},
    overrides: Partial<WorkflowEntity> = {},
  ): Promise<WorkflowEntity> {
    const { dataSource } = this.api.database;
    return aWorkflow(dataSource, { triggerType: 'webhook', triggerConfig, ...overrides });
  }

  /** Saves the workflow as an editor does: its modification time increases. */
  change(workflow: WorkflowEntity, change: Partial<WorkflowEntity>): Promise<unknown> {
    workflow.updatedAt = new Date(workflow.updatedAt.getTime() + 1);
    const { id, updatedAt } = workflow;
    return this.api.database.dataSource.manager.update(WorkflowEntity, { id }, { ...change, updatedAt });
  }

  /** Sends `body`, which may be text or bytes, to the webhook address of the workflow. */
  async deliver(
    { webhookSlug }: Pick<WorkflowEntity, 'webhookSlug'>,
    headers: Record<string, string>,
    body: unknown = { temperature: 23.5 },
  ): Promise<Answer> {
    return this.send(`/webhook/${webhookSlug}`, headers, body);
  }

  /** Sends a delivery with the workflow's secret. */
  async deliverRightly(workflow: WorkflowEntity, body?: unknown, headers = {}): Promise<Answer> {
    return this.deliver(workflow, { 'x-webhook-secret': workflow.webhookSecret, ...headers }, body);
  }

  async send(path: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
    return this.api.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });
  }

  /** Returns the headers that the Standard Webhooks libraries generate for `body`. */
  signed(
    secret: string,
    body: string,
    { id = 'msg_1', atMs = this.clock.nowMs() }: { id?: string; atMs?: number } = {},
  ): Record<string, string> {
    const at = new Date(atMs);
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(atMs / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
  }

  /** Returns the executions of a workflow in the order in which they were accepted. */
  async executionsOf({ id: workflowId }: Pick<WorkflowEntity, 'id'>): Promise<Accepted[]> {
    const { manager } = this.api.database.dataSource;
    const rows = await manager.find(WorkflowExecutionEntity, {
      select: { id: true, revision: true, triggerData: true, webhookRequest: true },
      where: { workflowId },
      order: { id: 'ASC' },
    });
    return rows.map(({ id, revision, triggerData, webhookRequest }) => {
      const request: unknown = JSON.parse(webhookRequest ?? 'null');
      return { id, workflowId, revision, triggerData: JSON.parse(triggerData) as unknown, request };
    });
  }

  queueKnownDown(): Promise<unknown> {
    return waitFor(() => this.jobs.isKnownDown, { what: 'the api to notice the loss of the queue' });
  }

  queueKnownUp(): Promise<unknown> {
    return waitFor(() => !this.jobs.isKnownDown, { what: 'the queue to be reachable again' });
  }
}
