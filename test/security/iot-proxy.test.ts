import { GatewayTokenEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import type { Reply } from '../factories/scripted-gateway';
import { CALL_LIMIT_MS, IotApi } from '../factories/iot-api';
import { waitFor } from '../harness';

const CODE = 'AHU1.SP';
const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
type Route = [path: string, body: object, call: string];
const READ: Route = ['codes/values', { codes: [CODE] }, 'POST /codes/values'];
const WRITE: Route = ['codes/set', { code: CODE, value: 1 }, 'POST /codes/set'];
/** Every route that calls the gateway, with a valid body and the gateway call that the test disturbs. */
const ROUTES: Route[] = [
  READ,
  WRITE,
  ['token', { forceRefresh: true }, 'POST /auth/refresh'],
  ['codes/history', { codes: [CODE], ...RANGE }, 'POST /codes/history'],
  ['codes/history', { codes: [CODE], ...RANGE, interval: '1h' }, 'POST /codes/history'],
  ['codes/set', { code: CODE, value: 1 }, 'POST /codes/values'],
  ['codes/force-set', { code: CODE, value: 1 }, 'POST /codes/force-set'],
  ['alarms', { ...RANGE, page: 1, limit: 20 }, 'POST /alarms'],
  ['alarm-configs', { action: 'query' }, 'POST /alarm-configs'],
];
const FAULTS: [string, Reply, number][] = [
  ['sends JSON of another shape', { body: { unexpected: true } }, 502],
];
/** Faults below the level of a route. They are tested with a read and a write. */
const FAULTS_OF_THE_CONNECTION: [string, Reply, number][] = [
  ['hangs', 'hang', 504],
  ['fails', { status: 500, body: { error: 'boom' } }, 502],
  ['sends invalid JSON', { body: '{"items": [' }, 502],
  ['breaks the connection', (response) => void response.destroy(), 502],
];

describe('the IoT proxy', () => {
  let iot: IotApi;

  beforeAll(async () => {
    iot = await IotApi.start();
  });
  beforeEach(async () => {
    iot.serve();
    const works = async () => (await iot.post('codes/values', { codes: [CODE] })).status === 200;
    await waitFor(works, { what: 'the circuit breaker to close' });
    iot.gateway.exchanges.length = 0;
  });
  afterAll(() => iot.stop());

  const changeConfigs = (role: Role, action: string) =>
    iot.call('POST', 'alarm-configs', { role, body: { action, config: { id: 'x' } } });

  const casesOf = (faults: typeof FAULTS, routes: Route[]) =>
    faults.flatMap(([what, reply, status]) =>
      routes.map(([path, body, call]) => ({ what, path, call, reply, status, body })),
    );
  const cases = [...casesOf(FAULTS, ROUTES), ...casesOf(FAULTS_OF_THE_CONNECTION, [READ, WRITE])];

  it.each(cases)(
    'the IoT proxy answers $path with $status if the gateway $what at $call',
    async ({ path, body, call, reply, status }) => {
      iot.gateway.overrides.set(call, () => reply);
      const startMs = performance.now();
      const answer = await iot.post(path, body);
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status,
        body: {
          statusCode: status,
          code: expect.stringMatching(/^gateway_/),
          error: expect.any(String),
          message: expect.any(String),
        },
      });
      expect(performance.now() - startMs).toBeLessThan(2 * CALL_LIMIT_MS + 10_000);
    },
  );

  it('the IoT proxy shows neither the credentials nor the tokens of the gateway', async () => {
    const { username, password } = iot.gateway.credentials;
    await iot.post('token', { forceRefresh: true });
    const { accessToken, refreshToken } = await iot.api.database.dataSource.manager.findOneByOrFail(
      GatewayTokenEntity,
      { id: 1 },
    );
    const secrets = [username, password, accessToken, refreshToken];
    const echo = `You are ${secrets.join(' ')}.`;
    const shown = [(await iot.call('GET', 'token')).text];
    for (const [path, body, call] of ROUTES) {
      for (const status of [400, 500]) {
        iot.serve();
        iot.gateway.overrides.set(call, () => ({ status, body: { error: echo, message: echo } }));
        shown.push((await iot.post(path, body)).text);
      }
    }
    shown.push((await iot.call('GET', 'writes?limit=200')).text, (await iot.call('GET', 'overrides')).text);
    shown.push(iot.api.log);
    for (const secret of secrets) expect(shown.join('\n')).not.toContain(secret);
  });

  it.each(['../auth/login', 'a/../../x?y=1#z', '%2e%2e%2f', 'a\r\nX-Evil: 1', '点 🌡', '"}],"codes":["b'])(
    'the IoT proxy calls only the intended address of the gateway for the code %j',
    async (code) => {
      const answers = [
        await iot.post('codes/values', { codes: [code] }),
        await iot.post('codes/history', { codes: [code], ...RANGE }),
        await iot.post('codes/set', { code, value: 1 }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers[0]?.body).toMatchObject([{ code }]);
      const called = iot.gateway.exchanges.map(({ route, query }) => `${route} ${query.toString()}`);
      const known = new Set(['POST /codes/values ', 'POST /codes/history ', 'POST /codes/set ']);
      expect(called.filter((call) => !known.has(call))).toEqual([]);
    },
  );

  it('the IoT proxy accepts its own kind of token, which opens no other route and cannot be renewed', async () => {
    const given = (await iot.call('GET', 'token')).body as { token: string; expiresAt: string };
    const lifeMs = Date.parse(given.expiresAt) - Date.now();
    expect(lifeMs).toBeGreaterThan(14 * 60_000);
    expect(lifeMs).toBeLessThanOrEqual(15 * 60_000);
    const { token } = given;
    const body = { codes: [CODE] };
    expect((await iot.api.call('POST', '/api/iot/codes/values', { token, body })).status).toBe(200);
    for (const path of ['/api/iot/token', '/api/users', '/api/energy/areas', '/api/auth/me']) {
      expect((await iot.api.call('GET', path, { token })).status).toBe(401);
    }
  });

  it('the IoT proxy refreshes its tokens for the gateway on demand', async () => {
    expect((await iot.post('token', {})).status).toBe(200);
    expect(iot.gateway.count('POST /auth/refresh')).toBe(0);
    expect((await iot.post('token', { forceRefresh: true })).status).toBe(200);
    expect(iot.gateway.count('POST /auth/refresh')).toBe(1);
  });

  it('the IoT proxy lets only engineers change alarm configurations', async () => {
    expect((await changeConfigs('viewer', 'query')).status).toBe(200);
    for (const action of ['create', 'update', 'delete']) {
      expect((await changeConfigs('operator', action)).status).toBe(403);
      expect((await changeConfigs('engineer', action)).status).toBe(200);
    }
  });
});
