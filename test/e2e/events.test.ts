// Runs in the full check only: it starts whole products.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SignedTokens, StreamTokens } from '@app/auth';
import { EnvironmentModule, type Environment } from '@app/config';
import { type PointValue, energyUpdated, executionStatusChanged, pointValuesChanged } from '@app/contracts';
import { isProcessReady } from '@app/processes';
import { EventBus, EventBusModule } from '@app/events';
import { FixedClock, type Role } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventSource, type FetchLike } from 'eventsource';
import { PASSWORD, anAccount } from '../factories/an-account';
import { type TestDatabase, openDatabase, testEnvironment, waitFor } from '../harness';

const ENTRY = join(__dirname, '..', '..', 'dist', 'apps', 'api', 'src', 'main.js');
const TYPES = ['heartbeat', 'iot:value:change', 'energy_update', 'workflow:execution:status'];

interface Received {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** The api in a separate process. */
class Api {
  private constructor(
    readonly child: ChildProcess,
    readonly address: string,
  ) {}

  static async start(environment: Environment): Promise<Api> {
    const variables = Object.entries(environment).map(([name, value]) => [name, String(value)]);
    const child = fork(ENTRY, { env: { PATH: process.env.PATH, ...Object.fromEntries(variables) } });
    const address = await new Promise<string>((resolve, reject) => {
      child.on('message', (message) => isProcessReady(message) && resolve(message.address ?? ''));
      child.once('exit', (code) => reject(new Error(`The api ended with ${code} before it was ready.`)));
    });
    return new Api(child, address);
  }

