// Runs in the full check only: it restarts an installation again and again.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowExecutionEntity } from '@app/entities';
import { LocalServer } from '../factories/local-server';
import { ReadinessProxy } from '../factories/readiness-proxy';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

const READERS = 1;
const SENDERS = 2;
/** The time between the requests of a reader or of a sender. Without it, the requests would keep both apis busy. */
const EVERY_MS = 120;
const ADMIN_PASSWORD = 'a seeded password';
/** The maximum duration of a shutdown without streams and long requests. A process that hangs ends only after 15 s. */
const STOP_MS = 10_000;

interface Workflow {
  id: string;
  webhookSlug: string;
  webhookSecret: string;
}

interface Answer {
  status: number;
  body: string;
}

/** The requests with one idempotency key, and their answers. */
interface Start {
  key: string;
  answers: Answer[];
}

describe('a rolling restart behind a proxy without retries', () => {
  let database: TestDatabase;
  let apis: AppProcess[];
  let worker: AppProcess;
  let proxy: ReadinessProxy;
  /** Records one request for each execution, with the key of the start as the path. */
  let effects: LocalServer;
  let headers: Record<string, string>;

  beforeAll(async () => {
    database = await openDatabase();
    effects = await LocalServer.start((_request, response) => response.end());
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const environment = testEnvironment({
      DATABASE_URL,
      QUEUE_URL,
      ADMIN_PASSWORD,
      // Long enough for a readiness check on a busy machine.
      SHUTDOWN_DELAY_MS: 2500,
      LIMIT_WEBHOOKS_PER_MINUTE: 100_000,
      WORKFLOW_HTTP_ALLOWLIST: [`127.0.0.1:${effects.port}`],
    });
    apis = [1, 2].map(() => new AppProcess('api', environment));
    worker = new AppProcess('worker', environment);
    for (const process of [...apis, worker]) await process.start();
    proxy = await ReadinessProxy.before(() => apis.map(({ address }) => address));
    const session = await post('/auth/login', { username: 'admin', password: ADMIN_PASSWORD });
    const { accessToken } = JSON.parse(session.body) as { accessToken: string };
    headers = { authorization: `Bearer ${accessToken}` };
  });

  afterAll(async () => {
    proxy.stop();
    await Promise.all([...apis, worker].map((process) => process.stop()));
    await effects.stop();
    await database.drop();
  });

  it('a rolling restart causes no failed request, and loses and repeats no start of a workflow, even if each request is sent twice', async () => {
    const workflow = await makeWorkflow();
    const traffic = new AbortController();
    const { signal } = traffic;
    const reading = Promise.all(Array.from({ length: READERS }, () => readUntil(signal)));
    const starting = Promise.all(Array.from({ length: SENDERS }, () => startUntil(signal, workflow)));
    await Promise.race([restartAll(), reading, starting]);
    traffic.abort();

    const statuses = (await reading).flat();
    expect(statuses.length).toBeGreaterThan(50);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const starts = (await starting).flat();
    expect(starts.length).toBeGreaterThan(20);
    const answers = starts.flatMap((start) => start.answers);
    expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);

    await waitFor(hasNothingToRun, { what: 'the end of all executions' });
    const ran = effects.received.map(({ path }) => path.slice(1));
    expect(ran.toSorted()).toEqual(starts.map(({ key }) => key).toSorted());
  });

  async function hasNothingToRun(): Promise<boolean> {
    return !(await database.dataSource.manager.existsBy(WorkflowExecutionEntity, { status: 'running' }));
  }

  /** Restarts one api after the other. */
  async function restartAll(): Promise<void> {
    for (const api of apis) {
      const before = api.address;
      await waitFor(() => proxy.uses(before), { what: 'the proxy to use the api' });
      const stoppedAtMs = performance.now();
      await api.stop();
      expect(performance.now() - stoppedAtMs).toBeLessThan(STOP_MS);
      await api.start();
      await waitFor(() => proxy.uses(api.address), { what: 'the proxy to use the api again' });
    }
  }

  async function readUntil(signal: AbortSignal): Promise<number[]> {
    const statuses: number[] = [];
    for (; !signal.aborted; await delay(EVERY_MS)) {
      const answer = await fetch(`${proxy.address}/api/public/settings`);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  }

  /** Starts the workflow by its webhook and manually, in turn. */
  async function startUntil(signal: AbortSignal, workflow: Workflow): Promise<Start[]> {
    const starts: Start[] = [];
    for (; !signal.aborted; await delay(EVERY_MS)) {
      starts.push(await startTwice((key) => deliver(workflow, key)));
      starts.push(await startTwice((key) => trigger(workflow, key)));
    }
    return starts;
  }

  const deliver = ({ webhookSlug, webhookSecret }: Workflow, key: string) =>
    post(`/webhook/${webhookSlug}`, { key }, { 'x-webhook-secret': webhookSecret, 'idempotency-key': key });
  const trigger = ({ id }: Workflow, key: string) =>
    post(`/workflows/${id}/trigger`, { input: { key } }, { ...headers, 'idempotency-key': key });

  /** Creates a workflow that calls `effects`, and answers a delivery afterwards. */
  async function makeWorkflow(): Promise<Workflow> {
    const url = `http://127.0.0.1:${effects.port}/{{ triggerData.key }}`;
    const made = await post(
      '/workflows',
      {
        name: 'Acts once',
        trigger: { type: 'webhook', config: {} },
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'act', type: 'http_request', config: { method: 'POST', url } },
          { id: 'answer', type: 'respond', config: { status: 200 } },
        ],
        edges: [
          { source: 'start', target: 'act' },
          { source: 'act', target: 'answer' },
        ],
      },
      headers,
    );
    expect(made.status).toBe(201);
    return JSON.parse(made.body) as Workflow;
  }

  async function post(path: string, body: object, more: Record<string, string> = {}): Promise<Answer> {
    const answer = await fetch(`${proxy.address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.text() };
  }
});

/** The proxy sends the second request to the other api, if both are ready. */
async function startTwice(send: (key: string) => Promise<Answer>): Promise<Start> {
  const key = randomUUID();
  return { key, answers: [await send(key), await send(key)] };
}
