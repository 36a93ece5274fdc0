// Runs in the full check only: servers fail, hang, and come back.
import {
  PlatformConfigurationEntity,
  UserEntity,
  type WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import type { DataSource } from 'typeorm';
import { aWorkflow } from '../factories/a-workflow';
import { type ApiAnswer, RunningApi } from '../factories/running-api';
import type { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';

const INSERT = /INSERT INTO workflow_execution/;
const COMMIT = /COMMIT(?!TED)/;
/** How many times the service attempts a write. */
const ATTEMPTS = 3;

let names = 0;

const newKey = () => ({ 'idempotency-key': `key-${++names}` });

const aUser = () => ({
  username: `user-${++names}`,
  email: `user-${names}@example.com`,
  password: 'a seeded password',
  role: 'viewer',
});

describe('a request whose write gets no response from the database', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let dataSource: DataSource;
  let token: string;

  beforeAll(async () => {
    ({ api, relay } = await RunningApi.startBehindRelay());
    ({ dataSource } = api.database);
    token = await api.signIn();
  });
  afterAll(async () => {
    await api.stopProcess();
    await relay.cut();
    await api.stop();
  });

  type Start = (workflow: WorkflowEntity, headers?: Record<string, string>) => Promise<ApiAnswer>;
  const deliver: Start = ({ webhookSlug, webhookSecret }, headers) =>
    api.call('POST', `/api/webhook/${webhookSlug}`, {
      headers: { 'x-webhook-secret': webhookSecret, ...headers },
      body: { temperature: 21 },
    });
  const trigger: Start = ({ id }, headers) =>
    api.call('POST', `/api/workflows/${id}/trigger`, { token, headers, body: { input: { by: 'hand' } } });
  const WAYS: [string, Start][] = [
    ['webhook', deliver],
    ['manual trigger', trigger],
  ];

  const workflowFor = (way: string) =>
    aWorkflow(dataSource, way === 'webhook' ? { triggerType: 'webhook', triggerConfig: {} } : {});
  const executionsOf = async ({ id: workflowId }: WorkflowEntity) => {
    const found = await dataSource.manager.findBy(WorkflowExecutionEntity, { workflowId });
    return found.map(({ id }) => id);
  };
  const expectUnknown = (answer: ApiAnswer) => {
    expect(answer.status).toBe(500);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.body).toMatchObject({
      statusCode: 500,
      code: 'outcome_unknown',
      error: expect.any(String),
    });
    expect(relay.answersToLose).toBe(0);
  };

  describe.each(WAYS)('from a %s', (way, start) => {
    it.each([
      ['without a key', INSERT, () => ({})],
      ['with a key', COMMIT, newKey],
    ])(
      'a request %s gets the id of its only execution if a retry shows whether the write succeeded',
      async (_, lost, key) => {
        const workflow = await workflowFor(way);
        relay.loseAnswers(lost);
        const { status, body } = await start(workflow, key());
        expect({ status, body }).toEqual({
          status: 202,
          body: expect.objectContaining({ executionId: expect.any(String) }),
        });
        expect(relay.answersToLose).toBe(0);
        expect(await executionsOf(workflow)).toEqual([(body as { executionId: string }).executionId]);
      },
    );

    it('a request without a key gets 500 outcome_unknown if the responses to all retries are lost', async () => {
      const workflow = await workflowFor(way);
      relay.loseAnswers(INSERT, ATTEMPTS);
      expectUnknown(await start(workflow));
      expect(await executionsOf(workflow)).toHaveLength(1);
    });

    it('a request with a key gets 500 outcome_unknown, and a repeated request gets the id of the only execution', async () => {
      const workflow = await workflowFor(way);
      const key = newKey();
      relay.loseAnswers(COMMIT, ATTEMPTS);
      expectUnknown(await start(workflow, key));
      const repeat = await start(workflow, key);
      expect(repeat.status).toBe(202);
      const ids = await executionsOf(workflow);
      expect(ids).toEqual([(repeat.body as { executionId: string }).executionId]);
    });

    it('a request with a key gets 503 and writes nothing if the transaction was not committed', async () => {
      const workflow = await workflowFor(way);
      const key = newKey();
      relay.loseAnswers(INSERT);
      const { status, headers, body } = await start(workflow, key);
      expect({ status, code: (body as { code: string }).code }).toEqual({ status: 503, code: 'unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await executionsOf(workflow)).toEqual([]);
      expect((await start(workflow, key)).status).toBe(202);
      expect(await executionsOf(workflow)).toHaveLength(1);
    });
  });

  describe('to another route', () => {
    const graph = { nodes: [{ id: 'start', type: 'start', config: {} }], edges: [] };

    it.each<[string, string, () => object, (body: never) => Promise<boolean>]>([
      [
        'POST',
        '/api/users',
        aUser,
        ({ username }: { username: string }) => dataSource.manager.existsBy(UserEntity, { username }),
      ],
      [
        'POST',
        '/api/workflows',
        () => ({ name: `workflow-${++names}`, ...graph, trigger: { type: 'manual', config: {} } }),
        ({ name }: { name: string }) =>
          dataSource
            .query<unknown[]>(`SELECT 1 FROM workflow WHERE name = '${name}'`)
            .then((rows) => rows.length > 0),
      ],
      [
        'PUT',
        '/api/configs',
        () => ({ platformName: `Platform ${++names}` }),
        async ({ platformName }: { platformName: string }) =>
          JSON.stringify(await dataSource.manager.find(PlatformConfigurationEntity)).includes(platformName),
      ],
    ])(
      '%s %s gets 500 if the commit was sent, and 503 if it was not',
      async (method, path, aBody, isThere) => {
        const committed = aBody();
        relay.loseAnswers(COMMIT);
        expectUnknown(await api.call(method, path, { token, body: committed }));
        expect(await isThere(committed as never)).toBe(true);

        const refused = aBody();
        await relay.cut();
        await waitFor(async () => (await api.call(method, path, { token, body: refused })).status === 503, {
          what: 'the loss of the database to be known',
        });
        await relay.mend();
        expect(await isThere(refused as never)).toBe(false);
        await waitFor(async () => (await api.call('GET', '/api/auth/me', { token })).status === 200, {
          what: 'the database to be back',
        });
      },
    );
  });
});