  post(path: string, body: object = {}, token = ''): Promise<Response> {
    return fetch(`${this.address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  }

  /** Ends the api. @returns the exit code and the duration of the shutdown */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<{ code: number | null; tookMs: number }> {
    const startedAtMs = performance.now();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return { code: this.child.exitCode, tookMs: performance.now() - startedAtMs };
  }
}

/** Follows an event stream with a third-party client, and stores the received events. */
class Client {
  readonly received: Received[] = [];
  /** For each connection, the number of events received before it. */
  readonly connections: number[] = [];
  readonly source: EventSource;

  /** @param send sends the requests of the `EventSource`, also when it reconnects */
  constructor(url: string, send: FetchLike = fetch) {
    this.source = new EventSource(url, { fetch: send });
    this.source.addEventListener('open', () => this.connections.push(this.received.length));
    for (const type of TYPES) {
      this.source.addEventListener(type, ({ lastEventId, data }) =>
        this.received.push({
          id: lastEventId,
          event: type,
          data: JSON.parse(data as string) as Received['data'],
        }),
      );
    }
  }

  async opened(): Promise<this> {
    await waitFor(() => this.received.length > 0, { what: 'the first heartbeat' });
    return this;
  }

  of(type: string): Received[] {
    return this.received.filter(({ event }) => event === type);
  }

  /** The values of the received points, in the order of their arrival. */
  get values(): unknown[] {
    return this.of('iot:value:change').map(({ data }) => data.value);
  }

  /** The events of each connection. */
  get byConnection(): Received[][] {
    return this.connections.map((start, index) => this.received.slice(start, this.connections[index + 1]));
  }
}

function aValue(overrides: Partial<PointValue> = {}): PointValue {
  return { code: 'A', value: 1, quality: 'good', timestamp: '2026-03-01T10:00:00.000Z', ...overrides };
}

describe('the event stream', () => {
  let database: TestDatabase;
  let environment: Environment;
  let api: Api;
  let publisher: INestApplicationContext;
  let bus: EventBus;
  let accessToken: string;
  let userId: number;
  const clients: Client[] = [];

  beforeAll(async () => {
    database = await openDatabase();
    environment = testEnvironment({
      DATABASE_URL: database.url,
      QUEUE_URL: database.queueUrl,
      ADMIN_PASSWORD: 'a seeded password',
    });
    api = await Api.start(environment);
    class PublisherModule {}
    publisher = await NestFactory.createApplicationContext(
      {
        module: PublisherModule,
        imports: [EnvironmentModule.forRoot(environment), EventBusModule.forRoot()],
      },
      { logger: false },
    );
    bus = publisher.get(EventBus);
    await waitFor(() => bus.isConnected, { what: 'the bus' });
  });

  beforeEach(() => signIn('viewer'));

  afterEach(() => {
    for (const client of clients.splice(0)) client.source.close();
  });

  afterAll(async () => {
    await api.end();
    await publisher.close();
    await database.drop();
  });

  async function signIn(role: Role): Promise<void> {
    const user = await anAccount(database.dataSource, { role });
    userId = user.id;
    accessToken = await login(user.username);
  }

  async function login(username: string, password = PASSWORD): Promise<string> {
    const answer = await api.post('/auth/login', { username, password });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  }

  async function streamToken(of = api): Promise<string> {
    const answer = await of.post('/events/token', {}, accessToken);
    return ((await answer.json()) as { token: string }).token;
  }

  async function connect(query = '', path = '/events'): Promise<Client> {
    const client = new Client(`${api.address}/api${path}?token=${await streamToken()}${query}`);
    clients.push(client);
    return client.opened();
  }

  /** Tries to open a stream, and closes it at once. Returns the response. */
  async function look(): Promise<Response> {
    const leaving = new AbortController();
    const answer = await fetch(`${api.address}/api/events?token=${await streamToken()}`, {
      signal: leaving.signal,
    });
    if (answer.ok) leaving.abort();
    return answer;
  }

  /** Creates a stream token that was issued `ageMs` milliseconds ago. */
  function olderToken(ageMs: number): string {
    const tokens = new SignedTokens(environment, new FixedClock(Date.now() - ageMs));
    return new StreamTokens(tokens).sign({ userId }).token;
  }

  it('the event stream is opened with a stream token, which is issued for an access token and valid for 30 seconds', async () => {
    const before = Date.now();
    const answer = await api.post('/events/token', {}, accessToken);
    const body = (await answer.json()) as { token: string; expiresAt: string };

    expect(answer.status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['expiresAt', 'token']);
    expect(body.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const lifetimeMs = Date.parse(body.expiresAt) - before;
    expect(lifetimeMs).toBeGreaterThan(28_000);
    expect(lifetimeMs).toBeLessThanOrEqual(31_000);
    expect((await api.post('/events/token')).status).toBe(401);
  });

  /**
   * Publishes an event of an execution and then a value of a point, and waits for the value. Returns true if the client
   * got the event of the execution before the value.
   */
  async function hasSeenExecution(client: Client): Promise<boolean> {
    bus.publish(executionStatusChanged, { workflowId: 'w', executionId: 'e', status: 'running' });
    bus.publish(pointValuesChanged, { values: [aValue()] });
    await waitFor(() => client.of('iot:value:change').length > 0, { what: 'the value' });
    return client.of('workflow:execution:status').length > 0;
  }

  it('the event stream sends no events of executions to a viewer, because viewers cannot list workflows', async () => {
    expect(await hasSeenExecution(await connect())).toBe(false);
    expect(await hasSeenExecution(await connect('&types=workflow,point'))).toBe(false);
  });

  it('the event stream sends events of executions to an operator, and ends as soon as the operator becomes a viewer', async () => {
    await signIn('operator');
    const client = await connect();
    expect(await hasSeenExecution(client)).toBe(true);
    const admin = await login('admin', 'a seeded password');
    const demoted = await fetch(`${api.address}/api/users/${userId}/role`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
      body: JSON.stringify({ role: 'viewer' }),
    });
    expect(demoted.status).toBe(200);
    // The change of the role must end the stream. The next heartbeat would also end it, but only after 30 s.
    await waitFor(() => client.source.readyState !== client.source.OPEN, { what: 'the end of the stream' });
    expect(await hasSeenExecution(await connect())).toBe(false);
  });

  it('the event stream sends a heartbeat, and then the events of other processes', async () => {
    const client = await connect();
    const areas = [
      {
        id: 1,
        parentId: null,
        name: '一楼',
        currentPower: 12.5,
        energyToday: 3,
        energyMonth: null,
        status: 'normal' as const,
        lastReadingAt: null,
      },
    ];

    bus.publish(pointValuesChanged, { values: [aValue(), aValue({ code: 'B', value: 'on' })] });
    bus.publish(energyUpdated, { areas });
    await waitFor(() => client.received.length === 4, { what: 'the events' });

    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const change = { type: 'iot:value:change', kind: 'point', sentAt: instant };
    expect(client.received).toEqual([
      {
        id: '1',
        event: 'heartbeat',
        data: { type: 'heartbeat', kind: 'heartbeat', timestamp: instant },
      },
      { id: '2', event: 'iot:value:change', data: { ...change, ...aValue() } },
      { id: '3', event: 'iot:value:change', data: { ...change, ...aValue({ code: 'B', value: 'on' }) } },
      {
        id: '4',
        event: 'energy_update',
        data: { type: 'energy_update', kind: 'energy', timestamp: instant, areas },
      },
    ]);
  });

  it.each([
    ['a type', '/events', 'energy_update', ['energy_update']],
    ['a kind', '/events', 'energy', ['energy_update']],
    ['known and unknown types', '/events', 'nonsense,energy_update', ['energy_update']],
    ['several', '/sse', 'point,energy', ['iot:value:change', 'energy_update']],
    ['all types if none is named', '/sse', '', ['iot:value:change', 'energy_update']],
  ])(
    'the event stream sends only events of the requested types: %s',
    async (_what, path, types, expected) => {
      const client = await connect(`&types=${types}`, path);

      bus.publish(pointValuesChanged, { values: [aValue()] });
      bus.publish(energyUpdated, { areas: [] });
      await waitFor(() => client.of('energy_update').length === 1, { what: 'the last event' });

      expect(client.received.map(({ event }) => event)).toEqual(['heartbeat', ...expected]);
    },
  );

  it.each<[string, () => string | Promise<string>]>([
    ['no token', () => ''],
    ['a malformed token', () => '?token=nonsense'],
    ['an access token', () => `?token=${accessToken}`],
    ['a token 31 seconds old', () => `?token=${olderToken(31_000)}`],
    ['a token twice', async () => `?token=${await streamToken()}&token=${await streamToken()}`],
  ])('the event stream is refused with %s', async (_what, query) => {
    const answer = await fetch(`${api.address}/api/events${await query()}`);

    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({
      error: expect.any(String) as string,
      code: expect.any(String) as string,
    });
  });

  it('the event stream uses stream tokens that no other route accepts', async () => {
    const asBearer = await api.post('/events/token', {}, await streamToken());

    expect(asBearer.status).toBe(401);
  });

  it('the event stream stays open after its token has expired', async () => {
    const client = new Client(`${api.address}/api/events?token=${olderToken(28_000)}`);
    clients.push(client);
    await client.opened();
    const expiredAtMs = Date.now() + 3000;
    await waitFor(() => Date.now() > expiredAtMs, { what: 'the end of the token' });

    bus.publish(pointValuesChanged, { values: [aValue()] });

    await waitFor(() => client.received.length === 2, { what: 'the value' });
    expect(client.received[1]?.event).toBe('iot:value:change');
  });

  it('the event stream can be open five times per user, and can be opened again after one of the five is closed', async () => {
    const [first] = await Promise.all([connect(), connect(), connect(), connect(), connect()]);
    const refused = await look();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({ error: expect.any(String) as string, code: 'too_many_streams' });

    first.source.close();
    await waitFor(async () => (await look()).ok, { what: 'permission to open another stream' });
  });

  it('the event stream responds to HEAD with its headers only', async () => {
    const answer = await fetch(`${api.address}/api/events?token=${await streamToken()}`, { method: 'HEAD' });

    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  it('the event stream ends immediately when the process ends', async () => {
    const ending = await Api.start(environment);
    const client = new Client(`${ending.address}/api/events?token=${await streamToken()}`);
    clients.push(client);
    await client.opened();
    const broken = once(client.source, 'error');

    const [{ code, tookMs }] = await Promise.all([ending.end(), broken]);

    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(4000);
  });
});
