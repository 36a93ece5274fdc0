import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExecutionRequest, WorkflowHasChanged } from '@app/domain/testing';
import { dialectSql, inTransaction, WorkflowEntity, WorkflowExecutionEntity } from '@app/entities';
import { FixedClock, newId, runInRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { aWorkflow } from '../factories/a-workflow';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { waitsForLock } from '../factories/waits-for-lock';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');

describe('the intake of executions', () => {
  let database: TestDatabase;
  let workflowId: string;
  let shop: ExecutionWorkshop;
  const clock = new FixedClock(NOW);

  beforeAll(async () => {
    database = await openDatabase();
    ({ id: workflowId } = await aWorkflow(database.dataSource));
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    shop = new ExecutionWorkshop(database, {
      clock,
      environment: { LIMIT_EXECUTION_RECORD_CHARACTERS: 1000 },
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    shop.close();
  });

  const request = (overrides: Partial<ExecutionRequest> = {}): ExecutionRequest => ({
    workflowId,
    revision: 3,
    trigger: 'manual',
    triggerData: { input: 1 },
    ...overrides,
  });
  const published = () => shop.bus.told.map(({ payload }) => payload);
  const rowOf = (id: string) => database.dataSource.manager.findOneBy(WorkflowExecutionEntity, { id });
  const triggerDataOf = async (id: string) => {
    const sql = 'SELECT trigger_data AS text FROM workflow_execution WHERE id = ?';
    const [row] = await dialectSql.query<{ text: string }>(database.dataSource.manager, sql, [id]);
    return row?.text ?? '';
  };

  it('the intake stores an execution, publishes an event and adds a job', async () => {
    const { intake } = shop;
    const asked = request({ dryRun: true });
    const id = await runInRequest('request-1', () => intake.accept(asked));
    expect(await rowOf(id)).toEqual({
      id,
      workflowId: asked.workflowId,
      revision: 3,
      status: 'running',
      trigger: 'manual',
      startedAt: new Date(NOW),
      finishedAt: null,
      dueAt: new Date(NOW),
      version: 0,
      claimedBy: null,
      claimedUntil: null,
      recoveries: 0,
      dryRun: true,
      retryOf: null,
      error: null,
      requestId: 'request-1',
      chainDepth: 0,
      serialNumber: null,
      wakes: 0,
      parentId: null,
      callDepth: 0,
    });
    expect(await triggerDataOf(id)).toBe('{"input":1}');
    expect(published()).toEqual([{ workflowId: asked.workflowId, executionId: id, status: 'running' }]);
    await nextTurn();
    expect(shop.queued).toMatchObject([
      { jobId: `run-executions-${id}-0`, requestId: 'request-1', payload: { executionIds: [id] } },
    ]);
  });

  it('the intake inserts concurrent executions in batches, and returns to each caller the id of its execution', async () => {
    const { intake } = shop;
    const asked = Array.from({ length: 700 }, (_, number) => request({ triggerData: { number } }));
    const inserts = jest.spyOn(dialectSql, 'insert');
    const ids = await Promise.all(asked.map((one) => intake.accept(one)));
    expect(inserts).toHaveBeenCalledTimes(2);
    expect(new Set(ids).size).toBe(700);
    for (const number of [0, 499, 500, 699])
      expect(await triggerDataOf(ids[number] ?? '')).toBe(JSON.stringify({ number }));
    await waitFor(() => shop.queued.length === 14, { what: 'all executions to be queued' });
    expect(shop.queued.flatMap(({ payload }) => payload.executionIds)).toEqual(ids);
  });

  it('the intake queues up to fifty small executions in one job, and each large one in its own job', async () => {
    shop.close();
    shop = new ExecutionWorkshop(database, { clock });
    const { intake } = shop;
    const sizes = [...Array<number>(51).fill(10), 190_000, 20_000, 300_000, 10];
    const ids = await Promise.all(
      sizes.map((size) => intake.accept(request({ triggerData: 'x'.repeat(size) }))),
    );
    await nextTurn();
    const batches = shop.queued.map(({ payload }) => payload.executionIds.map((id) => ids.indexOf(id)));
    expect(batches).toEqual([Array.from({ length: 50 }, (_, index) => index), [50, 51], [52], [53], [54]]);
    expect(shop.queued.map(({ jobId }) => jobId === undefined)).toEqual([true, true, false, false, false]);
  });

  it('the intake queues executions together if they are accepted within milliseconds, and flushes the queue at shutdown', async () => {
    const first = await shop.intake.accept(request());
    await nextTurn();
    const others = [await shop.intake.accept(request()), await shop.intake.accept(request())];
    shop.dispatcher.accepted(others.map((id) => ({ id, workflowId, characters: 2 })));
    shop.dispatcher.onModuleDestroy();
    const queued = shop.queued.map(({ payload }) => payload.executionIds);
    expect(queued.flat()).toEqual(expect.arrayContaining([first, ...others]));
    expect(queued.at(-1)).toEqual(expect.arrayContaining(others));
  });

  it('the intake accepts executions of unchanged workflows, and refuses executions of changed workflows in the same batch', async () => {
    const { manager } = database.dataSource;
    const aWorkflowReadAt = async (changedAtMs: number, enabled = true) => {
      const { id } = await aWorkflow(database.dataSource, { enabled, updatedAt: new Date(NOW) });
      return { asked: request({ workflowId: id }), changedAtMs };
    };
    const read = await Promise.all([
      aWorkflowReadAt(NOW),
      aWorkflowReadAt(NOW - 1),
      aWorkflowReadAt(NOW),
      aWorkflowReadAt(NOW, false),
    ]);
    read.push({ asked: request({ workflowId: newId() }), changedAtMs: NOW });
    const accepts = await Promise.allSettled([
      ...read.map(({ asked, changedAtMs }) => shop.intake.acceptUnchanged(asked, changedAtMs)),
      shop.intake.accept(request()),
    ]);
    const changed = { status: 'rejected', reason: expect.any(WorkflowHasChanged) as unknown };
    const accepted = { status: 'fulfilled' };
    expect(accepts).toMatchObject([accepted, changed, accepted, changed, changed, accepted]);
    const written = await Promise.all(
      read.map(({ asked: { workflowId: id } }) =>
        manager.countBy(WorkflowExecutionEntity, { workflowId: id }),
      ),
    );
    expect(written).toEqual([1, 0, 1, 0, 0]);
  });

  it.each<[string, (manager: EntityManager, id: string) => Promise<unknown>]>([
    ['disabled', (manager, id) => manager.update(WorkflowEntity, { id }, { enabled: false })],
    ['deleted', (manager, id) => manager.delete(WorkflowEntity, { id })],
  ])(
    'the intake waits for a concurrent change of the workflow, and refuses the execution if the workflow is %s afterwards',
    async (_what, change) => {
      const { dataSource } = database;
      const { id } = await aWorkflow(dataSource, { updatedAt: new Date(NOW) });
      const asked = await inTransaction(dataSource, async (manager) => {
        await change(manager, id);
        const accepted = shop.intake.acceptUnchanged(request({ workflowId: id }), NOW);
        accepted.catch(() => undefined);
        await waitFor(() => waitsForLock(dataSource, 'INSERT INTO workflow_execution%'), {
          what: 'the write to wait for the change',
        });
        return { accepted };
      });
      await expect(asked.accepted).rejects.toBeInstanceOf(WorkflowHasChanged);
      expect(await dataSource.manager.countBy(WorkflowExecutionEntity, { workflowId: id })).toBe(0);
    },
  );

  it('the intake refuses only the executions of deleted workflows in a batch', async () => {
    const { intake } = shop;
    const gone = newId();
    const asked = [request(), request({ workflowId: gone }), request()];
    const [first, refused, last] = await Promise.allSettled(asked.map((one) => intake.accept(one)));
    expect(refused).toMatchObject({ status: 'rejected', reason: { kind: 'not_found' } });
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled']);
    const within = inTransaction(database.dataSource, (manager) =>
      intake.acceptIn(manager, request({ workflowId: gone })),
    );
    await expect(within).rejects.toMatchObject({ kind: 'not_found' });
    expect(await database.dataSource.manager.countBy(WorkflowExecutionEntity, { workflowId: gone })).toBe(0);
  });

  it('the intake accepts an execution while the queue is down, unless a client waits for the answer', async () => {
    const { intake } = shop;
    shop.queueIsDown = true;
    const before = await database.dataSource.manager.count(WorkflowExecutionEntity);
    await expect(intake.accept(request({ clientWaits: true }))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await database.dataSource.manager.count(WorkflowExecutionEntity)).toBe(before);
    const id = await intake.accept(request());
    await nextTurn();
    expect(await rowOf(id)).toMatchObject({ status: 'running', dueAt: new Date(NOW) });
  });

  it("the intake writes within the caller's transaction, and queues the job after the commit", async () => {
    const { intake } = shop;
    const undone = inTransaction(database.dataSource, async (manager) => {
      await intake.acceptIn(manager, request());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const accepted = await inTransaction(database.dataSource, (manager) =>
      intake.acceptMany([request(), request()], manager),
    );
    expect([shop.queued, published()]).toEqual([[], []]);
    intake.announce(accepted);
    await nextTurn();
    expect(shop.queued.map(({ payload }) => payload)).toEqual([
      { executionIds: accepted.map(({ id }) => id) },
    ]);
    expect(await Promise.all(accepted.map(({ id }) => rowOf(id)))).toMatchObject([
      { status: 'running' },
      { status: 'running' },
    ]);
  });

  it.each([
    ['long text', { text: 'x'.repeat(5000) }],
    ['text with many escapes', { text: '"\\\n\0'.repeat(1000) }],
    ['astral characters', { text: '😀'.repeat(2000) }],
  ])('the intake replaces %s by a preview', async (_, triggerData) => {
    const { intake } = shop;
    const id = await intake.accept(request({ triggerData }));
    const text = await triggerDataOf(id);
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.length).toBeGreaterThan(900);
    const { truncated, preview } = JSON.parse(text) as { truncated: boolean; preview: string };
    expect(truncated).toBe(true);
    expect(JSON.stringify(triggerData).slice(0, 100)).toBe(preview.slice(0, 100));
  });

  it.each([
    ['missing data as null', undefined, null],
    ['text with a NUL character unchanged', { text: 'a\0b' }, { text: 'a\0b' }],
    ['text with half of a surrogate pair unchanged', { text: '\ud800' }, { text: '\ud800' }],
  ])('the intake stores %s', async (_, triggerData, kept) => {
    const id = await shop.intake.accept(request({ triggerData }));
    expect(JSON.parse(await triggerDataOf(id))).toEqual(kept);
  });
});
