import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Environment } from '@app/config';
import {
  AutomationModule,
  type ExecutionDetail,
  ExecutionHistoryService,
  WaitResumptionService,
} from '@app/domain';
import { ExecutionIntakeService, ResumeAddresses, stepKeyOf } from '@app/domain/testing';
import { type WorkflowEntity, WorkflowExecutionEntity, type WorkflowMode } from '@app/entities';
import { newId } from '@app/kernel';
import { JobClient } from '@app/queue';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IsNull, Not } from 'typeorm';
import { QUIET } from '../integration/queue-processes';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';
import { aWorkflow } from './a-workflow';
import { isWaiting } from './is-waiting';
import { processModules } from './process-modules';

const QUICK_WORKER = join(__dirname, '..', 'servers', 'quick-worker.mjs');
/** This limit is long, because other tests may occupy the cores. */
const PATIENCE_MS = 90_000;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

interface Call {
  path: string;
  /** The query of the URL, without the question mark. */
  query: string;
  key: string;
  answer(): void;
}

/** The answer of an api to a delivery. */
export interface DeliveryAnswer {
  status: number;
  body: { executionId?: string; code?: string };
}

/**
 * A database, a queue, processes that can be killed, and an external system that the workers call. `accept` creates
 * executions as an api does. `deliver` sends a delivery to an api.
 */
