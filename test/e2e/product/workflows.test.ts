import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { type components, unwrap } from '../../../clients/typescript/src';
import { anAccount, PASSWORD } from '../../factories/an-account';
import { LocalServer } from '../../factories/local-server';
import { Outbox } from '../../factories/outbox';
import { Installation } from './installation';
import { HOUR_MS } from './measured-energy';
import type { Answer, ProductClient } from './product-client';

type Execution = components['schemas']['ExecutionDetailDto'];
type Config = Record<string, unknown>;

interface Outcome {
  status: string;
  code: string | undefined;
}

const LEVEL = 'F1.EAST.LIGHT.LEVEL';
const FAN = 'AHU1.FAN.CMD';
const LOCKOUT = 'AHU1.MAINTENANCE.LOCKOUT';
const CO2 = 'F1.WEST.ZONE.CO2';
const SETPOINT = 'AHU1.SUPPLY.TEMP_SP';
const ROOM = 'F1.EAST.ZONE.TEMP';
const UNKNOWN_ID = '0197f000-0000-7000-8000-000000000000';

/** A workflow that sets the given brightness and switches on the ventilation when a person arrives. */
const definition = {
  name: 'Somebody comes in',
  trigger: { type: 'webhook' },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'light', type: 'set_point', config: { code: LEVEL, value: '{{ triggerData.level }}' } },
    { id: 'air', type: 'set_point', config: { code: FAN, value: true } },
    { id: 'said', type: 'end', config: { output: { level: '{{ nodeOutputs.light.readBack }}' } } },
  ],
  edges: [
    { source: 'start', target: 'light' },
    { source: 'light', target: 'air' },
    { source: 'air', target: 'said' },
  ],
} satisfies components['schemas']['WorkflowInputDto'];

const outcomes = ({ nodeResults }: Execution) =>
  nodeResults.map(({ nodeId, status, visit }) => `${nodeId}#${visit} ${status}`);

/** Returns the output of each node, or its error. */
const outputs = ({ nodeResults }: Execution) =>
  Object.fromEntries(nodeResults.map(({ nodeId, output, error }) => [nodeId, error ?? output]));
const logs = ({ nodeResults }: Execution) => nodeResults.flatMap(({ logs }) => logs);

const switchOn = (id: string, code: string) => ({ id, type: 'set_point', config: { code, value: true } });

/** Returns an expression that evaluates to a secret but does not contain the secret as text. */
const hidden = (name: string) => `{{ 'hid' + 'den-${name}' }}`;

