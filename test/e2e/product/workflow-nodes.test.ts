import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalServer } from '../../factories/local-server';
import { Outbox } from '../../factories/outbox';
import { Installation } from './installation';
import { HOUR_MS } from './measured-energy';

const SETPOINT = 'AHU1.SUPPLY.TEMP_SP';
const ROOM = 'F1.EAST.ZONE.TEMP';

interface NodeResult {
  nodeId: string;
  status: string;
  output: Record<string, unknown> | null;
  logs: string[];
  attempts: number;
  error: { code: string } | null;
}

interface Execution {
  status: string;
  nodeResults: NodeResult[];
}

/** Returns the output of each node, or its error. */
const outputs = ({ nodeResults }: Execution) =>
  Object.fromEntries(nodeResults.map(({ nodeId, output, error }) => [nodeId, error ?? output]));
const logs = ({ nodeResults }: Execution) => nodeResults.flatMap(({ logs }) => logs);

const switchOn = (id: string, code: string) => ({ id, type: 'set_point', config: { code, value: true } });

/** Returns an expression that evaluates to a secret but does not contain the secret as text. */
const hidden = (name: string) => `{{ 'hid' + 'den-${name}' }}`;

describe('nodes that have effects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-nodes-'));
  const outbox = new Outbox(folder);
  /** An external system whose responses the test sets. */
  let other: LocalServer;
  let answer: (response: ServerResponse) => void;
  let installation: Installation;

  beforeAll(async () => {
    other = await LocalServer.start((_request, response) => answer(response));
    const allowed = `127.0.0.1:${other.port}`;
    installation = await Installation.start({
      environment: { WORKFLOW_HTTP_ALLOWLIST: [allowed], DATA_DIR: folder },
    });
  });
  afterAll(async () => {
    await other.stop();
    await installation.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    other.received.length = 0;
  });

  const post = <T>(path: string, body: object) => installation.client.succeed<T>('POST', path, body);

  /** Runs a chain of nodes and waits until the execution has ended. */
  async function run(nodes: object[], trigger: object): Promise<Execution> {
    const all = [{ id: 'start', type: 'start' }, ...nodes] as { id: string }[];
    const edges = all.slice(1).map(({ id }, index) => ({ source: all[index]?.id, target: id }));
    const workflow = await post<{ id: string }>('/workflows', { name: 'Acts', nodes: all, edges });
    const { executionId } = await post<{ executionId: string }>(`/workflows/${workflow.id}/trigger`, trigger);
    const path = `/workflows/${workflow.id}/executions/${executionId}`;
    return installation.waitFor(
      async () => {
        const { body } = await installation.client.send<Execution>('GET', path);
        return body.status !== 'running' && body;
      },
      { what: 'the end of the execution' },
    );
  }

  const url = () => `http://127.0.0.1:${other.port}/rooms?key=1`;
  const acting = (note: string, to: string) => [
    {
      id: 'http',
      type: 'http_request',
      config: { method: 'POST', url: url(), body: { room: '{{ triggerData.room }}' } },
    },
    {
      id: 'set',
      type: 'set_point',
      config: { code: SETPOINT, value: '{{ nodeOutputs.http.body?.setPoint ?? 21 }}' },
    },
    {
      id: 'mail',
      type: 'email',
      config: {
        to,
        subject: 'Room {{ triggerData.room }}',
        body: 'Is set to {{ nodeOutputs.set.readBack }}.',
      },
    },
    {
      id: 'note',
      type: 'database',
      config: {
        query: 'INSERT INTO workflow_memory (name, value) VALUES (?, ?)',
        params: [note, '{{ String(nodeOutputs.set.value) }}'],
        mode: 'write',
      },
    },
    {
      id: 'read',
      type: 'database',
      config: { query: 'SELECT name, value FROM workflow_memory WHERE name = ?', params: [note] },
    },
  ];
  it('nodes call other systems, set points, send mails and write notes', async () => {
    answer = (response) => response.setHeader('content-type', 'application/json').end('{"setPoint":19.5}');

    const execution = await run(acting('acted', 'ada@example.org'), { input: { room: 7 } });

    expect(outputs(execution)).toEqual({
      start: { room: 7 },
      http: { status: 200, headers: expect.any(Object), body: { setPoint: 19.5 } },
      set: {
        code: SETPOINT,
        value: 19.5,
        readBack: 19.5,
        quality: 'good',
        confirmed: true,
        limited: false,
        revertAt: null,
      },
      mail: { to: ['ada@example.org'], subject: 'Room 7', sent: false },
      note: { rows: [], rowCount: 1 },
      read: { rows: [{ name: 'acted', value: '19.5' }], rowCount: 1 },
    });
    expect(execution.status).toBe('success');
    expect(other.received).toMatchObject([
      { method: 'POST', body: '{"room":7}', headers: { 'idempotency-key': expect.stringMatching(/./) } },
    ]);
    const mail = await outbox.next('ada@example.org');
    expect(mail.headers.get('subject')).toBe('Room 7');
    expect(mail.headers.get('message-id')).toMatch(/^<[0-9a-f]{40}@/);
    expect(mail.text).toContain('Is set to 19.5.');
  });

  it('nodes have no effects in a dry run, and log what they would do', async () => {
    answer = (response) => response.end();

    const execution = await run(acting('rehearsed', 'bob@example.org'), { input: { room: 8 }, dryRun: true });

    expect(execution.status).toBe('success');
    expect(logs(execution)).toEqual([
      `Would have sent POST http://127.0.0.1:${other.port}/rooms.`,
      `Would have written 21 to ${SETPOINT}.`,
      'Would have sent "Room 8" to bob@example.org.',
      'No mail server is configured, so mails are only written to the outbox folder.',
      'Would have run the statement in mode write.',
      'Read 0 rows.',
    ]);
    expect(other.received).toEqual([]);
    expect(outbox.has('bob@example.org')).toBe(false);
    const { nodeResults } = await run([acting('rehearsed', '').at(-1) ?? {}], {});
    expect(nodeResults.at(-1)?.output).toEqual({ rows: [], rowCount: 0 });
  });

  it('a node that only reads returns the same data in a dry run as the API and the external system', async () => {
    answer = (response) => response.setHeader('content-type', 'application/json').end('{"outside":3.5}');
    const { client, observer } = installation;
    const thisHourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const [from = '', to = ''] = [3, 1].map((hours) => new Date(thisHourMs - hours * HOUR_MS).toISOString());
    const [site] = await client.putAreas([
      {
        name: 'Site',
        meters: [{ pointCode: 'BLDG.ELEC.PLANT.KWH', multiplier: 1, intervalSeconds: 60, since: from }],
      },
    ]);
    await installation.waitFor(() => client.hasAllHistory(), { what: 'the history' });
    await observer.write(ROOM, 21.25);
    const energy = { period: 'custom', from, to, interval: 'hour' };

    const execution = await run(
      [
        { id: 'point', type: 'read_point', config: { codes: [ROOM] } },
        { id: 'energy', type: 'read_energy', config: energy },
        { id: 'http', type: 'http_request', config: { url: url() } },
      ],
      { dryRun: true },
    );

    const { point, energy: read, http } = outputs(execution);
    const [value] = await post<object[]>('/iot/codes/values', { codes: [ROOM] });
    expect(value).toMatchObject({ code: ROOM, value: 21.25, quality: 'good' });
    expect(point).toMatchObject({ value: 21.25, quality: 'good', points: [{ code: ROOM, value: 21.25 }] });
    const details = await client.details({
      areaId: site?.id ?? 0,
      energyType: 'electricity',
      from,
      to,
      interval: 'hour',
    });
    expect(details.map((hour) => hour.value)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(read).toMatchObject({
      points: details.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage })),
    });
    expect(http).toMatchObject({ status: 200, body: { outside: 3.5 } });
    expect(other.received).toMatchObject([{ method: 'GET', path: '/rooms?key=1' }]);
  });

  it('nodes keep their credentials out of results, even if the external system returns them', async () => {
    answer = (response) => {
      const echo = JSON.stringify({ url: response.req.url, headers: response.req.headers });
      response
        .setHeader('content-type', 'application/json')
        .setHeader('set-cookie', 'sid=hidden-1')
        .end(echo);
    };
    const headers = { Authorization: `Bearer ${hidden('a')}`, 'x-functions-key': hidden('b') };
    const config = { url: `${url().replace('key=1', 'appid=')}${hidden('c')}&room=7`, headers };

    const execution = await run(
      [
        { id: 'http', type: 'http_request', config },
        { id: 'copy', type: 'variable', config: { name: 'said', value: '{{ nodeOutputs.http.body.url }}' } },
      ],
      { input: { seen: 'hidden-b' } },
    );

    expect(execution.status).toBe('success');
    expect(other.received[0]?.headers).toMatchObject({
      authorization: 'Bearer hidden-a',
      'x-functions-key': 'hidden-b',
    });
    expect(JSON.stringify(execution)).not.toContain('hidden');
    expect(outputs(execution)).toMatchObject({
      http: { body: { url: '/rooms?appid=********&room=7' } },
      copy: { value: '/rooms?appid=********&room=7' },
    });
  });

  it('nodes send the same idempotency key when they retry, so that the external system recognizes the repeated call', async () => {
    const statuses = [503, 503, 200];
    answer = (response) => response.writeHead(statuses.shift() ?? 500).end();
    const onError = { action: 'retry', retryCount: 2, retryDelayMs: 0 };
    const config = { method: 'POST', url: url(), failOnStatus: true };

    const execution = await run([{ id: 'http', type: 'http_request', config, onError }], {});

    expect(execution).toMatchObject({ status: 'success' });
    expect(execution.nodeResults.at(-1)).toMatchObject({ attempts: 3, output: { status: 200 } });
    const keys = other.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });

  it.each<[string, object, string]>([
    [
      'an address of this machine',
      { type: 'http_request', config: { url: 'http://127.0.0.1:1/' } },
      'address_refused',
    ],
    [
      'a point that cannot be written',
      { type: 'set_point', config: { code: 'BLDG.OUTSIDE.TEMP', value: 1 } },
      'point_read_only',
    ],
    [
      'an invalid mail address',
      { type: 'email', config: { to: 'ada', subject: 'a', body: 'b' } },
      'validation_failed',
    ],
  ])('nodes fail for %s', async (_, node, code) => {
    const execution = await run([{ id: 'acts', ...node }], {});
    expect(execution.status).toBe('failed');
    expect(outputs(execution).acts).toMatchObject({ code });
  });

  it('nodes cannot write a point that an interlock protects', async () => {
    const nodes = [switchOn('lock', 'AHU1.MAINTENANCE.LOCKOUT'), switchOn('fan', 'AHU1.FAN.CMD')];
    const execution = await run(nodes, {});
    expect(execution.status).toBe('failed');
    expect(outputs(execution)).toMatchObject({ lock: { confirmed: true }, fan: { code: 'interlock' } });
  });

  it('nodes control lights, and report changes that were made at a wall switch', async () => {
    const codes = { switchCode: 'F1.EAST.LIGHT.SWITCH', levelCode: 'F1.EAST.LIGHT.LEVEL' };
    const position = { x: 0, y: 0, z: 0 };
    const labels = [
      { id: 'hall', text: 'Hall', position, devices: [{ deviceId: 'east', name: 'East', ...codes }] },
    ];
    expect((await installation.client.send('PUT', '/dashboard-model', { labels })).status).toBe(200);
    const listener = await installation.listen(['lighting']);
    const config = { labelId: 'hall', action: 'dim', value: 40 };

    const execution = await run([{ id: 'lights', type: 'lighting', config }], {});

    const results = [{ deviceId: 'east', success: true }];
    expect(outputs(execution).lights).toEqual({ success: true, results, on: true });
    const status = await installation.client.send('GET', '/control/lighting/hall/status');
    expect(status.body).toMatchObject({ on: true, brightness: 40 });
    const updates = () => listener.of('lighting_update');
    const on = await installation.waitFor(() => updates().find((update) => update.on), {
      what: 'the update after the command',
    });
    expect(on).toMatchObject({ labelId: 'hall', results });
    await installation.observer.write(codes.switchCode, false);
    const off = await installation.waitFor(
      () =>
        updates()
          .slice(updates().indexOf(on))
          .find((update) => !update.on),
      { what: 'the update after the wall switch' },
    );
    expect(off).toMatchObject({ groups: [{ deviceId: 'east', on: false, level: 40 }], results: [] });
  });
});
