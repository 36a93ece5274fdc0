import type { Environment } from '@app/config';
import { ExecutionCallEntity, type WorkflowEntity, WorkflowExecutionEntity } from '@app/entities';
import { CallerWaker, MAX_CALL_DEPTH, WorkflowCallsService } from '@app/domain/testing';
import { WorkflowsService } from '@app/domain';
import { Actor, FixedClock, say } from '@app/kernel';
import type { JsonObject, NodeDefinition } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService, hang } from '../factories/fake-service';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');
const environment = testEnvironment();

const run = (workflowId: string, more: JsonObject = {}, node: Partial<NodeDefinition> = {}) => ({
  type: 'run_workflow',
  config: { workflowId, ...more },
  ...node,
});
const end = { type: 'end', config: { output: { doubled: '{{ triggerData.n * 2 }}' } } };

/** Runs a calling execution. @returns its status, and the result of its `run_workflow` node */
const outputOf = async (shop: ExecutionWorkshop, { id }: { id: string }, executionId: string) => {
  const { status, error, nodeResults } = await shop.detail(id, executionId);
  const result = nodeResults.find(({ type }) => type === 'run_workflow');
  return { status, error, output: result?.output, code: result?.error?.code };
};

describe('a run_workflow node', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let service: FakeService;
  const workshops: ExecutionWorkshop[] = [];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  beforeEach(() => {
    clock.set(NOW);
    service = new FakeService();
  });
  afterEach(() => {
    for (const workshop of workshops.splice(0)) workshop.close();
  });

  const manager = () => database.dataSource.manager;
  const workshop = (limits: Partial<Environment> = {}) => {
    const { dataSource } = database;
    const workflows = {
      check: (id: string) => calls.check(id),
      call: (request: never) => calls.call(request),
    };
    const made: ExecutionWorkshop = new ExecutionWorkshop(database, {
      clock,
      ports: { http: service, workflows },
      environment: limits,
    });
    const calls = new WorkflowCallsService(
      dataSource,
      new WorkflowsService(dataSource, environment),
      made.intake,
      clock,
    );
    new CallerWaker(dataSource, made.dispatcher, clock).onModuleInit();
    workshops.push(made);
    return made;
  };
  const workflowOf = (definition: object, more: Partial<WorkflowEntity> = {}) =>
    aWorkflow(database.dataSource, { definition, ...more });
  const childrenOf = (parentId: string) =>
    manager().find(WorkflowExecutionEntity, { where: { parentId }, order: { id: 'ASC' } });
  /** Starts an execution that calls the workflow `called`, and runs it until it waits. */
  const calling = async (shop: ExecutionWorkshop, called: { id: string }, more: JsonObject = {}) => {
    const workflow = await workflowOf(chain({ sub: run(called.id, { input: { n: 21 }, ...more }) }));
    const id = await shop.accept(workflow);
    await shop.run(id);
    const [child] = await childrenOf(id);
    return { workflow, id, child: child?.id ?? '' };
  };

  it("a run_workflow node runs another workflow with an input, and continues with the output of that workflow's end", async () => {
    const shop = workshop();
    const called = await workflowOf(chain({ end }));
    const { workflow, id, child } = await calling(shop, called);
    expect(await shop.row(id)).toMatchObject({
      status: 'running',
      claimedBy: null,
      callDepth: 0,
      parentId: null,
    });
    expect(await shop.row(child)).toMatchObject({
      workflowId: called.id,
      parentId: id,
      callDepth: 1,
      trigger: 'manual',
    });
    await shop.run(child);
    await waitFor(async () => (await shop.row(id)).wakes === 1, { what: 'the wake' });
    await shop.run(id);
    expect(await outputOf(shop, workflow, id)).toMatchObject({
      status: 'success',
      output: { executionId: child, status: 'success', output: { doubled: 42 } },
    });
    expect((await shop.detail(called.id, child)).parentId).toBe(id);
  });

  it('a run_workflow node does not wait if `wait` is false', async () => {
    const shop = workshop();
    const called = await workflowOf(chain({ end }));
    const { workflow, id, child } = await calling(shop, called, { wait: false });
    expect(await outputOf(shop, workflow, id)).toMatchObject({
      status: 'success',
      output: { executionId: child, status: 'running', output: null },
    });
  });

  it('a run_workflow node is not woken by the end of an execution for which it does not wait', async () => {
    const shop = workshop();
    service.on('a', hang);
    const [quick, awaited] = [await workflowOf(chain({ end })), await workflowOf(chain({ a: call('a') }))];
    const subs = { first: run(quick.id, { wait: false, input: { n: 1 } }), second: run(awaited.id) };
    const id = await shop.accept(await workflowOf(chain(subs)));
    await shop.run(id);
    const [first, second] = await childrenOf(id);
    await shop.control.cancel(ada, awaited.id, second?.id ?? '');
    await waitFor(async () => (await shop.row(id)).wakes === 1, { what: 'the wake' });
    const other = await calling(shop, quick);
    await shop.run(first?.id ?? '');
    await shop.run(other.child);
    await waitFor(async () => (await shop.row(other.id)).wakes === 1, {
      what: 'the wake of the other caller',
    });
    expect((await shop.row(id)).wakes).toBe(1);
  });

  it('a run_workflow node returns the whole output of an execution, even if the record of the execution has reached its size limit', async () => {
    const shop = workshop({ LIMIT_EXECUTION_RECORD_CHARACTERS: 20_000 });
    const text = 'x'.repeat(30_000);
    const called = await workflowOf(
      chain({ a: set('a', text), b: set('b', text), end: { type: 'end', config: { output: { text } } } }),
    );
    const length = set('length', '{{ nodeOutputs.sub.output.text.length }}');
    const workflow = await workflowOf(chain({ sub: run(called.id), length }));
    const id = await shop.accept(workflow);
    await shop.run(id);
    const [child] = await childrenOf(id);
    await shop.run(child?.id ?? '');
    await waitFor(async () => (await shop.row(id)).wakes === 1, { what: 'the wake' });
    await shop.run(id);
    const { status, nodeResults } = await shop.detail(workflow.id, id);
    expect([status, nodeResults.at(-1)?.output]).toMatchObject(['success', { value: text.length }]);
  });

  it('a run_workflow node starts the called workflow even while the queue is down', async () => {
    const shop = workshop();
    shop.queueIsDown = true;
    const called = await workflowOf(chain({ end }));
    const { id, child } = await calling(shop, called);
    expect((await shop.row(id)).status).toBe('running');
    expect(await shop.row(child)).toMatchObject({ status: 'running', parentId: id });
  });

  it.each([
    [false, { status: 'success', output: { status: 'failed', output: null } }],
    [true, { status: 'failed', code: 'work_failed' }],
  ])(
    'a run_workflow node outputs the status of a failed execution, with failOnStatus: %s',
    async (failOnStatus, expected) => {
      const shop = workshop();
      const called = await workflowOf(chain({ bad: set('x', '{{ triggerData.missing.field }}') }));
      const { workflow, id, child } = await calling(shop, called, { failOnStatus });
      await shop.run(child);
      await waitFor(async () => (await shop.row(id)).wakes === 1, { what: 'the wake' });
      await shop.run(id);
      expect(await outputOf(shop, workflow, id)).toMatchObject(expected);
    },
  );

  it('a run_workflow node starts a new execution in each attempt', async () => {
    const shop = workshop();
    const called = await workflowOf(chain({ bad: set('x', '{{ triggerData.missing.field }}') }));
    const onError = { action: 'retry' as const, retryCount: 1, retryDelayMs: 0 };
    const workflow = await workflowOf(chain({ sub: run(called.id, { failOnStatus: true }, { onError }) }));
    const id = await shop.accept(workflow);
    for (let attempt = 1; attempt <= 2; attempt++) {
      await shop.run(id);
      const children = await childrenOf(id);
      expect(children).toHaveLength(attempt);
      await shop.run(children.at(-1)?.id ?? '');
      await waitFor(async () => (await shop.row(id)).wakes === attempt, { what: 'the wake' });
    }
    await shop.run(id);
    expect(await outputOf(shop, workflow, id)).toMatchObject({ status: 'failed', code: 'work_failed' });
    expect(await childrenOf(id)).toHaveLength(2);
  });

  it('a run_workflow node starts only one execution if several workers run the node at once, or if another worker repeats it', async () => {
    const called = await workflowOf(chain({ end }));
    const workflow = await workflowOf(chain({ sub: run(called.id) }));
    const id = await workshop().accept(workflow);
    const calls = Array.from({ length: 5 }, () => workshop());
    await Promise.all(calls.map((shop) => shop.run(id)));
    expect(await childrenOf(id)).toHaveLength(1);
    // Discard the saved state, as if the worker had died after the start and before its write.
    await manager().update(
      WorkflowExecutionEntity,
      { id },
      { version: 0, claimedBy: null, dueAt: clock.now() },
    );
    await manager().query(`DELETE FROM workflow_execution_state WHERE execution_id = '${id}'`);
    await manager().query(`DELETE FROM workflow_execution_results WHERE execution_id = '${id}'`);
    await workshop().run(id);
    expect(await childrenOf(id)).toHaveLength(1);
    expect(await manager().countBy(ExecutionCallEntity, { callerId: id })).toBe(1);
  });

  it('a run_workflow node fails after its time limit, but the started execution continues', async () => {
    const shop = workshop();
    const called = await workflowOf(chain({ end }));
    const { workflow, id, child } = await calling(shop, called, { timeoutMs: 10_000 });
    clock.advance(5000);
    await shop.run(id);
    expect((await shop.row(id)).dueAt).toEqual(new Date(NOW + 10_000));
    clock.advance(5000);
    await shop.run(id);
    expect(await outputOf(shop, workflow, id)).toMatchObject({ status: 'failed', code: 'work_timeout' });
    expect((await shop.row(child)).status).toBe('running');
  });

  it('a run_workflow node notices the end of an execution even if the notification is lost or the execution was deleted', async () => {
    const shop = workshop();
    const called = await workflowOf(chain({ end }));
    const { workflow, id, child } = await calling(shop, called);
    await manager().delete(WorkflowExecutionEntity, { id: child });
    clock.advance(5000);
    await shop.run(id);
    expect(await outputOf(shop, workflow, id)).toMatchObject({
      status: 'success',
      output: { executionId: child, status: 'failed', output: null },
    });
    expect(await childrenOf(id)).toHaveLength(0);
  });

  it.each([
    [false, { status: 'success', output: { status: 'failed', output: null } }],
    [
      true,
      {
        status: 'failed',
        code: 'work_failed',
        error: { message: expect.stringContaining('was deleted') as string },
      },
    ],
  ])(
    'a run_workflow node stops waiting if the called workflow is deleted, with failOnStatus: %s',
    async (failOnStatus, expected) => {
      const shop = workshop();
      const called = await workflowOf(chain({ end }));
      const { workflow, id, child } = await calling(shop, called, { failOnStatus });
      await shop.history.removeWorkflow(Actor.user(1, 'engineer', 'eve'), called.id);
      await waitFor(async () => (await shop.row(id)).wakes === 1, { what: 'the wake' });
      await shop.run(id);
      expect(await outputOf(shop, workflow, id)).toMatchObject(expected);
      expect(shop.bus.told).toContainEqual({
        name: 'execution-status-changed',
        payload: { workflowId: called.id, executionId: child, status: 'failed' },
      });
    },
  );

  it('a run_workflow node continues if the called execution is cancelled, but a cancellation of the caller does not cancel the called execution', async () => {
    const shop = workshop();
    service.on('a', hang);
    const called = await workflowOf(chain({ a: call('a') }));
    const first = await calling(shop, called);
    await shop.control.cancel(ada, first.workflow.id, first.id);
    expect((await shop.row(first.child)).status).toBe('running');
    const second = await calling(shop, called);
    await shop.control.cancel(ada, called.id, second.child);
    await waitFor(async () => (await shop.row(second.id)).wakes === 1, { what: 'the wake' });
    await shop.run(second.id);
    expect(await outputOf(shop, second.workflow, second.id)).toMatchObject({ output: { status: 'failed' } });
  });

  it('a run_workflow node continues if a newer execution replaces the called execution, and fails if the called workflow is busy', async () => {
    const shop = workshop();
    service.on('a', hang);
    const restarting = await workflowOf(chain({ a: call('a') }), { mode: 'restart' });
    const first = await calling(shop, restarting);
    const second = await calling(shop, restarting);
    await waitFor(async () => (await shop.row(first.id)).wakes === 1, { what: 'the wake' });
    await shop.run(first.id);
    expect(await outputOf(shop, first.workflow, first.id)).toMatchObject({ output: { status: 'failed' } });
    expect((await shop.row(first.child)).error).toEqual(say('restarted', { id: second.child }));
    const single = await workflowOf(chain({ a: call('a') }), { mode: 'single' });
    await calling(shop, single);
    const refused = await calling(shop, single);
    expect(await outputOf(shop, refused.workflow, refused.id)).toMatchObject({ code: 'workflow_busy' });
    expect(await childrenOf(refused.id)).toHaveLength(0);
  });

  it.each([
    ['not_found', null],
    ['workflow_disabled', { enabled: false }],
    ['workflow_draft', { enabled: false, problems: [{ path: 'nodes', message: 'is broken' }] }],
  ])('a run_workflow node fails with %s', async (code, more) => {
    const shop = workshop();
    const called = more
      ? await workflowOf(chain({ end }), more)
      : { id: '0197f000-0000-7000-8000-000000000000' };
    const { workflow, id } = await calling(shop, called);
    expect(await outputOf(shop, workflow, id)).toMatchObject({ status: 'failed', code });
    expect(await childrenOf(id)).toHaveLength(0);
  });

  it(`a run_workflow node fails with calls_too_deep at the end of a chain of ${MAX_CALL_DEPTH} calls`, async () => {
    const shop = workshop();
    const workflow = await workflowOf(chain({ sub: run('') }));
    const definition = chain({ sub: run(workflow.id, { wait: false }) });
    await manager().update('workflow_revision', { workflowId: workflow.id }, { definition });
    let id = await shop.accept(workflow);
    for (let depth = 0; depth < MAX_CALL_DEPTH; depth++) {
      await shop.run(id);
      const [child] = await childrenOf(id);
      expect(child).toMatchObject({ callDepth: depth + 1 });
      id = child?.id ?? '';
    }
    await shop.run(id);
    expect(await outputOf(shop, workflow, id)).toMatchObject({ status: 'failed', code: 'calls_too_deep' });
    expect(await childrenOf(id)).toHaveLength(0);
  });

  it('a run_workflow node in a dry run starts another dry run, and passes on the depth of the chain of events', async () => {
    const shop = workshop();
    const called = await workflowOf(chain({ a: call('a', { method: 'POST' }), end }));
    const workflow = await workflowOf(chain({ sub: run(called.id, { input: { n: 1 } }) }));
    const id = await shop.accept(workflow, {}, true);
    await manager().update(WorkflowExecutionEntity, { id }, { chainDepth: 4 });
    await shop.run(id);
    const [child] = await childrenOf(id);
    expect(child).toMatchObject({ dryRun: true, chainDepth: 4 });
    await shop.run(child?.id ?? '');
    await waitFor(async () => (await shop.row(id)).wakes === 1, { what: 'the wake' });
    await shop.run(id);
    expect(await outputOf(shop, workflow, id)).toMatchObject({
      status: 'success',
      output: { status: 'success' },
    });
    expect(service.paths).toEqual([]);
  });
});
