import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EnvironmentModule, type Environment } from '@app/config';
import { ClockModule } from '@app/processes';
import { allJobs } from '@app/contracts';
import { type ExecutionDetail, ExecutionHistoryService, ExecutionsModule } from '@app/domain';
import { ExecutionIntakeService } from '@app/domain/testing';
import { DatabaseModule, WorkflowExecutionEntity } from '@app/entities';
import { EventBusModule } from '@app/events';
import { JobClient, QueueModule } from '@app/queue';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { QUIET } from '../integration/queue-processes';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';
import { aWorkflow } from './a-workflow';

const QUICK_WORKER = join(__dirname, '..', 'servers', 'quick-worker.mjs');
/** The limit is generous, because other tests may occupy the cores. */
const PATIENCE_MS = 90_000;

interface Call {
  path: string;
  key: string;
  answer(): void;
}

/**
 * Everything that executions need: a database, a queue, worker processes that can be killed, and an external system
 * that the workers call. `accept` creates executions as the api does.
 */
export class ExecutionPlant {
  /** The requests of the workers to the external system, in order. */
  readonly calls: Call[] = [];
  /** The external system delays responses to these paths until the test releases them. */
  readonly silent = new Set<string>();
  readonly workers: AppProcess[] = [];
  private app: INestApplicationContext | undefined;

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
      ...overrides,
    });
    const service = createServer((request, response) => plant.take(request, response)).listen(0, '127.0.0.1');
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

  /** The configuration of a node that calls the external system. */
  call(path: string) {
    const { port } = this.service.address() as AddressInfo;
    return { type: 'http_request', config: { method: 'POST', url: `http://127.0.0.1:${port}/${path}` } };
  }

  /** Accepts executions of a workflow with this definition. */
  async accept(definition: object, count = 1): Promise<{ workflowId: string; ids: string[] }> {
    const { id: workflowId, revision } = await aWorkflow(this.database.dataSource, { definition });
    const request = { workflowId, revision, trigger: 'schedule' as const, triggerData: {} };
    const ids = await Promise.all(
      Array.from({ length: count }, () => this.get(ExecutionIntakeService).accept(request)),
    );
    return { workflowId, ids };
  }

  paths(): string[] {
    return this.calls.map(({ path }) => path);
  }

  keysOf(path: string): Set<string> {
    return new Set(this.calls.filter((call) => call.path === path).map(({ key }) => key));
  }

  async called(path: string, times = 1): Promise<Call> {
    const find = () => this.calls.filter((call) => call.path === path)[times - 1];
    return waitFor(find, { what: `call ${times} of ${path}${this.troubles()}`, timeoutMs: PATIENCE_MS });
  }

  row(id: string): Promise<WorkflowExecutionEntity> {
    return this.database.dataSource.manager.findOneByOrFail(WorkflowExecutionEntity, { id });
  }

  /** Waits until the execution has ended. */
  async ended(workflowId: string, id: string): Promise<ExecutionDetail> {
    const isOver = async () => (await this.row(id)).status !== 'running';
    await waitFor(isOver, { what: `the end of ${id}${this.troubles()}`, timeoutMs: PATIENCE_MS });
    return this.get(ExecutionHistoryService).find(workflowId, id);
  }

  async stop(): Promise<void> {
    for (const worker of this.workers) await worker.kill();
    await this.app?.close();
    this.service.closeAllConnections();
    this.service.close();
    await this.database.drop();
  }

  private get<T>(type: abstract new (...dependencies: never[]) => T): T {
    if (!this.app) throw new Error('The plant was not started.');
    return this.app.get(type, { strict: false });
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').slice(1);
    const answer = () => void response.setHeader('content-type', 'application/json').end('{}');
    this.calls.push({ path, key: String(request.headers['idempotency-key']), answer });
    request.resume();
    if (!this.silent.has(path)) answer();
  }

  private troubles(): string {
    return this.workers.flatMap((worker) => ['', ...worker.troubles()]).join('\n');
  }
}

async function startAcceptor(environment: Environment): Promise<INestApplicationContext> {
  const testing = await Test.createTestingModule({
    imports: [
      ClockModule,
      EnvironmentModule.forRoot(environment),
      DatabaseModule,
      EventBusModule.forRoot(),
      QueueModule.forClient(allJobs),
      ExecutionsModule,
    ],
  })
    .setLogger(QUIET)
    .compile();
  return testing.init();
}
