import type { WorkflowInput } from '@app/domain';
import { WorkflowExecutionEntity } from '@app/entities';
import { newId } from '@app/kernel';
import { anExecution } from '../factories/an-execution';
import { type CallOptions, RunningApi } from '../factories/running-api';
import { graphWith, setNode, workflowInput } from '../factories/workflow-inputs';

const ANY_INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const MASK = '********';

interface Workflow extends WorkflowInput {
  id: string;
  webhookSecret: string;
  problems: { path: string; message: string }[];
  revision: number;
  warnings: { path: string; message: string }[];
}

describe('workflows over HTTP', () => {
  let api: RunningApi;
  let engineer: string;
  let operator: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    engineer = (await api.signInAs('engineer')).token;
    operator = (await api.signInAs('operator')).token;
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    api.call(method, `/api/workflows${path}`, { token: engineer, body, ...options });
  const make = async (overrides: Partial<WorkflowInput> = {}): Promise<Workflow> => {
    const answer = await call('POST', '', workflowInput(overrides));
    expect(answer.status).toBe(201);
    return answer.body as Workflow;
  };
  const read = async (id: string) => (await call('GET', `/${id}`)).body;

  const trigger = (id: string, body?: unknown, key?: string) =>
    call('POST', `/${id}/trigger`, body, {
      token: operator,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const executionsOf = async (id: string) =>
    (await call('GET', `/${id}/executions`)).body as { id: string; status: string }[];
  const remove = (body: unknown) => call('POST', '/executions/batch-delete', body);

  describe('a workflow', () => {
    it('a definition is checked without being stored', async () => {
      const { nodes, edges } = workflowInput();
      const [start, ...others] = nodes;
      const known = await call('POST', '/check', { nodes, edges });
      expect([known.status, known.body]).toEqual([200, { problems: [], warnings: [] }]);
      const trigger = { type: 'state_change', config: { watch: ['NO.SUCH.POINT'] } };
      const unknown = await call('POST', '/check', { nodes: [start, ...others, start], edges, trigger });
      expect(unknown.body).toMatchObject({
        problems: expect.arrayContaining([
          expect.objectContaining({ path: `nodes[${nodes.length}].id` }),
        ]) as unknown,
        warnings: [
          { path: 'trigger.config.watch[0]', message: expect.stringContaining('NO.SUCH.POINT') as string },
        ],
      });
      const operators = await call('POST', '/check', { nodes, edges }, { token: operator });
      expect(operators.status).toBe(403);
    });

    it('an expression is evaluated without an execution', async () => {
      const body = {
        text: 'local(triggerData.at).hour',
        kind: 'expression',
        data: { triggerData: { at: 0 } },
      };
      const preview = await call('POST', '/expressions/evaluate', body);
      expect([preview.status, preview.body]).toEqual([
        200,
        { value: expect.any(Number) as number, error: null },
      ]);
      const broken = await call('POST', '/expressions/evaluate', { text: '{{ item. }}', kind: 'template' });
      expect(broken.body).toMatchObject({
        value: null,
        error: { message: expect.any(String) as string, position: expect.any(Number) as number },
      });
    });

    it('a workflow is created, read, updated, listed and deleted', async () => {
      const made = await make();
      expect(made).toEqual({
        ...workflowInput(),
        id: expect.any(String) as string,
        description: null,
        enabled: true,
        mode: 'parallel',
        skipped: { count: 0, lastAt: null },
        trigger: { type: 'manual', config: {} },
        webhookSlug: expect.any(String) as string,
        webhookId: expect.any(String) as string,
        webhookSecret: expect.stringMatching(/^whsec_/) as string,
        problems: [],
        revision: 1,
        warnings: [],
        createdAt: ANY_INSTANT,
        updatedAt: ANY_INSTANT,
      });
      const path = `/${made.id}`;
      expect(await read(made.id)).toEqual({ ...made, webhookSecret: MASK });

      const changed = await call('PUT', path, {
        description: 'Every night.',
        ...graphWith(setNode('set', 5)),
      });
      expect(changed).toMatchObject({
        status: 200,
        body: { name: made.name, description: 'Every night.', revision: 2, webhookSecret: MASK },
      });

      const outdated = await call('PUT', path, { revision: 1, name: 'Other' });
      expect(outdated).toMatchObject({ status: 409, body: { code: 'outdated_revision' } });
      const outdatedToggle = await call('PUT', `${path}/toggle`, { revision: 1, enabled: false });
      expect(outdatedToggle).toMatchObject({ status: 409, body: { code: 'outdated_revision' } });

      const { nodes: _, edges: __, warnings: ___, ...summary } = changed.body as Workflow;
      expect((await call('GET', '?limit=200')).body).toContainEqual(summary);

      expect(await call('DELETE', path)).toMatchObject({ status: 200, body: { success: true } });
      expect((await call('GET', path)).status).toBe(404);
      expect((await call('DELETE', path)).status).toBe(404);
      expect((await call('PUT', path, { name: 'x' })).status).toBe(404);
    });

    it('a workflow needs only a name, nodes and edges, and accepts null for other fields', async () => {
      const { status, body } = await call('POST', '', {
        name: 'Sparse',
        trigger: { type: 'manual', config: null },
        description: null,
        nodes: [
          { id: 'start', type: 'start' },
          {
            id: 'check',
            type: 'condition',
            name: null,
            config: { expression: 'triggerData.value > 1' },
            onError: { action: 'retry', retryCount: 2, retryDelayMs: 10, gotoNodeId: null },
            position: null,
          },
          { id: 'end', type: 'end', config: null, onError: null, position: { x: 1.5, y: -2 } },
        ],
        edges: [
          { source: 'start', target: 'check' },
          { source: 'check', target: 'end', label: true },
          { id: 'edge-2', source: 'check', target: 'end', label: 'false' },
        ],
      });
      expect({ status, body }).toMatchObject({
        status: 201,
        body: {
          nodes: [
            { id: 'start', type: 'start', config: {} },
            { id: 'check', onError: { action: 'retry', retryCount: 2, retryDelayMs: 10 } },
            { id: 'end', type: 'end', config: {}, position: { x: 1.5, y: -2 } },
          ],
          edges: [
            { id: 'edge-1', source: 'start', target: 'check' },
            { id: 'edge-3', source: 'check', target: 'end', label: 'true' },
            { id: 'edge-2', source: 'check', target: 'end', label: 'false' },
          ],
        },
      });
    });

    it.each<[string, Partial<WorkflowInput>]>([
      ['a workflow with a manual trigger', {}],
      [
        'a workflow with a schedule',
        { trigger: { type: 'schedule', config: { cron: '*/5 * * * *', timezone: 'UTC' } } },
      ],
      [
        'a workflow with a webhook',
        { trigger: { type: 'webhook', config: { allowedIps: ['192.0.2.0/24', '::1'] } } },
      ],
      [
        'a workflow that watches points',
        { trigger: { type: 'state_change', config: { watch: ['hall/*'], condition: 'value > previous' } } },
      ],
      [
        'a workflow that waits for events',
        {
          trigger: {
            type: 'event',
            config: { event: 'alert.raised', condition: "triggerData.severity === 'major'" },
          },
        },
      ],
      [
        'a draft',
        { nodes: [{ id: 'a', type: 'nothing', config: { constructor: [1], toString: {} } }], enabled: false },
      ],
    ])('%s can be sent back as it was read', async (_, overrides) => {
      const { id } = await make(overrides);
      const before = await read(id);
      const answer = await call('PUT', `/${id}`, before);
      expect(answer).toMatchObject({ status: 200, body: before as object });
      expect(await read(id)).toEqual(before);
    });

    it('a workflow shows its webhook secret only when the secret is created or changed', async () => {
      const trigger = { type: 'webhook', config: {} } as const;
      const made = await make({ trigger });
      expect(made.trigger?.config).toEqual({ secret: made.webhookSecret });
      const rotated = await call('PUT', `/${made.id}`, { trigger: { ...trigger, config: { secret: null } } });
      const { webhookSecret } = rotated.body as Workflow;
      expect(webhookSecret).toMatch(/^whsec_/);
      expect(webhookSecret).not.toBe(made.webhookSecret);
      const shown = [(await call('GET', `/${made.id}`)).text, (await call('GET', '?limit=200')).text];
      for (const secret of [made.webhookSecret, webhookSecret]) {
        expect(shown.join()).not.toContain(secret);
        expect(JSON.stringify(await api.auditEntries())).not.toContain(secret);
        expect(api.log).not.toContain(secret);
      }
    });

    it('a workflow has a mode, which decides what happens if it is started while an execution has not ended', async () => {
      const pause = { id: 'pause', type: 'delay', config: { durationMs: 600_000 } };
      const { id } = await make({ ...graphWith(pause), mode: 'single' });
      const start = () => call('POST', `/${id}/trigger`, {});
      const first = await start();
      expect(first.status).toBe(202);
      expect(await start()).toMatchObject({ status: 409, body: { code: 'workflow_busy' } });
      expect(await call('PUT', `/${id}`, { mode: 'never' })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'mode' }] },
      });
      expect(await call('PUT', `/${id}`, { mode: 'queued' })).toMatchObject({
        status: 200,
        body: { mode: 'queued', revision: 2, skipped: { count: 0, lastAt: null } },
      });
      const { executionId } = (await start()).body as { executionId: string };
      expect((await call('GET', `/${id}/executions`)).body).toMatchObject([
        { id: executionId, status: 'running', startedAt: null },
        { status: 'running', startedAt: ANY_INSTANT },
      ]);
    });

    it('a workflow stays unchanged after a refused change', async () => {
      const { id } = await make();
      const before = await read(id);
      const answer = await call('PUT', `/${id}`, { name: 'Other', nodes: [{ id: 'a', type: 'end' }] });
      expect(answer.status).toBe(400);
      expect(await read(id)).toEqual(before);
    });
  });

  describe('a draft', () => {
    const faulty = { nodes: [{ id: 'lost', type: 'variable', config: {} }], edges: [] };

    it('a draft is stored with its problems, and can be neither enabled nor triggered', async () => {
      const refused = await call('POST', '', { name: 'Draft', ...faulty });
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      const { details } = refused.body as { details: { path: string }[] };
      const draft = await make({ ...faulty, enabled: false });
      expect(draft.problems).toEqual(details);
      expect(details.map(({ path }) => path)).toEqual(expect.arrayContaining(['nodes']));
      for (const [path, body] of [
        ['/toggle', { enabled: true }],
        ['', { enabled: true }],
      ] as const) {
        expect(await call('PUT', `/${draft.id}${path}`, body)).toMatchObject({
          status: 409,
          body: { error: expect.any(String), code: 'workflow_draft' },
        });
      }
      expect(await call('POST', `/${draft.id}/trigger`, {})).toMatchObject({
        status: 409,
        body: { code: 'workflow_draft' },
      });
      expect((await call('GET', `/${draft.id}/executions`)).body).toEqual([]);
      const mended = await call('PUT', `/${draft.id}`, { ...graphWith(setNode('a', 1)), enabled: true });
      expect(mended).toMatchObject({ status: 200, body: { problems: [], enabled: true } });
    });
  });

  it('a workflow can be enabled and disabled by the toggle route', async () => {
    const { id } = await make();
    for (const enabled of [false, false, true, true]) {
      expect(await call('PUT', `/${id}/toggle`, { enabled })).toMatchObject({
        status: 200,
        body: { id, enabled },
      });
      expect(await read(id)).toMatchObject({ enabled });
    }
    for (const enabled of ['false', 0, null, undefined]) {
      expect((await call('PUT', `/${id}/toggle`, { enabled })).status).toBe(400);
    }
    expect((await call('PUT', `/${newId()}/toggle`, { enabled: true })).status).toBe(404);
  });

  it('the list of workflows can be filtered by the field `enabled`', async () => {
    const on = await make();
    const off = await make({ enabled: false });
    const ids = async (query: string) =>
      ((await call('GET', `?limit=200&${query}`)).body as Workflow[]).map(({ id }) => id);
    expect(await ids('enabled=true')).toEqual(expect.arrayContaining([on.id]));
    expect(await ids('enabled=true')).not.toContain(off.id);
    expect(await ids('enabled=false')).toEqual(expect.arrayContaining([off.id]));
    expect(await ids('enabled=false')).not.toContain(on.id);
    const { headers, body } = await call('GET', '?page=2&limit=1');
    expect(body).toHaveLength(1);
    expect(Number(headers.get('x-total-count'))).toBe((await ids('')).length);
    expect(headers.get('link')).toContain('</api/workflows?page=1&limit=1>; rel="prev"');
  });

  describe('a manual trigger', () => {
    it('a manual trigger stores an execution before it responds', async () => {
      const { id } = await make();
      const answer = await trigger(id, { input: { room: 'A 101' } });
      expect(answer.status).toBe(202);
      const { executionId } = answer.body as { executionId: string };
      expect(answer.body).toEqual({ executionId });
      expect((await call('GET', `/${id}/executions/${executionId}`)).body).toEqual({
        id: executionId,
        workflowId: id,
        status: 'running',
        startedAt: ANY_INSTANT,
        finishedAt: null,
        trigger: 'manual',
        revision: 1,
        dryRun: false,
        retryOf: null,
        parentId: null,
        error: null,
        failure: null,
        triggerData: { room: 'A 101' },
        request: null,
        nodeResults: [],
      });
    });

    it.each([
      undefined,
      {},
      { input: null },
      { input: {} },
      { dryRun: true },
      { dryRun: true, at: '2026-12-24' },
    ])('a manual trigger accepts the body %j', async (body) => {
      const { id } = await make({ enabled: false });
      expect((await trigger(id, body)).status).toBe(202);
      expect(await executionsOf(id)).toMatchObject([{ dryRun: body !== undefined && 'dryRun' in body }]);
    });

    it.each([
      { input: [] },
      { input: 'text' },
      { input: 7 },
      { dryRun: 'true' },
      { dryRun: null },
      { dryRun: true, outputs: [] },
      { dryRun: true, outputs: { start: 7 } },
      { dryRun: true, outputs: { nobody: {} } },
      { dryRun: true, outputs: { start: { text: 'x'.repeat(1_100_000) } } },
      { outputs: { start: {} } },
      { dryRun: true, at: 'tomorrow' },
      { at: '2026-12-24T20:30:00Z' },
    ])('a manual trigger refuses an invalid body (case %#)', async (body) => {
      const { id } = await make();
      const { status } = await trigger(id, body);
      expect([400, 413]).toContain(status);
      expect(await executionsOf(id)).toEqual([]);
    });

    it('a manual trigger refuses a dry run and names each entry of `outputs` that does not fit the workflow', async () => {
      const { id } = await make();
      const outputs = { start: 7, nobody: {} };
      expect(await trigger(id, { dryRun: true, outputs })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: [{ path: 'outputs.start' }, { path: 'outputs.nobody' }] },
      });
      const repeats = [{ dryRun: true, outputs: { start: { a: 1 } } }, { dryRun: true }];
      const answers = [];
      for (const body of repeats) answers.push((await trigger(id, body, 'with outputs')).status);
      expect(answers).toEqual([202, 409]);
    });

    it('a manual trigger returns the same execution if the request is repeated, even concurrently, and runs it once', async () => {
      const { id } = await make();
      const body = { input: { a: 1 } };
      const answers = await Promise.all(Array.from({ length: 8 }, () => trigger(id, body, 'key-1')));
      answers.push(await trigger(id, body, 'key-1'));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await executionsOf(id)).toMatchObject([answers[0]?.body].map((one) => idIn(one)));
      expect(await trigger(id, { input: { a: 2 } }, 'key-1')).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_reused' },
      });
      expect(await executionsOf(id)).toHaveLength(1);
    });

    it('a manual trigger applies idempotency keys separately for each workflow and each user', async () => {
      const [one, other] = [await make(), await make()];
      const mine = [await trigger(one.id, {}, 'shared'), await trigger(other.id, {}, 'shared')];
      const theirs = await call(
        'POST',
        `/${one.id}/trigger`,
        {},
        { headers: { 'idempotency-key': 'shared' } },
      );
      const ids = [...mine, theirs].map(({ status, text }) => `${status} ${text}`);
      expect(new Set(ids).size).toBe(3);
      expect(ids.every((text) => text.startsWith('202'))).toBe(true);
    });

    it('a manual trigger refuses an invalid key', async () => {
      const { id } = await make();
      for (const key of ['x'.repeat(256), '\u00fcml']) {
        expect(await trigger(id, {}, key)).toMatchObject({
          status: 400,
          body: { details: [{ path: 'Idempotency-Key' }] },
        });
      }
    });
  });

  describe('an execution', () => {
    it('executions can be filtered by status and trigger, and are listed newest first', async () => {
      const { id } = await make();
      const { dataSource } = api.database;
      const first = await anExecution(dataSource, id, { trigger: 'webhook' });
      const failed = await anExecution(dataSource, id, { status: 'failed' });
      const running = await anExecution(dataSource, id, { status: 'running', trigger: 'schedule' });
      const list = async (query = '') => {
        const { status, body } = await call('GET', `/${id}/executions?${query}`, undefined, {
          token: operator,
        });
        return status === 200 ? (body as { id: string }[]).map((one) => one.id) : status;
      };
      expect(await list()).toEqual([running.id, failed.id, first.id]);
      expect(await list('status=failed')).toEqual([failed.id]);
      expect(await list('status=running&trigger=schedule')).toEqual([running.id]);
      expect(await list('trigger=webhook')).toEqual([first.id]);
      expect(await list('trigger=event')).toEqual([]);
      expect(await list('page=2&limit=2')).toEqual([first.id]);
      for (const query of ['status=done', 'status=', 'trigger=cron', 'status=failed&status=success']) {
        expect(await list(query)).toBe(400);
      }
      const { headers } = await call('GET', `/${id}/executions?limit=2&status=success`);
      expect(headers.get('x-total-count')).toBe('1');
    });

    it('an execution is shown with the results of its nodes', async () => {
      const { id } = await make();
      const nodeResult = {
        nodeId: 'set',
        type: 'variable',
        name: 'Set',
        iteration: '',
        visit: 1,
        status: 'success',
        input: { name: 'target', value: { deep: [1, null, 'x'] } },
        output: { name: 'target', value: 1 },
        duration: 3,
        startedAt: '2026-01-01T00:00:00.000Z',
        logs: ['one line'],
        attempts: 1,
        error: null,
      };
      const failed = {
        ...nodeResult,
        status: 'failed',
        output: {},
        error: { code: 'x', message: 'It did not work.' },
      };
      const { id: executionId } = await anExecution(
        api.database.dataSource,
        id,
        { status: 'failed' },
        { triggerData: 'text', results: [[nodeResult], [failed]] },
      );
      expect((await call('GET', `/${id}/executions/${executionId}`)).body).toMatchObject({
        triggerData: 'text',
        error: 'it did not work',
        nodeResults: [nodeResult, failed],
      });
    });

    it('an execution can be cancelled only while it runs', async () => {
      const { id } = await make();
      const { executionId } = (await call('POST', `/${id}/trigger`)).body as { executionId: string };
      const cancel = () =>
        call('POST', `/${id}/executions/${executionId}/cancel`, undefined, { token: operator });
      expect(await cancel()).toMatchObject({ status: 200, body: { success: true } });
      expect((await call('GET', `/${id}/executions/${executionId}`)).body).toMatchObject({
        status: 'failed',
        finishedAt: ANY_INSTANT,
        error: expect.stringContaining('cancelled'),
      });
      expect(await cancel()).toMatchObject({ status: 409, body: { code: 'execution_ended' } });
      const unknown = await call('POST', `/${id}/executions/${newId()}/cancel`);
      expect(unknown.status).toBe(404);
    });

    it('an execution can be retried only if it failed', async () => {
      const { id } = await make();
      const done = await anExecution(api.database.dataSource, id);
      const retry = (executionId: string) =>
        call('POST', `/${id}/executions/${executionId}/retry`, undefined, { token: operator });
      expect((await retry(done.id)).status).toBe(409);
      expect((await retry(newId())).status).toBe(404);
    });

    it('an execution is retried once if the retry request is repeated', async () => {
      const { id } = await make();
      const { id: failed } = await anExecution(api.database.dataSource, id, { status: 'failed' });
      const retry = (key: string) =>
        call('POST', `/${id}/executions/${failed}/retry`, undefined, {
          token: operator,
          headers: { 'idempotency-key': key },
        });
      const first = await retry('click');
      expect(first).toMatchObject({ status: 202, body: { executionId: expect.any(String) as string } });
      expect((await retry('click')).body).toEqual(first.body);
      expect((await retry('another')).body).not.toEqual(first.body);
      expect((await retry('\u00e9')).status).toBe(400);
    });

    it('several executions can be deleted by one request, which skips running executions', async () => {
      const { id } = await make();
      const { dataSource } = api.database;
      const ended = [
        await anExecution(dataSource, id),
        await anExecution(dataSource, id, { status: 'failed' }),
      ];
      const running = await anExecution(dataSource, id, { status: 'running' });
      const ids = [...ended, ...ended, running, { id: newId() }].map((one) => one.id);
      expect(await remove({ ids })).toMatchObject({ status: 200, body: { deletedCount: 2 } });
      expect(await remove({ ids })).toMatchObject({ status: 200, body: { deletedCount: 0 } });
      expect(await remove({ ids: [] })).toMatchObject({ status: 200, body: { deletedCount: 0 } });
      const left = await dataSource.manager.findBy(WorkflowExecutionEntity, { workflowId: id });
      expect(left.map((one) => one.id)).toEqual([running.id]);
      for (const body of [
        {},
        { ids: 'all' },
        { ids: ['*'] },
        { ids: [7] },
        { ids: Array(1001).fill(newId()) },
      ]) {
        expect((await remove(body)).status).toBe(400);
      }
    });
  });
});

function idIn(started: unknown): { id: string } {
  return { id: (started as { executionId: string }).executionId };
}
