import {
  AuditService,
  type TriggerInput,
  type WorkflowChanges,
  WorkflowEditingService,
  WorkflowsService,
} from '@app/domain';
import {
  AuditEntryEntity,
  inTransaction,
  WorkflowEntity,
  WorkflowExecutionEntity,
  WorkflowRevisionEntity,
  ScheduleEntity,
} from '@app/entities';
import { Actor, FixedClock, newId, SECRET_MASK } from '@app/kernel';
import { anExecution } from '../factories/an-execution';
import { databaseNode, graphWith, setNode, workflowInput } from '../factories/workflow-inputs';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { refusal, workflowServices } from '../factories/workflow-services';

const NOW = Date.parse('2026-05-01T10:30Z');
const ada = Actor.user(7, 'engineer', 'ada');
const root = Actor.user(1, 'admin', 'root');

const NIGHTLY: TriggerInput = { type: 'schedule', config: { cron: '0 22 * * *', timezone: 'Europe/Berlin' } };

async function expectForbidden(work: Promise<unknown>): Promise<void> {
  expect(await refusal(work)).toMatchObject({ kind: 'forbidden', code: 'forbidden' });
}

/** Builds a graph that contains this many expressions. */
const expressive = (count: number) =>
  graphWith({
    id: 'set',
    type: 'variable',
    config: { name: 'x', value: Array<string>(count).fill('{{ 1 }}') },
  });

