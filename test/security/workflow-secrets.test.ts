import { anExecution } from '../factories/an-execution';
import { type ApiAnswer, RunningApi } from '../factories/running-api';
import { graphWith, setNode, workflowInput } from '../factories/workflow-inputs';

const SECRET = /hidden/;
const CALL = {
  id: 'call',
  type: 'http_request',
  config: {
    method: 'POST',
    url: 'https://user:hidden-0@weather.example.org/now?apikey=hidden-1&days={{ triggerData.days }}',
    headers: { Authorization: 'Bearer hidden-2', 'X-Api-Key': 'hidden-3', accept: 'text/plain' },
    body: { password: 'hidden-4', also: 'hidden-2', plain: 'shown' },
  },
};
const MASKED = {
  method: 'POST',
  url: 'https://********@weather.example.org/now?apikey=********&days={{ triggerData.days }}',
  headers: { Authorization: '********', 'X-Api-Key': '********', accept: 'text/plain' },
  body: { password: '********', also: '********', plain: 'shown' },
};

const FAILED_CALL = {
  nodeId: 'call',
  type: 'http_request',
  name: 'call',
  iteration: '',
  visit: 1,
  duration: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  attempts: 1,
  status: 'failed',
  input: CALL.config,
} as const;

interface Shown {
  id: string;
  revision: number;
  nodes: { id: string; config: object }[];
  problems: object[];
}

const configOf = ({ nodes }: Shown) => nodes.find(({ id }) => id === 'call')?.config;