describe('workflows over the simulated gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
  const outbox = new Outbox(folder);
  /** An external system whose responses the test sets. */
  let other: LocalServer;
  let answer: (response: ServerResponse) => void;
  let installation: Installation;

  beforeAll(async () => {
    other = await LocalServer.start((_request, response) => answer(response));
    installation = await Installation.start({
      environment: {
        WORKFLOW_HTTP_ALLOWLIST: [`127.0.0.1:${other.port}`],
        DATA_DIR: folder,
      },
    });
  });
  afterAll(async () => {
    await other.stop();
    await installation.stop();
    rmSync(folder, { recursive: true });
  });

  const post = <T>(path: string, body: object) => installation.client.succeed<T>('POST', path, body);

  /** Starts an execution, and waits until it has ended. */
  async function execute(workflowId: string, trigger: object): Promise<Execution> {
    const { executionId } = await post<{ executionId: string }>(`/workflows/${workflowId}/trigger`, trigger);
    const path = `/workflows/${workflowId}/executions/${executionId}`;
    return installation.waitFor(
      async () => {
        const { body } = await installation.client.send<Execution>('GET', path);
        return body.status !== 'running' && body;
      },
      { what: 'the end of the execution' },
    );
  }

  async function outcomeOf(workflowId: string, trigger: object): Promise<Outcome> {
    const { status, nodeResults } = await execute(workflowId, trigger);
    return { status, code: nodeResults.at(-1)?.error?.code };
  }

  /** Runs a chain of nodes and waits until the execution has ended. */
  async function run(nodes: object[], trigger: object): Promise<Execution> {
    const all = [{ id: 'start', type: 'start' }, ...nodes] as { id: string }[];
    const edges = all.slice(1).map(({ id }, index) => ({ source: all[index]?.id, target: id }));
    const { id } = await post<{ id: string }>('/workflows', { name: 'Acts', nodes: all, edges });
    return execute(id, trigger);
  }

  const url = () => `http://127.0.0.1:${other.port}/rooms?key=1`;

  /** Returns nodes that call the external system, set a point, send a mail, and write and read a note. */
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

  describe('an engineer', () => {
    let client: ProductClient;
    let workflow: components['schemas']['WorkflowDto'];

    beforeAll(async () => {
      await installation.observer.unlockFan();
      await anAccount(installation.database.dataSource, { username: 'ada', role: 'engineer' });
      client = installation.client.another();
      await client.signIn('ada', PASSWORD);
    });

    const params = () => ({ path: { id: workflow.id } });

    /** Calls the webhook without an access token, as an external system does. */
    async function call(
      body: string,
      headers: Record<string, string>,
    ): Promise<Answer<{ executionId: string; code?: string }>> {
      const response = await fetch(`${installation.api.address}/api/webhook/${workflow.webhookSlug}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      return {
        status: response.status,
        body: (await response.json()) as { executionId: string; code?: string },
      };
    }

    function find(executionId: string, { id } = workflow): Promise<Execution> {
      const path = { id, executionId };
      return unwrap(client.api.GET('/api/workflows/{id}/executions/{executionId}', { params: { path } }));
    }

    function ended(executionId: string): Promise<Execution> {
      return installation.waitFor(
        async () => {
          const execution = await find(executionId);
          return execution.status !== 'running' && execution;
        },
        { what: `the end of ${executionId}` },
      );
    }

    it('an engineer reads the catalogue of node types', async () => {
      const { nodes } = await unwrap(client.api.GET('/api/nodes'));
      expect(nodes).toContainEqual(expect.objectContaining({ type: 'set_point', acts: true }));
    });

    it('an engineer creates a workflow, and sees the secret of its webhook only in this response', async () => {
      const faulty = { ...definition, edges: [{ source: 'start', target: 'nowhere' }] };
      expect(await client.api.POST('/api/workflows', { body: faulty })).toMatchObject({
        response: { status: 400 },
        error: { code: 'validation_failed' },
      });
      const made = await client.api.POST('/api/workflows', { body: definition });
      expect(made.response.status).toBe(201);
      workflow = await unwrap(Promise.resolve(made));
      expect(workflow).toMatchObject({ problems: [], revision: 1 });
      expect(workflow.webhookSecret).toMatch(/^whsec_/);
      const found = await unwrap(client.api.GET('/api/workflows/{id}', { params: params() }));
      expect(found.webhookSecret).toBe('********');
    });

    it('an engineer starts a dry run, which changes nothing in the building', async () => {
      await installation.observer.write(LEVEL, 33);
      const body = { input: { level: 11 }, dryRun: true };
      const started = await client.api.POST('/api/workflows/{id}/trigger', { params: params(), body });
      expect(started.response.status).toBe(202);
      const execution = await ended(started.data?.executionId ?? '');
      expect(outcomes(execution)).toEqual([
        'start#1 success',
        'light#1 success',
        'air#1 success',
        'said#1 success',
      ]);
      expect(execution.nodeResults[1]?.logs).toEqual([`Would have written 11 to ${LEVEL}.`]);
      expect(await installation.observer.value(LEVEL)).toBe(33);
    });

    it('an engineer lets an external system call the webhook, and watches the execution', async () => {
      const listener = await installation.listen(['workflow']);
      expect((await call('{"level": 42}', { 'x-webhook-secret': 'a guess' })).status).toBe(401);
      const { status, body } = await call('{"level": 42}', {
        'x-webhook-secret': workflow.webhookSecret ?? '',
      });
      expect(status).toBe(202);
      const { executionId } = body;
      const told = () =>
        listener.of('workflow:execution:status').filter((event) => event.executionId === executionId);
      await installation.waitFor(() => told().length >= 2, { what: 'its start and its end on the stream' });
      expect(told().map(({ kind, workflowId, status }) => [kind, workflowId, status])).toEqual([
        ['workflow', workflow.id, 'running'],
        ['workflow', workflow.id, 'success'],
      ]);
      const execution = await find(executionId);
      expect(execution).toMatchObject({
        status: 'success',
        trigger: 'webhook',
        triggerData: { level: 42 },
        request: { method: 'POST', headers: { 'content-type': expect.stringContaining('json') }, query: {} },
      });
      expect(execution.nodeResults.map(({ nodeId, output }) => [nodeId, output])).toEqual([
        ['start', { level: 42 }],
        [
          'light',
          {
            code: LEVEL,
            value: 42,
            readBack: 42,
            quality: 'good',
            confirmed: true,
            limited: false,
            revertAt: null,
          },
        ],
        [
          'air',
          {
            code: FAN,
            value: true,
            readBack: true,
            quality: 'good',
            confirmed: true,
            limited: false,
            revertAt: null,
          },
        ],
        ['said', { level: 42 }],
      ]);
      expect(await installation.observer.value(LEVEL)).toBe(42);
    });

    it('an engineer sets up a webhook for signed deliveries, and a repeated delivery starts only one execution', async () => {
      const [body, id, sentAt] = ['{"level": 55}', 'msg_1', new Date()];
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': new Webhook(workflow.webhookSecret ?? '').sign(id, sentAt, body),
      };
      const [first, second] = [await call(body, headers), await call(body, headers)];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.body.executionId).toBe(first.body.executionId);
      expect((await ended(first.body.executionId)).status).toBe('success');
      expect(await installation.observer.value(LEVEL)).toBe(55);
      expect((await call('{"level": 99}', headers)).status).toBe(401);
    });

    it('an engineer retries an execution from the node that an interlock stopped, after the interlock has ended', async () => {
      await installation.observer.write(FAN, false);
      await installation.observer.write(LOCKOUT, true);
      const { body } = await call('{"level": 60}', { 'x-webhook-secret': workflow.webhookSecret ?? '' });
      const failed = await ended(body.executionId);
      expect(failed).toMatchObject({
        status: 'failed',
        error: 'air: The fan cannot be started while the air handler is locked out for maintenance.',
      });
      expect(failed.nodeResults.at(-1)).toMatchObject({ nodeId: 'air', error: { code: 'interlock' } });

      await installation.observer.write(LOCKOUT, false);
      // The retry does not repeat the node that set the light, because this node has succeeded. The value set here must
      // remain.
      await installation.observer.write(LEVEL, 20);
      const retried = await client.api.POST('/api/workflows/{id}/executions/{executionId}/retry', {
        params: { path: { id: workflow.id, executionId: failed.id } },
      });
      expect(retried.response.status).toBe(202);
      const again = await ended(retried.data?.executionId ?? '');
      expect(again).toMatchObject({ status: 'success', retryOf: failed.id });
      expect(outcomes(again)).toEqual([
        'start#1 success',
        'light#1 success',
        'air#1 failed',
        'air#2 success',
        'said#1 success',
      ]);
      expect(await installation.observer.value(FAN)).toBe(true);
      expect(await installation.observer.value(LEVEL)).toBe(20);
    });

    it('an engineer cancels a waiting execution', async () => {
      const waiting: Partial<components['schemas']['WorkflowInputDto']> = {
        nodes: [...definition.nodes, { id: 'wait', type: 'delay', config: { durationMs: 3_600_000 } }],
        edges: [
          { source: 'start', target: 'wait' },
          { source: 'wait', target: 'light' },
          ...definition.edges.slice(1),
        ],
      };
      const changed = await unwrap(
        client.api.PUT('/api/workflows/{id}', { params: params(), body: waiting }),
      );
      expect(changed).toMatchObject({ revision: 2, problems: [] });
      const { executionId } = await unwrap(
        client.api.POST('/api/workflows/{id}/trigger', { params: params(), body: { input: { level: 1 } } }),
      );
      await installation.waitFor(
        async () => (await find(executionId)).nodeResults.some(({ nodeId }) => nodeId === 'start'),
        { what: 'the wait' },
      );
      const cancel = () =>
        client.api.POST('/api/workflows/{id}/executions/{executionId}/cancel', {
          params: { path: { id: workflow.id, executionId } },
        });
      expect(await cancel()).toMatchObject({ response: { status: 200 }, data: { success: true } });
      expect(await find(executionId)).toMatchObject({ status: 'failed', error: 'cancelled by ada' });
      expect(await cancel()).toMatchObject({ response: { status: 409 }, error: { code: 'execution_ended' } });
    });

    it('an engineer sees that a change in the building starts a workflow once, when the condition becomes true', async () => {
      const { observer } = installation;
      const listener = await installation.listen(['point']);
      const told = (value: number) =>
        listener.of('iot:value:change').some((event) => event.code === CO2 && event.value === value);
      const condition = 'value > 900 && previous !== null && previous <= 900';
      const watch = await unwrap(
        client.api.POST('/api/workflows', {
          body: {
            name: 'Crowded',
            trigger: { type: 'state_change', config: { watch: ['F1.*.CO2'], condition } },
            nodes: [{ id: 'start', type: 'start' }],
            edges: [],
          },
        }),
      );
      const path = { id: watch.id };
      for (const value of [850, 950, 980, 870]) {
        await observer.write(CO2, value);
        await installation.waitFor(() => told(value), { what: `the value ${value}` });
      }
      const executions = await installation.waitFor(
        async () => {
          const list = await unwrap(client.api.GET('/api/workflows/{id}/executions', { params: { path } }));
          return list.length > 0 && list;
        },
        { what: 'an execution' },
      );
      expect(executions).toMatchObject([{ trigger: 'state_change' }]);
      const [{ id } = { id: '' }] = executions;
      const { triggerData } = await find(id, watch);
      expect(triggerData).toMatchObject({ code: CO2, value: 950, previous: 850, quality: 'good' });
      await unwrap(client.api.DELETE('/api/workflows/{id}', { params: { path } }));
    });

    it('an engineer lists the executions, which are later deleted together with the workflow', async () => {
      const list: components['schemas']['ExecutionDto'][] = [];
      const inPages = { ...params(), query: { limit: 4 } };
      const items = client.plantroom.items('/api/workflows/{id}/executions', inPages);
      for await (const execution of items) list.push(execution);
      expect(list.map(({ trigger, status }) => `${trigger} ${status}`)).toEqual([
        'manual failed',
        'webhook success',
        'webhook failed',
        'webhook success',
        'webhook success',
        'manual success',
      ]);
      await unwrap(client.api.DELETE('/api/workflows/{id}', { params: params() }));
      const refused = { name: 'ApiError', status: 404, code: 'not_found' };
      const found = unwrap(client.api.GET('/api/workflows/{id}', { params: params() }));
      await expect(found).rejects.toMatchObject(refused);
      await expect(find(list[0]?.id ?? '')).rejects.toMatchObject(refused);
      const { status } = await call('{}', { 'x-webhook-secret': workflow.webhookSecret ?? '' });
      expect(status).toBe(404);
    });
  });

  /** Runs each workflow for real and as a dry run, over the simulated gateway. */
  describe('the checks of a dry run', () => {
    // Two workflows that write one point are warned of, so none of another test remains.
    afterEach(async () => {
      const workflows = await installation.client.succeed<{ id: string }[]>('GET', '/workflows');
      for (const { id } of workflows) await installation.client.succeed('DELETE', `/workflows/${id}`);
    });

    async function workflowOf(type: string, config: Config) {
      return post<{ id: string; warnings: { path: string; message: string }[] }>('/workflows', {
        name: 'Checked',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'act', type, config },
        ],
        edges: [{ source: 'start', target: 'act' }],
      });
    }

    /** Returns the warnings of a save, and the outcomes of a dry run and of a real run. */
    async function codesOf(type: string, config: Config) {
      const { id, warnings } = await workflowOf(type, config);
      const [dry, real] = await Promise.all([outcomeOf(id, { dryRun: true }), outcomeOf(id, {})]);
      return { warnings, dry, real };
    }

    it.each<[string, string, Config, string, string]>([
      ['an unknown point', 'set_point', { code: 'NOPE', value: 1 }, 'not_found', 'code'],
      ['a number for a boolean', 'set_point', { code: 'AHU1.FAN.CMD', value: 1 }, 'value_type', 'value'],
      ['a value out of range', 'set_point', { code: SETPOINT, value: 99 }, 'value_out_of_range', 'value'],
    ])('agrees with the warning at save and with the real run: %s', async (_, type, config, code, field) => {
      const { warnings, dry, real } = await codesOf(type, config);
      expect(warnings.map(({ path }) => path)).toEqual([`nodes[1].config.${field}`]);
      expect([dry, real]).toEqual([
        { status: 'failed', code },
        { status: 'failed', code },
      ]);
      const message = code === 'not_found' ? 'names the point NOPE' : `fails with ${code}: `;
      expect(warnings[0]?.message).toContain(message);
      const templates = await workflowOf(type, {
        ...config,
        value: '{{ triggerData.value }}',
        code: '{{ "x" }}',
      });
      expect(templates.warnings).toEqual([]);
    });

    it.each<[string, string, Config, string, string[]]>([
      ['no address', 'email', { to: 'ada', subject: 'x', body: 'x' }, 'validation_failed', ['to[0]']],
      [
        'a missing attachment',
        'email',
        { to: 'ada@example.org', subject: 'x', body: 'x', attachments: [UNKNOWN_ID] },
        'attachment_not_found',
        ['attachments[0]'],
      ],
      [
        'a name with a private address',
        'http_request',
        { method: 'POST', url: 'http://localhost:1/' },
        'address_refused',
        ['url'],
      ],
      ['an unknown label', 'lighting', { labelId: 'nowhere', action: 'on' }, 'not_found', ['labelId']],
      ['an unknown workflow', 'run_workflow', { workflowId: UNKNOWN_ID }, 'not_found', ['workflowId']],
      ['an unknown report plan', 'report', { planId: 999 }, 'not_found', ['planId']],
      [
        'an unknown area of an export',
        'export',
        { type: 'energy', from: '2026-01-01', to: '2026-02-01', filters: { areaId: 999 } },
        'validation_failed',
        ['filters.areaId'],
      ],
    ])('agrees with the warning at save and with the real run: %s', async (_, type, config, code, fields) => {
      const { warnings, dry, real } = await codesOf(type, config);
      const found = warnings.filter(({ message }) => !message.includes('no mail server is configured'));
      const message = expect.stringMatching(
        new RegExp(`^(fails with ${code}: |names the .* which does not exist$)`),
      );
      expect(found).toMatchObject(fields.map((field) => ({ path: `nodes[1].config.${field}`, message })));
      expect([dry, real]).toEqual([
        { status: 'failed', code },
        { status: 'failed', code },
      ]);
    });

    it('warns of a workflow to run that is disabled', async () => {
      const { id } = await workflowOf('set_point', { code: SETPOINT, value: 20 });
      await installation.client.succeed('PUT', `/workflows/${id}/toggle`, { enabled: false });
      const { warnings, dry, real } = await codesOf('run_workflow', { workflowId: id });
      expect(warnings).toMatchObject([
        { message: expect.stringContaining('fails with workflow_disabled: ') },
      ]);
      expect([dry.code, real.code]).toEqual(['workflow_disabled', 'workflow_disabled']);
    });

    it('accepts values that the gateway accepts', async () => {
      const { warnings, dry, real } = await codesOf('set_point', { code: SETPOINT, value: 20 });
      expect({ warnings, dry, real }).toEqual({
        warnings: [],
        dry: { status: 'success', code: undefined },
        real: { status: 'success', code: undefined },
      });
    });

    it('cannot begin at a chosen time if the run is real', async () => {
      const { id } = await workflowOf('set_point', { code: SETPOINT, value: 20 });
      const at = '2026-12-24T20:30:00Z';
      const { status } = await installation.client.send('POST', `/workflows/${id}/trigger`, { at });
      expect(status).toBe(400);
      expect(await outcomeOf(id, { at, dryRun: true })).toMatchObject({ status: 'success' });
    });
  });

  describe('nodes that have effects', () => {
    beforeEach(() => {
      other.received.length = 0;
    });

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

      const execution = await run(acting('rehearsed', 'bob@example.org'), {
        input: { room: 8 },
        dryRun: true,
      });

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
      const [from = '', to = ''] = [3, 1].map((hours) =>
        new Date(thisHourMs - hours * HOUR_MS).toISOString(),
      );
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
          {
            id: 'copy',
            type: 'variable',
            config: { name: 'said', value: '{{ nodeOutputs.http.body.url }}' },
          },
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
});
