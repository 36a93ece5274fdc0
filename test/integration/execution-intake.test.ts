import { setImmediate as nextTurn } from 'node:timers/promises';
import { executionStatusChanged, runExecution } from '@app/contracts';
import {
  AuditService,
  ExecutionAnnouncer,
  ExecutionControl,
  ExecutionIntake,
  type ExecutionRequest,
} from '@app/domain';
import { inTransaction, WorkflowExecutionDataEntity, WorkflowExecutionEntity } from '@app/entities';
import { Actor, DomainError, FixedClock, newId, runInRequest } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');

describe('accepting executions', () => {
  let database: TestDatabase;
  let transactions = 0;
  const queued: { jobId?: string; requestId?: string | null; payload: unknown }[] = [];
  const told: unknown[] = [];
  let queueIsDown = false;
  const clock = new FixedClock(NOW);

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const transaction = dataSource.transaction.bind(dataSource) as (...args: unknown[]) => Promise<unknown>;
    dataSource.transaction = ((...args: unknown[]) => {
      transactions++;
      return transaction(...args);
    }) as typeof dataSource.transaction;
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    transactions = 0;
    queueIsDown = false;
    queued.length = 0;
    told.length = 0;
  });

  const services = () => {
    const unavailable = () => new DomainError('unavailable', 'queue_unavailable', 'The queue is down.');
    const jobs = {
      assertReachable: () => {
        if (queueIsDown) throw unavailable();
      },
      enqueueMany: async (job: unknown, entries: typeof queued) => {
        expect(job).toBe(runExecution);
        if (queueIsDown) throw unavailable();
        queued.push(...entries);
      },
    };
    const bus = {
      publish: (event: unknown, payload: unknown) => {
        expect(event).toBe(executionStatusChanged);
        told.push(payload);
      },
    };
    const announcer = new ExecutionAnnouncer(jobs as never, bus as never);
    const environment = testEnvironment({ LIMIT_EXECUTION_RECORD_CHARACTERS: 1000 });
    const audit = new AuditService(database.dataSource, clock);
    return {
      intake: new ExecutionIntake(database.dataSource, announcer, clock, environment),
      control: new ExecutionControl(database.dataSource, announcer, audit, clock),
    };
  };
  const request = (overrides: Partial<ExecutionRequest> = {}): ExecutionRequest => ({
    workflowId: newId(),
    revision: 3,
    trigger: 'manual',
    triggerData: { input: 1 },
    ...overrides,
  });
  const rowOf = (id: string) => database.dataSource.manager.findOneBy(WorkflowExecutionEntity, { id });
  const dataOf = (id: string) =>
    database.dataSource.manager.findOneBy(WorkflowExecutionDataEntity, { executionId: id });

  it('writes one, tells of it and has it run', async () => {
    const { intake } = services();
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
      revivals: 0,
      dryRun: true,
      retryOf: null,
      error: null,
      requestId: 'request-1',
    });
    expect(await dataOf(id)).toEqual({ executionId: id, triggerData: '{"input":1}', state: null });
    expect(told).toEqual([{ workflowId: asked.workflowId, executionId: id, status: 'running' }]);
    expect(queued).toMatchObject([
      { jobId: `run-execution-${id}-0`, requestId: 'request-1', payload: { executionId: id } },
    ]);
  });

  it('gathers what is asked for at once into few transactions, and tells each its own', async () => {
    const { intake } = services();
    const asked = Array.from({ length: 700 }, (_, number) => request({ triggerData: { number } }));
    const ids = await Promise.all(asked.map((one) => intake.accept(one)));
    expect(transactions).toBe(2);
    expect(new Set(ids).size).toBe(700);
    for (const number of [0, 499, 500, 699])
      expect((await dataOf(ids[number] ?? ''))?.triggerData).toBe(JSON.stringify({ number }));
    expect(queued).toHaveLength(700);
  });

  it('writes nothing for a client while the queue is down, but what the service itself decides', async () => {
    const { intake } = services();
    queueIsDown = true;
    const before = await database.dataSource.manager.count(WorkflowExecutionEntity);
    for (const trigger of ['manual', 'webhook'] as const)
      await expect(intake.accept(request({ trigger }))).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await database.dataSource.manager.count(WorkflowExecutionEntity)).toBe(before);
    const id = await intake.accept(request({ trigger: 'schedule' }));
    await nextTurn();
    expect(await rowOf(id)).toMatchObject({ status: 'running', dueAt: new Date(NOW) });
  });

  it('belongs to the transaction that it is given', async () => {
    const { intake } = services();
    const undone = inTransaction(database.dataSource, async (manager) => {
      await intake.accept(request(), manager);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const accepted = await inTransaction(database.dataSource, (manager) =>
      intake.acceptMany([request(), request()], manager),
    );
    expect([queued, told]).toEqual([[], []]);
    intake.announce(accepted);
    expect(queued.map(({ payload }) => payload)).toEqual(accepted.map(({ id }) => ({ executionId: id })));
    expect(await Promise.all(accepted.map(({ id }) => rowOf(id)))).toMatchObject([
      { status: 'running' },
      { status: 'running' },
    ]);
  });

  it.each([
    ['long text', { text: 'x'.repeat(5000) }],
    ['text that grows by its escapes', { text: '"\\\n\0'.repeat(1000) }],
    ['astral characters', { text: '😀'.repeat(2000) }],
  ])('cuts %s, and says so', async (_, triggerData) => {
    const { intake } = services();
    const id = await intake.accept(request({ triggerData }));
    const text = (await dataOf(id))?.triggerData ?? '';
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.length).toBeGreaterThan(900);
    const { truncated, preview } = JSON.parse(text) as { truncated: boolean; preview: string };
    expect(truncated).toBe(true);
    expect(JSON.stringify(triggerData).slice(0, 100)).toBe(preview.slice(0, 100));
  });

  it.each([
    ['nothing', undefined, null],
    ['the character NUL', { text: 'a\0b' }, { text: 'a\0b' }],
    ['half of a surrogate pair', { text: '\ud800' }, { text: '\ud800' }],
  ])('keeps %s', async (_, triggerData, kept) => {
    const id = await services().intake.accept(request({ triggerData }));
    expect(JSON.parse((await dataOf(id))?.triggerData ?? '')).toEqual(kept);
  });

  describe('cancelling', () => {
    it('ends what runs as failed, with the reason, once', async () => {
      const { intake, control } = services();
      const asked = request();
      const id = await intake.accept(asked);
      told.length = 0;
      await control.cancel(ada, asked.workflowId, id);
      expect(await rowOf(id)).toMatchObject({
        status: 'failed',
        error: 'cancelled by ada',
        finishedAt: new Date(NOW),
        dueAt: null,
        version: 1,
      });
      expect(told).toEqual([{ workflowId: asked.workflowId, executionId: id, status: 'failed' }]);
      await expect(control.cancel(ada, asked.workflowId, id)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'execution_ended',
      });
    });

    it('does not find an execution of another workflow', async () => {
      const { intake, control } = services();
      const id = await intake.accept(request());
      await expect(control.cancel(ada, newId(), id)).rejects.toMatchObject({ kind: 'not_found' });
      expect(await rowOf(id)).toMatchObject({ status: 'running' });
    });
  });
});