describe('credentials in the configurations of nodes', () => {
  let api: RunningApi;
  let admin: string;
  let engineer: string;
  let operator: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    admin = (await api.signInAs('admin')).token;
    engineer = (await api.signInAs('engineer')).token;
    operator = (await api.signInAs('operator')).token;
  });
  afterAll(() => api.stop());

  const as = (token: string, method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
    api.call(method, `/api/workflows${path}`, { token, body });
  const make = async (): Promise<Shown> =>
    (await as(engineer, 'POST', '', workflowInput(graphWith(CALL)))).body as Shown;
  const read = async (token: string, id: string): Promise<Shown> =>
    (await as(token, 'GET', `/${id}`)).body as Shown;

  it('credentials are masked for operators, and shown to engineers and administrators', async () => {
    const { id } = await make();
    const seen = await read(operator, id);
    expect(configOf(seen)).toEqual(MASKED);
    expect(JSON.stringify(seen)).not.toMatch(SECRET);
    expect((await as(operator, 'GET', '')).text).not.toMatch(SECRET);
    expect(configOf(await read(engineer, id))).toEqual(CALL.config);
    expect(configOf(await read(admin, id))).toEqual(CALL.config);
  });

  it('credentials are masked in earlier revisions for operators, and shown to engineers', async () => {
    const { id } = await make();
    await as(engineer, 'PUT', `/${id}`, graphWith(setNode('call', 1)));
    const path = `${id}/revisions/1`;
    const seen = await read(operator, path);
    expect(configOf(seen)).toEqual(MASKED);
    expect(JSON.stringify(seen)).not.toMatch(SECRET);
    expect(configOf(await read(engineer, path))).toEqual(CALL.config);
  });

  it('credentials are masked in the problems of a draft', async () => {
    const node = { ...CALL, config: { ...CALL.config, url: 'hidden-1', token: 'hidden-1' } };
    const { body } = await as(engineer, 'POST', '', { ...workflowInput(graphWith(node)), enabled: false });
    const { id, problems } = body as Shown;
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(await read(operator, id))).not.toMatch(SECRET);
  });

  it('credentials keep their values if the masks are sent back', async () => {
    const { id } = await make();
    const shown = await read(operator, id);
    expect(await as(engineer, 'PUT', `/${id}`, shown)).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(configOf(await read(engineer, id))).toEqual(CALL.config);
    const changed = graphWith({
      ...CALL,
      config: {
        ...MASKED,
        url: 'https://********@weather.example.org/then?days=2&apikey=********',
        headers: { Authorization: 'Bearer hidden-5', 'X-Api-Key': '********' },
      },
    });
    expect((await as(engineer, 'PUT', `/${id}`, changed)).status).toBe(200);
    expect(configOf(await read(engineer, id))).toMatchObject({
      url: 'https://user:hidden-0@weather.example.org/then?days=2&apikey=hidden-1',
      headers: { Authorization: 'Bearer hidden-5', 'X-Api-Key': 'hidden-3' },
      body: { password: 'hidden-4' },
    });
  });

  it('credentials are refused if a mask is sent and no value is stored', async () => {
    const masked = graphWith({ ...CALL, config: MASKED });
    const { id } = await make();
    for (const answer of [
      await as(engineer, 'POST', '', workflowInput(masked)),
      await as(engineer, 'POST', '', workflowInput({ ...masked, enabled: false })),
      await as(engineer, 'PUT', `/${id}`, graphWith({ ...CALL, id: 'other', config: MASKED })),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(answer.text).toContain('nodes[1].config.headers.X-Api-Key');
    }
    expect(configOf(await read(engineer, id))).toEqual(CALL.config);
  });

  it('credentials are masked in results for every role', async () => {
    const { id } = await make();
    const results = [
      [
        {
          ...FAILED_CALL,
          output: {
            headers: { 'set-cookie': 'sid=hidden-6' },
            body: { echo: 'hidden-2', url: '/?apikey=hidden-1' },
          },
          logs: ['The answer was: {"x-api-key":"hidden-3"}'],
          error: { code: 'http_status', message: 'hidden-3 was refused.' },
        },
      ],
    ];
    const execution = await anExecution(
      api.database.dataSource,
      id,
      { status: 'failed' },
      { results, triggerData: { repeated: 'hidden-1', days: 2 } },
    );
    for (const token of [operator, engineer, admin]) {
      const { status, text, body } = await as(token, 'GET', `/${id}/executions/${execution.id}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(SECRET);
      expect(body).toMatchObject({
        triggerData: { days: 2 },
        nodeResults: [{ status: 'failed', input: MASKED }],
      });
    }
  });

  it('credentials include one-time addresses, which operators may not see', async () => {
    const { id } = await make();
    const token = `rt_${'a'.repeat(43)}`;
    const result = {
      ...FAILED_CALL,
      input: { body: `Approve: https://plant.example/api/workflows/resume/${token}` },
      output: {},
      logs: [token],
      error: null,
    };
    const recorded = { results: [[result]], triggerData: {} };
    const execution = await anExecution(api.database.dataSource, id, { status: 'failed' }, recorded);
    const path = `/${id}/executions/${execution.id}`;
    expect((await as(operator, 'GET', path)).text).not.toContain(token);
    expect((await as(engineer, 'GET', path)).text).toContain(token);
  });

  it('credentials are masked in the request of a webhook', async () => {
    const { id } = await make();
    const request = {
      method: 'POST',
      headers: { 'x-api-key': 'hidden-8', 'x-source': 'gate' },
      query: { apikey: 'hidden-9', days: ['1', '2'] },
    };
    const webhookRequest = JSON.stringify(request);
    const execution = await anExecution(api.database.dataSource, id, { trigger: 'webhook', webhookRequest });
    const { text, body } = await as(operator, 'GET', `/${id}/executions/${execution.id}`);
    expect(text).not.toMatch(SECRET);
    expect(body).toMatchObject({
      request: {
        method: 'POST',
        headers: { 'x-api-key': '********', 'x-source': 'gate' },
        query: { apikey: '********', days: ['1', '2'] },
      },
    });
  });

  it.each(['input', 'output', 'logs', 'error', 'results', 'nodeResults', 'message'])(
    'credentials are masked in results without damage to their structure, even if a secret is the word %j',
    async (token) => {
      const { id } = await make();
      const result = {
        ...FAILED_CALL,
        output: { body: 'hidden-2' },
        logs: [`hidden-2 ${token}`],
        error: { code: token, message: `hidden-2 ${token}` },
      };
      const recorded = { results: [[result]], triggerData: { token, days: 2 } };
      const execution = await anExecution(api.database.dataSource, id, { status: 'failed' }, recorded);
      const { status, text, body } = await as(operator, 'GET', `/${id}/executions/${execution.id}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(SECRET);
      expect(body).toMatchObject({
        triggerData: { token: '********', days: 2 },
        nodeResults: [
          {
            input: MASKED,
            output: { body: '********' },
            logs: ['******** ********'],
            error: { code: token, message: '******** ********' },
          },
        ],
      });
    },
  );

  it('credentials are masked without damage to the workflow, even if their values are ordinary words', async () => {
    const node = { ...CALL, config: { ...CALL.config, token: 'configs', password: 'problems' } };
    const { body } = await as(engineer, 'POST', '', { ...workflowInput(graphWith(node)), enabled: false });
    const shown = await read(operator, (body as Shown).id);
    expect(configOf(shown)).toEqual({ ...MASKED, token: '********', password: '********' });
  });

  it('asterisks in an ordinary text are not treated as a masked credential', async () => {
    const body = { text: '********** ALARM **********' };
    const node = { ...CALL, config: { ...CALL.config, body } };
    expect((await as(engineer, 'POST', '', workflowInput(graphWith(node)))).status).toBe(201);
  });

  it('credentials are masked in the audit log, even in a new field', async () => {
    const { id } = await make();
    await as(
      engineer,
      'PUT',
      `/${id}`,
      graphWith({ ...CALL, config: { ...CALL.config, body: { moved: 'hidden-2' } } }),
    );
    const { text } = await api.call('GET', '/api/system/audit?limit=1', { token: admin });
    expect(text).toContain('weather.example.org');
    expect(text).not.toMatch(SECRET);
  });
});
