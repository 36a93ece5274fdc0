import type { WorkflowInput } from '@app/domain';
import {
  AuditEntryEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
  WorkflowRevisionEntity,
  ScheduleEntity,
} from '@app/entities';
import { newId } from '@app/kernel';
import { anExecution } from '../factories/an-execution';
import { type ApiAnswer, type CallOptions, RunningApi } from '../factories/running-api';
import { databaseNode, graphWith, setNode, workflowInput } from '../factories/workflow-inputs';

const LONG_AGO = '2001-01-01T00:00:00.000Z';
/** Text that reveals internals, such as stacks, statements, paths and drivers. */
const INSIDE =
  /\bat \w+[ .(]*[\w.]*\(|\.[jt]s\b|node_modules|\/dist\/|SELECT \w|INSERT|UPDATE |QueryFailed|driver|postgres|mysql/;

/** Returns the status if the refusal is well-formed, and otherwise a description of the problem. */
function refusal({ status, headers, body, text }: ApiAnswer): number | string {
  const { error, code } = (body ?? {}) as { error?: unknown; code?: unknown };
  if (typeof error !== 'string' || typeof code !== 'string')
    return `${status} has no error and code: ${text}`;
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return `${status} is no JSON`;
  return INSIDE.test(text) ? `${status} shows internals: ${text}` : status;
}

const unknown = (path: string, rest: string) =>
  expect.objectContaining({ path, message: `is not a known field; ${rest}` }) as object;

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

describe('workflows under attack', () => {
  let api: RunningApi;
  let admin: string;
  let engineer: string;
  let operator: string;
  let viewer: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    admin = (await api.signInAs('admin')).token;
    engineer = (await api.signInAs('engineer')).token;
    operator = (await api.signInAs('operator')).token;
    viewer = (await api.signInAs('viewer')).token;
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    api.call(method, `/api/workflows${path}`, { token: engineer, body, ...options });
  const as = (token: string, method: string, path: string, body?: unknown) =>
    call(method, path, body, { token });
  const manager = () => api.database.dataSource.manager;
  const make = async (overrides: Partial<WorkflowInput> = {}, token = engineer) => {
    const { body } = await as(token, 'POST', '', workflowInput(overrides));
    return body as { id: string };
  };
  const makeWithSecrets = async (): Promise<Shown> =>
    (await as(engineer, 'POST', '', workflowInput(graphWith(CALL)))).body as Shown;
  const readAs = async (token: string, id: string): Promise<Shown> =>
    (await as(token, 'GET', `/${id}`)).body as Shown;
  const rowOf = (id: string) => manager().findOneByOrFail(WorkflowEntity, { id });
  const counts = async () => [
    await manager().count(WorkflowEntity),
    await manager().count(WorkflowRevisionEntity),
    await manager().count(ScheduleEntity),
    await manager().count(WorkflowExecutionEntity),
    await manager().count(AuditEntryEntity),
  ];

  it('workflows with an unknown trigger type are stored as drafts, but are refused if they are enabled', async () => {
    const trigger = { type: 'a_trigger_of_another_program', config: { every: 5 } };
    const refused = await call('POST', '', workflowInput({ trigger }));
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'trigger.type' }] } });
    const sent = { ...trigger, config: { ...trigger.config, secret: 'hidden' } };
    const { status, body } = await call('POST', '', workflowInput({ trigger: sent, enabled: false }));
    expect({ status, body }).toMatchObject({ status: 201, body: { trigger, problems: [{}] } });
    const { id } = body as { id: string };
    const stored = await call('GET', `/${id}`);
    expect(stored.body).toMatchObject({ trigger, enabled: false });
    expect(stored.text).not.toContain('hidden');
  });

  describe('users whose roles are too low', () => {
    it('users with too low a role can neither write nor read workflows, and their calls have no effect', async () => {
      const { id } = await make();
      const { id: execution } = await anExecution(api.database.dataSource, id);
      const before = await counts();
      const routes: [token: string, method: string, path: string, body?: unknown][] = [
        [viewer, 'GET', ''],
        [viewer, 'GET', `/${id}`],
        [viewer, 'GET', `/${id}/executions`],
        [viewer, 'GET', `/${id}/executions/${execution}`],
        [viewer, 'POST', `/${id}/trigger`, {}],
        [viewer, 'POST', `/${id}/executions/${execution}/cancel`],
        [viewer, 'POST', `/${id}/executions/${execution}/retry`],
        [operator, 'POST', '', workflowInput()],
        [operator, 'PUT', `/${id}`, { name: 'Mine' }],
        [operator, 'PUT', `/${id}/toggle`, { enabled: false }],
        [operator, 'DELETE', `/${id}`],
        [operator, 'POST', '/executions/batch-delete', { ids: [execution] }],
      ];
      for (const [token, method, path, body] of routes) {
        expect(refusal(await as(token, method, path, body))).toBe(403);
      }
      expect(await counts()).toEqual(before);
    });

    it('engineers can neither add nor change a database node', async () => {
      const asked = graphWith(databaseNode());
      const plain = await make();
      const theirs = await make(asked, admin);
      const changed = graphWith(databaseNode('SELECT name FROM area'));
      for (const answer of [
        await call('POST', '', workflowInput(asked)),
        await call('POST', '', workflowInput({ ...asked, enabled: false })),
        await call('PUT', `/${plain.id}`, asked),
        await call('PUT', `/${plain.id}`, { nodes: asked.nodes, enabled: false }),
        await call('PUT', `/${theirs.id}`, changed),
        await call('PUT', `/${theirs.id}`, { ...changed, enabled: false }),
        await call('PUT', `/${theirs.id}`, { edges: [] }),
      ]) {
        expect(refusal(answer)).toBe(403);
      }
      expect((await rowOf(plain.id)).definition).toEqual(graphWith(setNode('set', 21)));
      expect((await rowOf(theirs.id)).definition).toEqual(asked);
      expect((await call('PUT', `/${theirs.id}/toggle`, { enabled: false })).status).toBe(200);
      expect((await as(admin, 'PUT', `/${theirs.id}`, changed)).status).toBe(200);
    });

    it('users with too low a role get 403 even for malformed input', async () => {
      expect(refusal(await as(operator, 'POST', '', '{"malformed'))).toBe(403);
    });
  });

  describe("ids of other users' records", () => {
    it('record ids give no access to an execution through another workflow', async () => {
      const [mine, other] = [await make(), await make()];
      const foreign = await anExecution(api.database.dataSource, other.id, { status: 'running' });
      const failed = await anExecution(api.database.dataSource, other.id, { status: 'failed' });
      expect(refusal(await call('GET', `/${mine.id}/executions/${foreign.id}`))).toBe(404);
      expect(refusal(await call('POST', `/${mine.id}/executions/${foreign.id}/cancel`))).toBe(404);
      expect(refusal(await call('POST', `/${mine.id}/executions/${failed.id}/retry`))).toBe(404);
      expect((await call('GET', `/${mine.id}/executions`)).body).toEqual([]);
      expect(await manager().findOneBy(WorkflowExecutionEntity, { id: foreign.id })).toMatchObject({
        status: 'running',
      });
    });

    it.each(['abc', '%00', `${newId()}x`, '..%2f..%2fusers'])(
      'record ids cause a 400 if they are malformed: %s',
      async (id) => {
        const known = newId();
        for (const [method, path, body] of [
          ['GET', `/${id}`, undefined],
          ['PUT', `/${id}`, { name: 'x' }],
          ['DELETE', `/${id}`, undefined],
          ['PUT', `/${id}/toggle`, { enabled: true }],
          ['POST', `/${id}/trigger`, {}],
          ['GET', `/${id}/executions`, undefined],
          ['GET', `/${known}/executions/${id}`, undefined],
          ['POST', `/${known}/executions/${id}/cancel`, undefined],
          ['POST', `/${known}/executions/${id}/retry`, undefined],
        ] as const) {
          expect(refusal(await call(method, path, body))).toBe(400);
        }
      },
    );

    it('record ids cause a 404 if no record has them', async () => {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { name: 'x' }],
        ['DELETE', '', undefined],
        ['PUT', '/toggle', { enabled: true }],
        ['POST', '/trigger', {}],
        ['GET', '/executions', undefined],
        ['GET', `/executions/${newId()}`, undefined],
        ['POST', `/executions/${newId()}/cancel`, undefined],
        ['POST', `/executions/${newId()}/retry`, undefined],
      ] as const) {
        expect(refusal(await call(method, `/${newId()}${path}`, body))).toBe(404);
      }
    });
  });

  describe('protected properties', () => {
    const hidden = {
      revision: 99,
      problems: [{ path: 'x', message: 'y' }],
      webhookSlug: 'guessable',
      webhookId: 'guessable',
      webhookSecret: 'set by assignment',
      createdBy: 1,
      createdAt: LONG_AGO,
      updatedAt: LONG_AGO,
      definition: { nodes: [], edges: [] },
      triggerType: 'webhook',
      triggerConfig: { cron: '* * * * *' },
    };

    it('protected properties are not stored with a new workflow, and do not affect the existing workflow whose id was sent', async () => {
      const present = await make();
      const before = await rowOf(present.id);
      const answer = await call('POST', '', { ...workflowInput(), ...hidden, id: present.id });
      expect(answer.status).toBe(201);
      const { id } = answer.body as { id: string };
      expect(id).not.toBe(present.id);
      expect(await rowOf(present.id)).toEqual(before);
      const row = await rowOf(id);
      expect(row).toMatchObject({ revision: 1, problems: [], triggerType: 'manual', triggerConfig: {} });
      expect(JSON.stringify(row)).not.toMatch(/guessable|set by assignment/);
      expect(row.createdAt.getTime()).toBeGreaterThan(Date.parse(LONG_AGO));
    });

    it('protected properties are not stored when a workflow is changed', async () => {
      const { id } = await make();
      const { id: other } = await make();
      const [before, untouched] = [await rowOf(id), await rowOf(other)];
      const { revision: _, ...fields } = hidden;
      expect((await call('PUT', `/${id}`, { ...fields, id: other, name: 'Other' })).status).toBe(200);
      const after = await rowOf(id);
      expect(after).toEqual(
        Object.assign(before, { name: 'Other', revision: 2, updatedAt: after.updatedAt }),
      );
      expect(after.updatedAt.getTime()).toBeGreaterThan(Date.parse(LONG_AGO));
      expect(await rowOf(other)).toEqual(untouched);
    });

    it('protected properties within nodes, edges and triggers are refused, and drafts do not show them', async () => {
      const node = { ...setNode('set', 1), lowestRole: 'viewer', acts: false, secret: 'hidden' };
      const { nodes, edges } = graphWith(node);
      const body = {
        name: 'Full',
        nodes: nodes.map((one) => ({ ...one, admin: true })),
        edges: edges.map((one) => ({ ...one, weight: 7 })),
        trigger: { type: 'manual', config: { cron: '* * * * *' }, secret: 'hidden' },
      };
      const refused = await call('POST', '', body);
      expect(refusal(refused)).toBe(400);
      const { details } = refused.body as { details: { path: string }[] };
      expect(details.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['nodes[1].lowestRole', 'nodes[1].acts', 'edges[0].weight', 'trigger.secret']),
      );
      const draft = await call('POST', '', { ...body, enabled: false });
      expect(draft).toMatchObject({ status: 201, body: { problems: details } });
      expect(draft.body).toMatchObject(graphWith(setNode('set', 1)));
      expect(draft.text).not.toContain('hidden');
      const { id } = draft.body as { id: string };
      expect((await rowOf(id)).triggerType).toBe('unknown');
    });

    it('protected properties cannot be set through a prototype', async () => {
      const text = JSON.stringify(workflowInput());
      const polluted = `{"__proto__":{"enabled":false,"id":"x"},"constructor":{"prototype":{"x":1}},${text.slice(1)}`;
      const answer = await call('POST', '', polluted);
      expect(answer).toMatchObject({ status: 201, body: { enabled: true } });
      expect(
        refusal(await call('POST', '', text.replace('"config":{}', '"config":{"a":{"__proto__":{"x":1}}}'))),
      ).toBe(400);
      const { id } = answer.body as { id: string };
      expect(
        refusal(await call('POST', `/${id}/trigger`, '{"input":{"list":[{"__proto__":{"x":1}}]}}')),
      ).toBe(400);
      expect((await call('GET', `/${id}/executions`)).body).toEqual([]);
    });
  });

  describe('an error', () => {
    it.each<[string, unknown, number, CallOptions['headers']?]>([
      ['malformed JSON', '{"name": hidden', 400],
      ['a form', 'name=x', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a list', [], 400],
      ['a missing body', undefined, 400],
      ['no name', { nodes: [], edges: [] }, 400],
      ['nodes that are not a list', { name: 'x', nodes: {}, edges: [] }, 400],
      ['nodes that are not objects', { name: 'x', nodes: [7, null, 'a', []], edges: [] }, 400],
      ['a node without a type', { name: 'x', nodes: [{ id: 'a' }], edges: [] }, 400],
      ['a name that is an object', { ...workflowInput(), name: { $ne: null } }, 400],
      ['an empty name', { ...workflowInput(), name: '' }, 400],
      ['a name that is too long', { ...workflowInput(), name: 'x'.repeat(256) }, 400],
      ['a text instead of a boolean', { ...workflowInput(), enabled: 'false' }, 400],
      ['an unknown trigger', { ...workflowInput(), trigger: { type: 'magic' } }, 400],
      [
        'a list instead of a configuration',
        { ...workflowInput(), trigger: { type: 'manual', config: [] } },
        400,
      ],
      [
        'an unknown handler',
        { ...workflowInput(), ...graphWith({ ...setNode('a', 1), onError: { action: 'x' } as never }) },
        400,
      ],
      ['NUL characters', { ...workflowInput(), name: 'a\0b' }, 400],
      [
        'nesting that is too deep',
        `{"name":"x","nodes":${'['.repeat(100_000)}${']'.repeat(100_000)},"edges":[]}`,
        400,
      ],
      ['a body that is too large', { ...workflowInput(), description: 'x'.repeat(5_000_000) }, 413],
    ])(
      'an error for %s has the common format, shows no internals and stores nothing',
      async (_, body, status, ...[headers]) => {
        const before = await counts();
        const answer = await call('POST', '', body, { headers });
        expect(refusal(answer)).toBe(status);
        expect(answer.text).not.toContain('hidden');
        expect(await counts()).toEqual(before);
      },
    );
  });

  describe('a parameter', () => {
    it.each(['page=0', 'limit=201'])('a parameter is refused if it is invalid: %s', async (query) => {
      const { id } = await make();
      expect(refusal(await call('GET', `?${query}`))).toBe(400);
      expect(refusal(await call('GET', `/${id}/executions?${query}`))).toBe(400);
    });

    it.each(['enabled=1', 'enabled=yes', 'enabled=', 'enabled=True', 'enabled=true&enabled=false'])(
      'a parameter is refused if it is neither true nor false: %s',
      async (query) => {
        expect(refusal(await call('GET', `?${query}`))).toBe(400);
      },
    );
  });

  describe('hostile values', () => {
    const HOSTILE = [
      `'`,
      `"`,
      '\\',
      '%',
      '_',
      ';--',
      '/*',
      `'; DROP TABLE workflow; --`,
      '${7*7}',
      '{{7*7}}',
      '$1',
      '?',
      '中文',
      '\ud83d\ude00',
    ];

    it('hostile values are stored unchanged', async () => {
      for (const text of HOSTILE) {
        const node = { ...setNode('set', 1), name: text, position: { [text]: text } };
        const { status, body } = await call('POST', '', {
          ...workflowInput(graphWith(node)),
          name: text,
          description: text,
        });
        expect({ text, status }).toEqual({ text, status: 201 });
        const { id } = body as { id: string };
        expect((await call('GET', `/${id}`)).body).toMatchObject({
          name: text,
          description: text,
          ...graphWith(node),
        });
      }
    });

    it.each(['status', 'trigger'])('hostile values are refused as the filter %s', async (name) => {
      const { id } = await make();
      for (const value of [...HOSTILE, 'x'.repeat(10_000), 'a\0b']) {
        expect(refusal(await call('GET', `/${id}/executions?${name}=${encodeURIComponent(value)}`))).toBe(
          400,
        );
      }
      const { body } = await call('GET', `/${id}/executions?${name}[$ne]=x`);
      expect(body).toEqual([]);
    });

    it('hostile values are refused as idempotency keys', async () => {
      const { id } = await make();
      for (const key of HOSTILE.filter((text) => /^[\x20-\x7e]+$/.test(text))) {
        const first = await call('POST', `/${id}/trigger`, {}, { headers: { 'idempotency-key': key } });
        const again = await call('POST', `/${id}/trigger`, {}, { headers: { 'idempotency-key': key } });
        expect([key, first.status, again.text]).toEqual([key, 202, first.text]);
      }
    });
  });

  describe('definitions', () => {
    const start = { id: 'start', type: 'start', config: {} };
    const many = Array.from({ length: 2000 }, (_, index) => setNode(`n${index}`, 1));
    const chain = many.map(({ id }, index) => ({
      id: `e${index}`,
      source: index === 0 ? 'start' : `n${index - 1}`,
      target: id,
    }));

    const cases: [string, Pick<WorkflowInput, 'nodes' | 'edges'>, string][] = [
      ['two start nodes', { nodes: [start, { ...start, id: 'other' }], edges: [] }, 'nodes[1]'],
      [
        'a type that is a property of all objects',
        graphWith({ id: 'a', type: 'constructor', config: {} }),
        'nodes[1].type',
      ],
      [
        'a configuration of the wrong type',
        graphWith({ id: 'a', type: 'delay', config: { durationMs: {} } }),
        'nodes[1].config.durationMs',
      ],
      [
        'an expression that reads the environment',
        graphWith({ id: 'a', type: 'variable', config: { name: 'x', value: '{{ process.env }}' } }),
        'nodes[1].config.value',
      ],
    ];

    // `check-definition.spec.ts` has the other cases.
    it.each(cases)(
      'definitions are refused if they are invalid, unless they are drafts: %s',
      async (_, graph, path) => {
        const refused = await call('POST', '', { name: 'Faulty', ...graph });
        expect(refusal(refused)).toBe(400);
        const { details } = refused.body as { details: { path: string; message: string }[] };
        expect(details.map((detail) => detail.path)).toContainEqual(expect.stringContaining(path));
        const draft = await call('POST', '', { name: 'Faulty', ...graph, enabled: false });
        expect(draft).toMatchObject({ status: 201, body: { enabled: false, problems: details, ...graph } });
      },
    );

    it('definitions with unknown fields are refused, and drafts report them until they are gone', async () => {
      const [start, set, end] = graphWith(setNode('a', 1)).nodes;
      const faulty = {
        name: 'Misspelt',
        trigger: {
          type: 'state_change',
          config: { watch: ['ROOM'], above: 900, hysterisis: 200, formMs: 60_000, onStart: null, days: null },
          condition: 'true',
        },
        nodes: [
          start,
          { ...set, onErorr: { action: 'skip' }, onError: { action: 'retry', retries: 2 }, label: null },
          end,
        ],
        edges: [
          { id: 'in', source: 'start', target: 'a', lable: 'true' },
          { id: 'out', source: 'a', target: 'end' },
        ],
      };
      const refused = await call('POST', '', faulty);
      expect(refusal(refused)).toBe(400);
      const { details } = refused.body as { details: { path: string; message: string }[] };
      expect(details).toEqual([
        unknown('nodes[1].onErorr', 'did you mean onError?'),
        unknown('edges[0].lable', 'did you mean label?'),
        unknown('nodes[1].onError.retries', 'there are action, retryCount, retryDelayMs, gotoNodeId'),
        unknown('trigger.condition', 'there are type, config'),
        unknown('trigger.config.hysterisis', 'did you mean hysteresis?'),
        unknown('trigger.config.formMs', 'did you mean forMs?'),
      ]);
      const checked = await call('POST', '/check', { ...faulty, name: undefined });
      expect(checked).toMatchObject({ status: 200, body: { problems: details } });

      const draft = await call('POST', '', { ...faulty, enabled: false });
      expect(draft).toMatchObject({ status: 201, body: { enabled: false, problems: details } });
      const { id, ...read } = draft.body as { id: string; trigger: { config: object } };
      expect(read.trigger).toMatchObject({ config: { hysterisis: 200 } });
      const enabling = await call('PUT', `/${id}`, { enabled: true });
      expect(enabling).toMatchObject({ status: 409, body: { code: 'workflow_draft' } });
      const { hysterisis: _, formMs: __, ...config } = read.trigger.config as Record<string, unknown>;
      const mended = { ...read, enabled: true, trigger: { ...read.trigger, config } };
      expect(await call('PUT', `/${id}`, mended)).toMatchObject({ status: 200, body: { problems: [] } });
    });

    it('the mask of a webhook secret can be sent back with another trigger', async () => {
      const trigger = { type: 'webhook', config: { allowedIps: ['10.0.0.1'] } };
      const { id } = await make({ trigger });
      const read = (await call('GET', `/${id}`)).body as object;
      const manual = { ...read, trigger: { type: 'manual', config: { secret: '********' } } };
      expect(await call('PUT', `/${id}`, manual)).toMatchObject({ status: 200 });
    });

    it('definitions are refused if edges form a cycle', async () => {
      const graph = graphWith(setNode('a', 1));
      const edges = [
        { id: 'in', source: 'start', target: 'a' },
        { id: 'on', source: 'a', target: 'end' },
        { id: 'back', source: 'end', target: 'a' },
      ];
      expect(refusal(await call('POST', '', { name: 'Cycle', nodes: graph.nodes, edges }))).toBe(400);
    });

    it('definitions are refused quickly if they are too large, even as drafts', async () => {
      const long = graphWith({
        ...setNode('a', 1),
        name: 'a',
        config: { name: 'x', value: 'y'.repeat(1_000_000) },
      });
      for (const enabled of [true, false]) {
        for (const graph of [{ nodes: [start, ...many], edges: chain }, long]) {
          const answer = await call('POST', '', { name: 'Large', ...graph, enabled });
          expect(refusal(answer)).toBe(400);
          expect(answer.text.length).toBeLessThan(50_000);
        }
        const huge = {
          name: 'x',
          ...graphWith({ ...setNode('a', 1), config: { value: 'y'.repeat(5_000_000) } }),
        };
        expect(refusal(await call('POST', '', { ...huge, enabled }))).toBe(413);
      }
      expect((await call('GET', '?limit=1')).status).toBe(200);
    });

    it('definitions are accepted up to the limit of nodes, and up to a size that counts characters and not bytes', async () => {
      const value = '管'.repeat(400_000);
      const graph = graphWith({ ...setNode('a', 1), config: { name: 'x', value } });
      const { status, body } = await call('POST', '', { name: 'Large', ...graph });
      expect(status).toBe(201);
      const { id } = body as { id: string };
      const read = await call('GET', `/${id}`);
      expect((await call('PUT', `/${id}`, read.text)).text).toBe(read.text);
      const full = { nodes: [start, ...many.slice(0, 499)], edges: chain.slice(0, 499) };
      expect((await call('POST', '', { name: 'Long', ...full })).status).toBe(201);
      await call('DELETE', `/${id}`);
    });

    it('definitions leave neither a schedule nor a revision if they are refused', async () => {
      const trigger = { type: 'schedule', config: { cron: '*/5 * * * *' } };
      const { id } = (await call('POST', '', { ...workflowInput(), trigger })).body as { id: string };
      const kept = async () => [
        await manager().findBy(ScheduleEntity, { ownerId: id }),
        await manager().findBy(WorkflowRevisionEntity, { workflowId: id }),
        await rowOf(id),
      ];
      const before = await kept();
      for (const cron of ['0 0 30 2 *', 7]) {
        const answer = await call('PUT', `/${id}`, { trigger: { ...trigger, config: { cron } } });
        expect(refusal(answer)).toBe(400);
        expect(answer.body).toMatchObject({ details: [{ path: 'trigger.config.cron' }] });
      }
      const config = { ...trigger.config, timezone: 'Mars/Olympus' };
      const answer = await call('PUT', `/${id}`, { trigger: { ...trigger, config } });
      expect(answer.body).toMatchObject({ details: [{ path: 'trigger.config.timezone' }] });
      expect(await kept()).toEqual(before);
    });
  });

  describe('credentials in the configurations of nodes', () => {
    it('credentials are masked for operators, and shown to engineers and administrators', async () => {
      const { id } = await makeWithSecrets();
      const seen = await readAs(operator, id);
      expect(configOf(seen)).toEqual(MASKED);
      expect(JSON.stringify(seen)).not.toMatch(SECRET);
      expect((await as(operator, 'GET', '?limit=200')).text).not.toMatch(SECRET);
      expect(configOf(await readAs(engineer, id))).toEqual(CALL.config);
      expect(configOf(await readAs(admin, id))).toEqual(CALL.config);
    });

    it('credentials are masked in earlier revisions for operators, and shown to engineers', async () => {
      const { id } = await makeWithSecrets();
      await as(engineer, 'PUT', `/${id}`, graphWith(setNode('call', 1)));
      const path = `${id}/revisions/1`;
      const seen = await readAs(operator, path);
      expect(configOf(seen)).toEqual(MASKED);
      expect(JSON.stringify(seen)).not.toMatch(SECRET);
      expect(configOf(await readAs(engineer, path))).toEqual(CALL.config);
    });

    it('credentials are masked in the problems of a draft', async () => {
      const node = { ...CALL, config: { ...CALL.config, url: 'hidden-1', token: 'hidden-1' } };
      const { body } = await as(engineer, 'POST', '', { ...workflowInput(graphWith(node)), enabled: false });
      const { id, problems } = body as Shown;
      expect(problems).not.toEqual([]);
      expect(JSON.stringify(await readAs(operator, id))).not.toMatch(SECRET);
    });

    it('credentials keep their values if the masks are sent back', async () => {
      const { id } = await makeWithSecrets();
      const shown = await readAs(operator, id);
      expect(await as(engineer, 'PUT', `/${id}`, shown)).toMatchObject({
        status: 200,
        body: { revision: 1 },
      });
      expect(configOf(await readAs(engineer, id))).toEqual(CALL.config);
      const changed = graphWith({
        ...CALL,
        config: {
          ...MASKED,
          url: 'https://********@weather.example.org/then?days=2&apikey=********',
          headers: { Authorization: 'Bearer hidden-5', 'X-Api-Key': '********' },
        },
      });
      expect((await as(engineer, 'PUT', `/${id}`, changed)).status).toBe(200);
      expect(configOf(await readAs(engineer, id))).toMatchObject({
        url: 'https://user:hidden-0@weather.example.org/then?days=2&apikey=hidden-1',
        headers: { Authorization: 'Bearer hidden-5', 'X-Api-Key': 'hidden-3' },
        body: { password: 'hidden-4' },
      });
    });

    it('credentials are refused if a mask is sent and no value is stored', async () => {
      const masked = graphWith({ ...CALL, config: MASKED });
      const { id } = await makeWithSecrets();
      for (const answer of [
        await as(engineer, 'POST', '', workflowInput(masked)),
        await as(engineer, 'POST', '', workflowInput({ ...masked, enabled: false })),
        await as(engineer, 'PUT', `/${id}`, graphWith({ ...CALL, id: 'other', config: MASKED })),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
        expect(answer.text).toContain('nodes[1].config.headers.X-Api-Key');
      }
      expect(configOf(await readAs(engineer, id))).toEqual(CALL.config);
    });

    it('credentials are masked in results for every role', async () => {
      const { id } = await makeWithSecrets();
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
      const { id } = await makeWithSecrets();
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
      const { id } = await makeWithSecrets();
      const request = {
        method: 'POST',
        headers: { 'x-api-key': 'hidden-8', 'x-source': 'gate' },
        query: { apikey: 'hidden-9', days: ['1', '2'] },
      };
      const webhookRequest = JSON.stringify(request);
      const execution = await anExecution(api.database.dataSource, id, {
        trigger: 'webhook',
        webhookRequest,
      });
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

    it.each(['output', 'nodeResults'])(
      'credentials are masked in results without damage to their structure, even if a secret is the word %j',
      async (token) => {
        const { id } = await makeWithSecrets();
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
      const shown = await readAs(operator, (body as Shown).id);
      expect(configOf(shown)).toEqual({ ...MASKED, token: '********', password: '********' });
    });

    it('asterisks in an ordinary text are not treated as a masked credential', async () => {
      const body = { text: '********** ALARM **********' };
      const node = { ...CALL, config: { ...CALL.config, body } };
      expect((await as(engineer, 'POST', '', workflowInput(graphWith(node)))).status).toBe(201);
    });

    it('credentials are masked in the audit log, even in a new field', async () => {
      const { id } = await makeWithSecrets();
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
});