export class ExecutionPlant {
  /** The requests of the workers to the external system, in order. */
  readonly calls: Call[] = [];
  /** The external system does not respond to these paths until the test sends the responses. */
  readonly silent = new Set<string>();
  readonly workers: AppProcess[] = [];
  private readonly apis: AppProcess[] = [];
  private app: INestApplicationContext | undefined;
  private delivered = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly environment: Environment,
    private readonly service: Server,
  ) {}

  static async start(overrides: Partial<Environment> = {}): Promise<ExecutionPlant> {
    const database = await openDatabase();
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      QUEUE_URL: database.queueUrl,
      WORKFLOW_HTTP_ALLOWLIST: ['127.0.0.1'],
      // A long time limit: some tests hold a response while they start workers, and a start takes many seconds on a
      // busy machine.
      LIMIT_HTTP_NODE_MS: PATIENCE_MS,
      LIMIT_WEBHOOKS_PER_MINUTE: 100_000,
      ...overrides,
    });
    const service = createServer((request, response) => plant.take(request, response)).listen(0, '127.0.0.1');
    // As in `LocalServer`.
    service.keepAliveTimeout = 75_000;
    const plant = new ExecutionPlant(database, environment, service);
    await once(service, 'listening');
    plant.app = await startAcceptor(environment);
    await waitFor(() => !plant.jobs.isKnownDown, { what: 'the queue' });
    return plant;
  }

  get jobs(): JobClient {
    return this.get(JobClient);
  }

  /** Starts a worker. `overrides` change its environment. Resolves once the worker is ready. */
  async worker(overrides: Partial<Environment> = {}): Promise<AppProcess> {
    const worker = new AppProcess('worker', Object.assign({}, this.environment, overrides), [], QUICK_WORKER);
    this.workers.push(worker);
    return worker.start();
  }

  /** Kills a worker, and sets its claims to expired, so that the test need not wait for the expiry. */
  async killAndExpire(worker: AppProcess): Promise<void> {
    await worker.kill();
    const { manager } = this.database.dataSource;
    await manager.update(WorkflowExecutionEntity, { claimedBy: Not(IsNull()) }, { claimedUntil: LONG_AGO });
  }

  /** Starts an api. Resolves once the api is ready. */
  async api(): Promise<AppProcess> {
    const api = new AppProcess('api', this.environment);
    this.apis.push(api);
    return api.start();
  }

  /** Returns the configuration of a node that calls the external system. */
  call(path: string) {
    const { port } = this.service.address() as AddressInfo;
    return { type: 'http_request', config: { method: 'POST', url: `http://127.0.0.1:${port}/${path}` } };
  }

  /** Accepts executions of a workflow with this definition. */
  async accept(
    definition: object,
    count = 1,
    mode: WorkflowMode = 'parallel',
  ): Promise<{ workflowId: string; ids: string[]; acceptAnother: () => Promise<string> }> {
    const { id: workflowId, revision } = await aWorkflow(this.database.dataSource, { definition, mode });
    const request = { workflowId, revision, mode, trigger: 'schedule' as const, triggerData: {} };
    const acceptAnother = () => this.get(ExecutionIntakeService).accept(request);
    const ids = await Promise.all(Array.from({ length: count }, acceptAnother));
    return { workflowId, ids, acceptAnother };
  }

  /**
   * Delivers data to the webhook of a workflow. If an api is unavailable, dies or does not know the outcome, the same
   * delivery with the same key goes to the next api, as the reference requires of senders.
   */
  deliver({ webhookSlug, webhookSecret }: WorkflowEntity, data: object): Promise<DeliveryAnswer> {
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-webhook-secret': webhookSecret,
        'idempotency-key': newId(),
      },
      body: JSON.stringify(data),
    };
    let attempt = this.delivered++;
    const send = async () => {
      const address = this.apis[attempt++ % this.apis.length]?.address ?? '';
      const response = await fetch(`${address}/api/webhook/${webhookSlug}`, request).catch(
        toleratesLostConnection,
      );
      if (!response || response.status === 503) return undefined;
      const body = (await response.json()) as DeliveryAnswer['body'];
      return body.code === 'outcome_unknown' ? undefined : { status: response.status, body };
    };
    return waitFor(send, { what: () => `an answer to a delivery${this.troubles()}`, timeoutMs: PATIENCE_MS });
  }

  paths(): string[] {
    return this.calls.map(({ path }) => path);
  }

  keysOf(path: string): Set<string> {
    return new Set(this.calls.filter((call) => call.path === path).map(({ key }) => key));
  }

  async called(path: string, times = 1): Promise<Call> {
    const find = () => this.calls.filter((call) => call.path === path)[times - 1];
    return waitFor(find, {
      what: () => `call ${times} of ${path}${this.troubles()}`,
      timeoutMs: PATIENCE_MS,
    });
  }

  row(id: string): Promise<WorkflowExecutionEntity> {
    return this.database.dataSource.manager.findOneByOrFail(WorkflowExecutionEntity, { id });
  }

  /** Waits until no worker runs the execution and no worker may start to run it soon. */
  async waiting(id: string): Promise<WorkflowExecutionEntity> {
    let seen: WorkflowExecutionEntity | undefined;
    const waits = async () => {
      seen = await this.row(id);
      return isWaiting(seen, Date.now()) && seen;
    };
    return waitFor(waits, {
      what: () => `the wait of ${id} (${seen?.status}, due ${String(seen?.dueAt)})${this.troubles()}`,
      timeoutMs: PATIENCE_MS,
    });
  }

  /** Waits until the execution has ended. */
  async ended(workflowId: string, id: string): Promise<ExecutionDetail> {
    const isOver = async () => (await this.row(id)).status !== 'running';
    await waitFor(isOver, { what: () => `the end of ${id}${this.troubles()}`, timeoutMs: PATIENCE_MS });
    return this.get(ExecutionHistoryService).find(workflowId, id);
  }

  /** Calls the one-time address of a node. The node must not be in a loop. */
  resume(executionId: string, nodeId: string, data: unknown): Promise<void> {
    return this.get(WaitResumptionService).resume(this.resumeToken(executionId, nodeId), data);
  }

  /** Like `resume`, over HTTP. @returns the status; undefined if the api died or does not know the outcome */
  async resumeOverHttp(executionId: string, nodeId: string, data: object): Promise<number | undefined> {
    const address = this.apis[this.delivered++ % this.apis.length]?.address ?? '';
    const url = `${address}/api/workflows/resume/${this.resumeToken(executionId, nodeId)}`;
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data),
    };
    const response = await fetch(url, request).catch(toleratesLostConnection);
    const text = await response?.text().catch(toleratesLostConnection);
    return text?.includes('"outcome_unknown"') ? undefined : response?.status;
  }

  /** Returns the executions that an execution has started. */
  childrenOf(parentId: string): Promise<WorkflowExecutionEntity[]> {
    return this.database.dataSource.manager.findBy(WorkflowExecutionEntity, { parentId });
  }

  /** Kills all workers, and forgets the requests of the workers. The next test has the plant to itself. */
  async clear(): Promise<void> {
    for (const worker of this.workers.splice(0)) await worker.kill();
    this.calls.length = 0;
    this.silent.clear();
  }

  async stop(): Promise<void> {
    for (const process of [...this.workers, ...this.apis]) await process.kill();
    await this.app?.close();
    this.service.closeAllConnections();
    this.service.close();
    await this.database.drop();
  }

  private get<T>(type: abstract new (...dependencies: never[]) => T): T {
    if (!this.app) throw new Error('The plant was not started. Call start() first.');
    return this.app.get(type, { strict: false });
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const [path = '', query = ''] = (request.url ?? '').slice(1).split('?');
    const answer = () => void response.setHeader('content-type', 'application/json').end('{}');
    this.calls.push({ path, query, key: String(request.headers['idempotency-key']), answer });
    request.resume();
    if (!this.silent.has(path)) answer();
  }

  private resumeToken(executionId: string, nodeId: string): string {
    const key = stepKeyOf(executionId, { frame: '', nodeId, visit: 1 });
    return new ResumeAddresses(this.environment).tokenOf(key);
  }

  private troubles(): string {
    return [...this.workers, ...this.apis].flatMap((process) => ['', ...process.troubles()]).join('\n');
  }
}

/** Ignores the error that `fetch` throws if the connection cannot be opened or ends before the response. */
function toleratesLostConnection(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

async function startAcceptor(environment: Environment): Promise<INestApplicationContext> {
  const testing = await Test.createTestingModule({
    imports: [...processModules(environment), AutomationModule],
  })
    .setLogger(QUIET)
    .compile();
  return testing.init();
}
