import { Webhook } from 'standardwebhooks';
import { type components, unwrap } from '../../../clients/typescript/src';
import { anAccount, PASSWORD } from '../../factories/an-account';
import { Installation } from './installation';
import type { Answer, ProductClient } from './product-client';

type Execution = components['schemas']['ExecutionDetailDto'];

const LEVEL = 'F1.EAST.LIGHT.LEVEL';
const FAN = 'AHU1.FAN.CMD';
const LOCKOUT = 'AHU1.MAINTENANCE.LOCKOUT';
const CO2 = 'F1.WEST.ZONE.CO2';

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

describe('an engineer', () => {
  let installation: Installation;
  let client: ProductClient;
  let workflow: components['schemas']['WorkflowDto'];

  beforeAll(async () => {
    installation = await Installation.start();
    await installation.observer.unlockFan();
    await anAccount(installation.database.dataSource, { username: 'ada', role: 'engineer' });
    client = installation.client.another();
    await client.signIn('ada', PASSWORD);
  });
  afterAll(() => installation.stop());

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
    const changed = await unwrap(client.api.PUT('/api/workflows/{id}', { params: params(), body: waiting }));
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