describe('workflows', () => {
  const clock = new FixedClock(NOW);
  const environment = testEnvironment();
  let database: TestDatabase;
  let audit: AuditService;
  let editing: WorkflowEditingService;
  let workflows: WorkflowsService;

  beforeAll(async () => {
    database = await openDatabase();
    ({ audit, editing, workflows } = await workflowServices(database.dataSource, environment, clock));
  });
  afterAll(() => database.drop());
  beforeEach(() => clock.set(NOW));

  const manager = () => database.dataSource.manager;
  const rowOf = (id: string) => manager().findOneByOrFail(WorkflowEntity, { id });
  const revisionsOf = (workflowId: string) =>
    manager().find(WorkflowRevisionEntity, { where: { workflowId }, order: { revision: 'ASC' } });
  const scheduleOf = (workflowId: string) => manager().findOneBy(ScheduleEntity, { ownerId: workflowId });
  const nextOf = async (id: string) => (await scheduleOf(id))?.nextFireAt?.toISOString();
  const entriesOf = (id: string) =>
    manager().find(AuditEntryEntity, { where: { target: `workflow ${id}` }, order: { id: 'ASC' } });

  describe('that are created', () => {
    it('new workflows are stored as sent; by default, they are enabled and have a manual trigger', async () => {
      const input = workflowInput({ description: 'Turns it down.' });
      const made = await editing.create(ada, input);
      expect(made).toEqual({
        ...input,
        id: expect.any(String),
        enabled: true,
        mode: 'parallel',
        skipped: { count: 0, lastAt: null },
        trigger: { type: 'manual', config: {} },
        problems: [],
        revision: 1,
        webhookSlug: expect.stringMatching(/^[\w-]{32}$/),
        webhookId: expect.stringMatching(/^[\w-]{32}$/),
        webhookSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        createdAt: clock.now(),
        updatedAt: clock.now(),
      });
      expect(await workflows.find(ada, made.id)).toEqual({ ...made, webhookSecret: SECRET_MASK });
      expect(await revisionsOf(made.id)).toMatchObject([
        { revision: 1, definition: { nodes: input.nodes, edges: input.edges }, triggerType: 'manual' },
      ]);
      expect(await rowOf(made.id)).toMatchObject({ createdBy: 7 });
    });

    it('new workflows are recorded in the audit log without the secret', async () => {
      const made = await editing.create(ada, workflowInput());
      const [entry] = await entriesOf(made.id);
      expect(entry).toMatchObject({ action: 'workflow.created', userId: 7 });
      expect(entry?.after).toContain('Night setback');
      expect(entry?.after).toContain('"webhookSecret":"********"');
      expect(entry?.after).not.toContain(made.webhookSecret);
    });

    it('new workflows are stored completely, or not at all if a step fails', async () => {
      const failing = jest
        .spyOn(audit, 'record')
        .mockRejectedValueOnce(new Error('The audit log is unavailable.'));
      const before = await manager().count(WorkflowEntity);
      await expect(editing.create(ada, workflowInput({ trigger: NIGHTLY }))).rejects.toThrow(
        'The audit log is unavailable.',
      );
      failing.mockRestore();
      expect(await manager().count(WorkflowEntity)).toBe(before);
      expect(await manager().count(WorkflowRevisionEntity, { where: { createdAt: clock.now() } })).toBe(
        await manager().count(WorkflowEntity, { where: { updatedAt: clock.now() } }),
      );
      expect(await manager().count(ScheduleEntity)).toBe(0);
    });
  });

  describe('that are changed', () => {
    it('workflows keep the fields that the change omits', async () => {
      const made = await editing.create(ada, workflowInput({ description: 'as it was', trigger: NIGHTLY }));
      clock.advance(1000);
      const after = await editing.change(ada, made.id, { name: 'Day setback' });
      const expected = {
        ...made,
        webhookSecret: SECRET_MASK,
        name: 'Day setback',
        revision: 2,
        updatedAt: clock.now(),
      };
      expect(after).toEqual(expected);
      expect(await workflows.find(ada, made.id)).toEqual(expected);
      expect(await editing.change(ada, made.id, { description: null })).toMatchObject({ description: null });
    });

    it('workflows can change their mode, and start their waiting executions if the mode becomes parallel', async () => {
      const made = await editing.create(ada, workflowInput({ mode: 'queued' }));
      expect(made.mode).toBe('queued');
      const waiting = { status: 'running', startedAt: null, dueAt: null, serialNumber: 2 } as const;
      const { id } = await anExecution(database.dataSource, made.id, waiting);
      const read = () => manager().findOneByOrFail(WorkflowExecutionEntity, { id });
      const single = await editing.change(ada, made.id, { mode: 'single' });
      expect(single).toMatchObject({ mode: 'single', revision: 2 });
      expect(single.updatedAt.getTime()).toBeGreaterThan(made.updatedAt.getTime());
      expect(await read()).toMatchObject(waiting);
      const parallel = await editing.change(ada, made.id, { mode: 'parallel' });
      expect(await read()).toMatchObject({ startedAt: parallel.updatedAt, dueAt: parallel.updatedAt });
      expect((await entriesOf(made.id)).at(-1)).toMatchObject({
        before: expect.stringContaining('"mode":"single"'),
        after: expect.stringContaining('"mode":"parallel"'),
      });
      expect(
        (await workflows.list({ page: 1, limit: 100 })).items.find((one) => one.id === made.id),
      ).toMatchObject({
        mode: 'parallel',
        skipped: { count: 0, lastAt: null },
      });
    });

    it('workflows get a later modification time with each change, even within a millisecond or with a slow clock', async () => {
      const made = await editing.create(ada, workflowInput());
      const times = [made.updatedAt.getTime()];
      for (const [name, passedMs] of [
        ['One', 0],
        ['Two', 0],
        ['Three', -60_000],
      ] as const) {
        clock.advance(passedMs);
        times.push((await editing.change(ada, made.id, { name })).updatedAt.getTime());
      }
      clock.advance(60_000);
      expect(times).toEqual([0, 1, 2, 3].map((later) => made.updatedAt.getTime() + later));
      expect((await editing.change(ada, made.id, { name: 'Three' })).updatedAt.getTime()).toBe(times[3]);
    });

    it('workflows stay unchanged, without a new revision, when an update contains the values that were read', async () => {
      const webhook: TriggerInput = { type: 'webhook', config: { allowedIps: ['10.0.0.0/8'] } };
      const made = await editing.create(ada, workflowInput({ trigger: webhook }));
      const secret = (await rowOf(made.id)).webhookSecret;
      clock.advance(1000);
      const read = await workflows.find(ada, made.id);
      expect(await editing.change(ada, made.id, read)).toEqual(read);
      expect(await rowOf(made.id)).toMatchObject({ webhookSecret: secret, updatedAt: made.updatedAt });
      expect(await revisionsOf(made.id)).toHaveLength(1);
    });

    const ends = graphWith(setNode('set', 21)).nodes.slice(0, 2);
    it.each<[string, WorkflowChanges, number]>([
      ['another name', { name: 'Other' }, 2],
      ['another description', { description: 'Other' }, 2],
      ['another mode', { mode: 'single' }, 2],
      ['the same name', { name: 'Night setback' }, 1],
      ['no field', {}, 1],
      ['the same graph', graphWith(setNode('set', 21)), 1],
      ['another configuration', graphWith(setNode('set', 22)), 2],
      ['another position of a node', graphWith({ ...setNode('set', 21), position: { x: 1, y: 2 } }), 2],
      ['a note', { notes: [{ text: 'Ask Anna', x: 3, y: -4.5 }] }, 2],
      ['no notes', { notes: [] }, 1],
      ['another trigger', { trigger: NIGHTLY }, 2],
      [
        'the same trigger with fields that it ignores',
        { trigger: { type: 'manual', config: { cron: null, secret: '********' } } },
        1,
      ],
      ['fewer nodes', { edges: [{ id: 'only', source: 'start', target: 'set' }], nodes: ends }, 2],
      ['disabling', { enabled: false }, 2],
    ])('workflows get a new revision with each change, and only then: %s', async (_, changes, revision) => {
      const made = await editing.create(ada, workflowInput());
      expect(await editing.change(ada, made.id, changes)).toMatchObject({ revision });
      const revisions = await revisionsOf(made.id);
      expect(revisions.map((row) => row.revision)).toEqual(revision === 1 ? [1] : [1, 2]);
      const { definition, triggerType, triggerConfig } = await rowOf(made.id);
      expect(revisions.at(-1)).toMatchObject({ definition, triggerType, triggerConfig });
    });

    it('workflows lose no revision and no field in concurrent changes', async () => {
      const made = await editing.create(ada, workflowInput({ trigger: NIGHTLY }));
      const values = Array.from({ length: 12 }, (_, index) => 100 + index);
      await Promise.all([
        ...values.map((value) => editing.change(ada, made.id, graphWith(setNode('set', value)))),
        editing.change(ada, made.id, { name: 'Renamed meanwhile' }),
        editing.change(ada, made.id, { description: 'Described meanwhile' }),
      ]);
      const revisions = await revisionsOf(made.id);
      expect(revisions.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 1 + values.length + 2 }, (_, index) => index + 1),
      );
      const kept = new Set(revisions.slice(1).map(({ definition }) => valueIn(definition)));
      kept.delete(21);
      expect([...kept].sort((one, other) => one - other)).toEqual(values);
      const after = await workflows.find(ada, made.id);
      expect(after).toMatchObject({
        name: 'Renamed meanwhile',
        description: 'Described meanwhile',
        revision: 15,
      });
      expect(valueIn(after)).toBe([...kept].at(-1));
      expect(await scheduleOf(made.id)).not.toBeNull();
    });

    it('workflows accept exactly one of several concurrent changes of the same revision', async () => {
      const { id, revision } = await editing.create(ada, workflowInput());
      const values = [1, 2, 3, 4];
      const changes = values.map((value) =>
        editing.change(ada, id, { revision, ...graphWith(setNode('set', value)) }),
      );
      const results = await Promise.allSettled(changes);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'fulfilled') continue;
        expect(result.reason).toMatchObject({ kind: 'conflict', code: 'outdated_revision' });
      }
      expect((await rowOf(id)).revision).toBe(2);
      expect(await revisionsOf(id)).toHaveLength(2);
    });

    it.each<WorkflowChanges>([
      { name: 'Other' },
      { description: 'x' },
      { mode: 'queued' },
      { enabled: false },
    ])('exactly one of two concurrent changes of the same revision succeeds: %j', async (changes) => {
      const { id, revision } = await editing.create(ada, workflowInput());
      const results = await Promise.allSettled([
        editing.change(ada, id, { ...changes, revision }),
        editing.change(ada, id, { name: 'Renamed by somebody else', revision }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = results.find((result) => result.status === 'rejected');
      expect(refused?.reason).toMatchObject({ kind: 'conflict', code: 'outdated_revision' });
      expect((await rowOf(id)).revision).toBe(2);
    });

    it('changes of a workflow are refused for a revision that is outdated or does not exist yet', async () => {
      const { id } = await editing.create(ada, workflowInput());
      await editing.change(ada, id, graphWith(setNode('set', 22)));
      for (const revision of [1, 3]) {
        const refused = await refusal(editing.change(ada, id, { revision, name: 'Other' }));
        expect(refused).toMatchObject({ kind: 'conflict', code: 'outdated_revision' });
      }
      expect(await editing.change(ada, id, { revision: 2, name: 'Other' })).toMatchObject({ name: 'Other' });
      expect(await editing.change(ada, id, { name: 'Another' })).toMatchObject({
        name: 'Another',
        revision: 4,
      });
    });

    it('changes of a workflow are recorded in the audit log with the changed fields', async () => {
      const made = await editing.create(ada, workflowInput());
      await editing.change(root, made.id, { name: 'Other' });
      const [, entry] = await entriesOf(made.id);
      expect(entry).toMatchObject({
        action: 'workflow.changed',
        userId: 1,
        before: '{"name":"Night setback"}',
        after: '{"name":"Other"}',
      });
    });

    it('changes of a workflow that does not exist are refused', async () => {
      expect(await refusal(editing.change(ada, newId(), { name: 'x' }))).toMatchObject({ kind: 'not_found' });
      expect(await refusal(workflows.find(ada, newId()))).toMatchObject({ kind: 'not_found' });
    });
  });

  describe('that have problems', () => {
    const faulty = graphWith({ id: 'set', type: 'variable', config: {} });
    const unknown = graphWith({ id: 'x', type: 'teleport', config: {} });

    it.each<[string, Partial<WorkflowChanges>, string]>([
      ['no start node', { nodes: [], edges: [] }, 'nodes'],
      ['an unknown node type', unknown, 'nodes[1].type'],
      ['a missing configuration', faulty, 'nodes[1].config.name'],
      [
        'an edge to an unknown node',
        { edges: [{ id: 'in', source: 'start', target: 'gone' }] },
        'edges[0].target',
      ],
      [
        'an invalid schedule',
        { trigger: { type: 'schedule', config: { cron: '@daily' } } },
        'trigger.config.cron',
      ],
    ])(
      'workflows with problems are refused if they are enabled, and stored as drafts otherwise: %s',
      async (_, overrides, path) => {
        const error = await refusal(editing.create(ada, workflowInput(overrides)));
        expect(error).toMatchObject({ kind: 'invalid', code: 'validation_failed' });
        expect(error.details?.map((detail) => detail.path)).toContain(path);
        const draft = await editing.create(ada, workflowInput({ ...overrides, enabled: false }));
        expect(draft.problems.map((problem) => problem.path)).toContain(path);
        expect(await workflows.find(ada, draft.id)).toMatchObject({
          problems: draft.problems,
          enabled: false,
        });
      },
    );

    it('workflows with problems keep a trigger of an unknown type with its configuration, but without a secret', async () => {
      const trigger = { type: 'a_trigger_of_another_program', config: { every: 5 } };
      const sent = { ...trigger, config: { every: 5, secret: 'x' } };
      const error = await refusal(editing.create(ada, workflowInput({ trigger })));
      expect(error).toMatchObject({ kind: 'invalid', details: [{ path: 'trigger.type' }] });
      const draft = await editing.create(ada, workflowInput({ trigger: sent, enabled: false }));
      expect(draft).toMatchObject({ problems: [{ path: 'trigger.type' }], enabled: false });
      expect(draft.trigger).toEqual(trigger);
      expect(await workflows.find(ada, draft.id)).toMatchObject({ trigger, problems: draft.problems });
      expect(await editing.change(ada, draft.id, { trigger: sent })).toMatchObject({ trigger, revision: 1 });
      expect(await refusal(editing.change(ada, draft.id, { enabled: true }))).toMatchObject({
        code: 'workflow_draft',
      });
      const mended = await editing.change(ada, draft.id, { trigger: NIGHTLY, enabled: true });
      expect(mended).toMatchObject({ trigger: NIGHTLY, problems: [], enabled: true });
    });

    it('workflows with problems can be enabled only by a request that also solves the problems', async () => {
      const draft = await editing.create(ada, workflowInput({ ...faulty, enabled: false }));
      expect(await refusal(editing.change(ada, draft.id, { enabled: true }))).toMatchObject({
        kind: 'conflict',
        code: 'workflow_draft',
      });
      expect(await refusal(editing.change(ada, draft.id, { ...unknown, enabled: true }))).toMatchObject({
        kind: 'invalid',
      });
      expect(await workflows.find(ada, draft.id)).toMatchObject({ enabled: false, revision: 1, ...faulty });
      const mended = await editing.change(ada, draft.id, { ...graphWith(setNode('set', 1)), enabled: true });
      expect(mended).toMatchObject({ enabled: true, problems: [], revision: 2 });
    });

    it('workflows with problems are refused if they stay enabled, and become drafts if they are disabled', async () => {
      const made = await editing.create(ada, workflowInput());
      expect(await refusal(editing.change(ada, made.id, faulty))).toMatchObject({ kind: 'invalid' });
      const draft = await editing.change(ada, made.id, { ...faulty, enabled: false });
      expect(draft.problems).not.toEqual([]);
      expect(await workflows.findById(made.id)).toMatchObject({ draft: true, enabled: false });
    });

    it('workflows with problems can be renamed', async () => {
      const draft = await editing.create(ada, workflowInput({ ...faulty, enabled: false }));
      expect(await editing.change(ada, draft.id, { name: 'Later' })).toMatchObject({
        name: 'Later',
        problems: draft.problems,
      });
    });

    it('workflows with problems are refused, even as drafts, if they have too many expressions', async () => {
      for (const enabled of [true, false]) {
        const error = await refusal(editing.create(ada, workflowInput({ ...expressive(5001), enabled })));
        expect(error).toMatchObject({
          kind: 'invalid',
          details: [
            {
              path: 'nodes',
              message: 'must not have more than 5000 expressions in {{ }}, including those of the trigger',
            },
          ],
        });
      }
    });

    it('workflows with problems report at most a hundred problems', async () => {
      const nodes = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, type: 'x', config: {} }));
      const draft = await editing.create(ada, workflowInput({ nodes, edges: [], enabled: false }));
      expect(draft.problems).toHaveLength(100);
    });
  });

  describe('with a schedule', () => {
    it('workflows have a schedule row exactly while they are enabled', async () => {
      const made = await editing.create(ada, workflowInput({ trigger: NIGHTLY }));
      expect(await scheduleOf(made.id)).toMatchObject({ cron: '0 22 * * *', timezone: 'Europe/Berlin' });
      expect(await nextOf(made.id)).toBe('2026-05-01T20:00:00.000Z');
      await editing.change(ada, made.id, { enabled: false });
      expect(await scheduleOf(made.id)).toBeNull();
      await editing.change(ada, made.id, { enabled: true });
      expect(await nextOf(made.id)).toBe('2026-05-01T20:00:00.000Z');
      await editing.change(ada, made.id, { trigger: { type: 'manual' } });
      expect(await scheduleOf(made.id)).toBeNull();
      await editing.change(ada, made.id, { trigger: NIGHTLY, enabled: false });
      expect(await scheduleOf(made.id)).toBeNull();
    });

    it('workflows get a new slot for another schedule, and keep the slot for the same schedule', async () => {
      const made = await editing.create(ada, workflowInput({ trigger: NIGHTLY }));
      // Make the slot due, as if a worker were firing the schedule at this moment.
      const slot = new Date('2026-05-01T10:00:00Z');
      await manager().update(ScheduleEntity, { ownerId: made.id }, { nextFireAt: slot });
      await editing.change(ada, made.id, { name: 'Other', trigger: NIGHTLY });
      expect(await nextOf(made.id)).toBe(slot.toISOString());
      await editing.change(ada, made.id, {
        trigger: { type: 'schedule', config: { cron: '0 23 * * *', timezone: 'Asia/Kolkata' } },
      });
      expect(await nextOf(made.id)).toBe('2026-05-01T17:30:00.000Z');
    });

    it("workflows use the platform's zone if the schedule has none", async () => {
      const trigger: TriggerInput = { type: 'schedule', config: { cron: '0 22 * * *', timezone: null } };
      const made = await editing.create(ada, workflowInput({ trigger }));
      expect(made.trigger).toEqual({ type: 'schedule', config: { cron: '0 22 * * *' } });
      expect(await scheduleOf(made.id)).toMatchObject({ timezone: null });
      expect(await nextOf(made.id)).toBe('2026-05-01T22:00:00.000Z');
    });

    it('workflows have no schedule row while they are drafts', async () => {
      const trigger: TriggerInput = { type: 'schedule', config: { cron: '0 0 30 2 *' } };
      const draft = await editing.create(ada, workflowInput({ trigger, enabled: false }));
      expect(draft).toMatchObject({ trigger, problems: [{ path: 'trigger.config.cron' }] });
      expect(await scheduleOf(draft.id)).toBeNull();
    });
  });

  describe('with nodes for administrators only', () => {
    const asked = graphWith(databaseNode());

    it('workflows with restricted nodes can be created only by administrators, even as drafts', async () => {
      await expectForbidden(editing.create(ada, workflowInput(asked)));
      await expectForbidden(editing.create(ada, workflowInput({ ...asked, enabled: false })));
      expect(await editing.create(root, workflowInput(asked))).toMatchObject({ problems: [] });
    });

    it('engineers cannot add a restricted node to a workflow', async () => {
      const made = await editing.create(ada, workflowInput());
      await expectForbidden(editing.change(ada, made.id, asked));
      expect(await editing.change(root, made.id, asked)).toMatchObject({ revision: 2 });
    });

    it.each<[string, WorkflowChanges]>([
      ['another statement', graphWith(databaseNode('SELECT name FROM area'))],
      ['a node before the restricted node', { nodes: [...asked.nodes, setNode('more', 1)] }],
      ['other edges', { edges: [] }],
      ['the removal of the restricted node', { ...graphWith(setNode('set', 1)), enabled: false }],
    ])('engineers cannot make this change to a workflow with restricted nodes: %s', async (_, changes) => {
      const made = await editing.create(root, workflowInput(asked));
      await expectForbidden(editing.change(ada, made.id, changes));
      expect(await workflows.find(ada, made.id)).toMatchObject({ ...asked, revision: 1 });
    });

    it.each<[string, WorkflowChanges]>([
      ['renamed', { name: 'Other' }],
      ['disabled', { enabled: false }],
      ['scheduled', { trigger: NIGHTLY }],
      ['sent back', asked],
      ['moved', graphWith({ ...databaseNode(), position: { x: 3, y: 4 } })],
      ['explained', { notes: [{ text: 'Ask Anna', x: 3, y: 4 }] }],
    ])('workflows with restricted nodes can be %s by an engineer', async (_, changes) => {
      const made = await editing.create(root, workflowInput(asked));
      expect(await editing.change(ada, made.id, changes)).toMatchObject(changes);
    });
  });

  describe('that run', () => {
    it('executions use the graph of their revision', async () => {
      const made = await editing.create(ada, workflowInput());
      await editing.change(ada, made.id, graphWith(setNode('set', 99)));
      const [first, again, second] = await Promise.all([
        workflows.readForExecution(made.id, 1),
        workflows.readForExecution(made.id, 1),
        workflows.readForExecution(made.id, 2),
      ]);
      expect(first.graph.node('set').definition.config).toEqual({ name: 'target', value: 21 });
      expect(second.graph.node('set').definition.config).toEqual({ name: 'target', value: 99 });
      expect(again.graph).toBe(first.graph);
      expect((await workflows.readForExecution(made.id, 1)).graph).toBe(first.graph);
    });

    it('workflows that were stored with unknown fields can still be read and run', async () => {
      const made = await editing.create(ada, workflowInput());
      const { nodes, edges } = graphWith(setNode('set', 21));
      const definition = { nodes: nodes.map((node) => ({ ...node, colour: 'red' })), edges };
      await manager().update(WorkflowEntity, { id: made.id }, { definition });
      await manager().update(WorkflowRevisionEntity, { workflowId: made.id }, { definition });
      expect(await workflows.find(ada, made.id)).toMatchObject({ problems: [], nodes, edges });
      const { graph } = await workflows.readForExecution(made.id, 1);
      expect(graph.node('set').definition.config).toEqual({ name: 'target', value: 21 });
      expect(await editing.change(ada, made.id, { name: 'Renamed' })).toMatchObject({ enabled: true });
    });

    it('workflows cannot be read if the workflow or its revision does not exist', async () => {
      const made = await editing.create(ada, workflowInput());
      for (const [id, revision] of [
        [made.id, 2],
        [newId(), 1],
      ] as const) {
        expect(await refusal(workflows.readForExecution(id, revision))).toMatchObject({ kind: 'not_found' });
      }
      await editing.change(ada, made.id, graphWith(setNode('set', 5)));
      // A failed read of a missing revision must not be cached.
      await expect(workflows.readForExecution(made.id, 2)).resolves.toMatchObject({
        graph: expect.anything(),
      });
    });

    it('running workflows are reported with their current names', async () => {
      const made = await editing.create(ada, workflowInput());
      expect(await workflows.nameOf(made.id)).toBe('Night setback');
      await editing.change(ada, made.id, { name: 'Renamed' });
      expect(await workflows.nameOf(made.id)).toBe('Renamed');
      expect(await workflows.nameOf(newId())).toBeNull();
    });

    it('workflows are found by trigger while they are enabled', async () => {
      const trigger: TriggerInput = { type: 'event', config: { event: 'alert.raised', condition: ' ' } };
      const made = await editing.create(ada, workflowInput({ trigger }));
      await editing.create(ada, workflowInput({ trigger, enabled: false }));
      const expected = { id: made.id, revision: 1, triggerConfig: { event: 'alert.raised' } };
      expect(await workflows.listening('event')).toEqual([expected]);
      await editing.change(ada, made.id, { enabled: false });
      expect(await workflows.listening('event')).toEqual([]);
    });
  });

  it('workflows are deleted with their revisions and schedule, or not at all if one step fails', async () => {
    const made = await editing.create(ada, workflowInput({ trigger: NIGHTLY }));
    const remove = (failing: boolean) =>
      inTransaction(database.dataSource, async (inside) => {
        await editing.remove(ada, made.id, inside);
        if (failing) throw new Error('The deletion failed.');
      });
    await expect(remove(true)).rejects.toThrow('The deletion failed.');
    expect([await revisionsOf(made.id), await scheduleOf(made.id)]).toMatchObject([[{ revision: 1 }], {}]);
    await remove(false);
    expect([await revisionsOf(made.id), await scheduleOf(made.id)]).toEqual([[], null]);
    expect(await refusal(remove(false))).toMatchObject({ kind: 'not_found' });
    expect((await entriesOf(made.id)).map(({ action }) => action)).toEqual([
      'workflow.created',
      'workflow.removed',
    ]);
  });

  it('workflows are listed in pages without their graphs', async () => {
    const { total } = await workflows.list({ page: 1, limit: 1 });
    const { items, total: disabled } = await workflows.list({ page: 1, limit: 200, enabled: false });
    const enabled = await workflows.list({ page: 1, limit: 2, enabled: true });
    expect(enabled.total + disabled).toBe(total);
    expect(enabled.items).toHaveLength(2);
    expect(items.every((item) => !item.enabled && !('nodes' in item))).toBe(true);
  });
});

function valueIn(definition: object): number {
  const { nodes } = definition as { nodes: { config: { value?: number } }[] };
  return nodes[1]?.config.value ?? Number.NaN;
}
