import {
  AuditService,
  ExecutionHistoryService,
  ExecutionRetentionService,
  ConfigurationService,
  type WorkflowChanges,
  WorkflowEditingService,
  WorkflowsService,
} from '@app/domain';
import { IdempotencyService, RememberedValuesService } from '@app/domain/testing';
import {
  AuditEntryEntity,
  IdempotencyKeyEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
  WorkflowRevisionEntity,
  ScheduleEntity,
} from '@app/entities';
import { Actor, FixedClock, newId, say } from '@app/kernel';
import { anExecution } from '../factories/an-execution';
import { graphWith, setNode, workflowInput } from '../factories/workflow-inputs';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-01T10:30Z');
const DAY_MS = 24 * 3_600_000;
const ada = Actor.user(7, 'engineer', 'ada');
const PAGE = { page: 1, limit: 20 };

const idsOf = (executions: { id: string }[]) => executions.map(({ id }) => id).toSorted();
const result = (nodeId: string) => ({ nodeId, status: 'success', output: { 管: '✓' } });

describe('the history of executions', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let editing: WorkflowEditingService;
  let history: ExecutionHistoryService;
  let workflowId: string;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const audit = new AuditService(dataSource, clock);
    const environment = testEnvironment();
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
    const workflows = new WorkflowsService(dataSource, environment);
    const dispatcher = { changed: () => undefined };
    history = new ExecutionHistoryService(dataSource, workflows, editing, dispatcher as never, audit);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    clock.set(NOW);
    const { manager } = database.dataSource;
    for (const entity of [
      WorkflowExecutionEntity,
      WorkflowExecutionStateEntity,
      WorkflowExecutionResultsEntity,
      WorkflowRevisionEntity,
      WorkflowEntity,
    ]) {
      await manager.deleteAll(entity);
    }
    workflowId = (await editing.create(ada, workflowInput())).id;
  });

  const manager = () => database.dataSource.manager;
  const executed = (
    overrides: Partial<WorkflowExecutionEntity> = {},
    belongings: Parameters<typeof anExecution>[3] = {},
  ) =>
    anExecution(database.dataSource, overrides.workflowId ?? workflowId, overrides, {
      state: {},
      ...belongings,
    });
  /** Returns the ids of the remaining executions. Checks that every table has the same ids. */
  const kept = async () => {
    const executions = (await manager().find(WorkflowExecutionEntity)).map(({ id }) => id);
    const states = (await manager().find(WorkflowExecutionStateEntity)).map((row) => row.executionId);
    const results = (await manager().find(WorkflowExecutionResultsEntity)).map((row) => row.executionId);
    expect(states.toSorted()).toEqual(executions.toSorted());
    expect([...new Set(results)].toSorted()).toEqual(executions.toSorted());
    return executions.toSorted();
  };

  const prune = (limits: { days?: number; count?: number } = {}, signal = new AbortController().signal) => {
    const environment = testEnvironment({
      EXECUTION_RETENTION_DAYS: limits.days ?? 36_500,
      EXECUTION_RETENTION_COUNT: limits.count ?? 1_000_000,
    });
    const idempotency = new IdempotencyService(database.dataSource, clock);
    const remembered = new RememberedValuesService(database.dataSource, environment, clock);
    const retention = new ExecutionRetentionService(
      database.dataSource,
      environment,
      clock,
      idempotency,
      remembered,
    );
    return retention.prune(signal);
  };
  const ended = (daysAgo: number, overrides: Partial<WorkflowExecutionEntity> = {}) =>
    executed({ finishedAt: new Date(NOW - daysAgo * DAY_MS), ...overrides });
  const revisions = async () =>
    (await manager().find(WorkflowRevisionEntity, { order: { revision: 'ASC' } })).map(
      ({ revision }) => revision,
    );

  describe('lists', () => {
    it('the history lists the executions without reading states and results', async () => {
      await executed();
      const queries: string[] = [];
      const runner = database.dataSource.createQueryRunner();
      const spied = jest.spyOn(Object.getPrototypeOf(runner) as typeof runner, 'query');
      spied.mock.calls.length = 0;
      await history.list(workflowId, PAGE);
      queries.push(...spied.mock.calls.map(([sql]) => sql));
      spied.mockRestore();
      await runner.release();
      expect(queries.join('\n')).toContain('workflow_execution');
      expect(queries.join('\n')).not.toMatch(/workflow_execution_(data|results)/);
      expect(queries.length).toBeLessThanOrEqual(3);
    });
  });

  describe('one execution', () => {
    it('the history shows an execution with all results of its nodes in order', async () => {
      const results = [[result('start'), result('a')], [], [result('b')]];
      const execution = await executed({ status: 'failed', dryRun: true }, { triggerData: [1], results });
      const shown = await history.find(workflowId, execution.id);
      expect(shown).toMatchObject({
        id: execution.id,
        status: 'failed',
        error: say('other', { reason: 'it did not work' }),
        dryRun: true,
        triggerData: [1],
        nodeResults: results.flat(),
      });
    });
  });

  describe('deletion on request', () => {
    it('the history deletes executions by their ids, but skips running executions', async () => {
      const [one, two, stays] = [await executed(), await executed({ status: 'failed' }), await executed()];
      const running = await executed({ status: 'running' });
      const ids = [one.id, two.id, two.id, running.id, newId()];
      expect(await history.removeEnded(ada, ids)).toBe(2);
      expect(await kept()).toEqual(idsOf([stays, running]));
      expect(await history.removeEnded(ada, ids)).toBe(0);
      expect(await history.removeEnded(ada, [])).toBe(0);
      const [entry] = await manager().find(AuditEntryEntity, {
        where: { action: 'executions.removed' },
        order: { id: 'ASC' },
      });
      expect(JSON.parse(entry?.before ?? '')).toEqual({ ids: idsOf([one, two]) });
    });

    it('the history deletes each execution only once if several callers delete it at the same time', async () => {
      const ids: string[] = [];
      for (let made = 0; made < 30; made++) ids.push((await executed()).id);
      const counts = await Promise.all([
        history.removeEnded(ada, ids),
        history.removeEnded(ada, ids.toReversed()),
        history.removeEnded(ada, ids.slice(10)),
      ]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    });

    it('the history deletes all executions of a deleted workflow, including running executions', async () => {
      const changes: WorkflowChanges = { trigger: { type: 'schedule', config: { cron: '* * * * *' } } };
      await editing.change(ada, workflowId, changes);
      await executed();
      await executed({ status: 'running' });
      const other = await editing.create(ada, workflowInput());
      const stays = await executed({ workflowId: other.id });
      await history.removeWorkflow(ada, workflowId);
      expect(await kept()).toEqual([stays.id]);
      expect(await manager().find(WorkflowEntity)).toMatchObject([{ id: other.id }]);
      expect(await manager().find(WorkflowRevisionEntity)).toMatchObject([{ workflowId: other.id }]);
      expect(await manager().count(ScheduleEntity)).toBe(0);
      await expect(history.removeWorkflow(ada, workflowId)).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('the history deletes the executions of a workflow in one transaction, either all or none', async () => {
      const execution = await executed();
      const removing = jest.spyOn(editing, 'remove').mockImplementationOnce(async (_actor, _id, inside) => {
        expect(await inside.existsBy(WorkflowExecutionEntity, { workflowId })).toBe(false);
        await inside.delete(WorkflowEntity, { id: workflowId });
        throw new Error('The deletion failed.');
      });
      await expect(history.removeWorkflow(ada, workflowId)).rejects.toThrow('The deletion failed.');
      removing.mockRestore();
      expect(await kept()).toEqual([execution.id]);
      expect(await manager().existsBy(WorkflowEntity, { id: workflowId })).toBe(true);
    });
  });

  describe('under the retention rules', () => {
    it('retention deletes executions some days after their end', async () => {
      await ended(91);
      await ended(90.001, { status: 'failed' });
      const stays = [await ended(90), await ended(1)];
      await prune({ days: 90 });
      expect(await kept()).toEqual(idsOf(stays));
    });

    it('retention keeps a limited number of the newest executions of each workflow', async () => {
      const other = await editing.create(ada, workflowInput());
      const mine = [];
      for (let made = 0; made < 7; made++) mine.push(await ended(0));
      const others = [await ended(50, { workflowId: other.id }), await ended(0, { workflowId: other.id })];
      await prune({ count: 3 });
      expect(await kept()).toEqual(idsOf([...mine.slice(4), ...others]));
    });

    it('retention never deletes executions that run or wait for another execution', async () => {
      const startedAt = new Date(NOW - 400 * DAY_MS);
      const running = await executed({ status: 'running', startedAt });
      const waiting = await executed({ status: 'running', startedAt: null, dueAt: null, serialNumber: 1 });
      await ended(2);
      const newest = await ended(1);
      await prune({ days: 1, count: 1 });
      expect(await kept()).toEqual(idsOf([running, waiting, newest]));
    });

    it('retention deletes executions in batches', async () => {
      const rows = Array.from({ length: 500 }, () => newId());
      const base = await ended(200);
      const { id: _, ...row } = base;
      await manager().insert(
        WorkflowExecutionEntity,
        rows.map((id) => ({ ...row, id, triggerData: '{}' })),
      );
      for (const table of [WorkflowExecutionStateEntity, WorkflowExecutionResultsEntity]) {
        await manager().insert(
          table,
          rows.map((executionId) => ({
            executionId,
            state: '{}',
            part: 1,
            results: '[]',
          })),
        );
      }
      const transactions = jest.spyOn(database.dataSource, 'transaction');
      await prune({ days: 100 });
      expect(await kept()).toEqual([]);
      // Two transactions delete up to 500 executions each. A third deletes idempotency keys.
      expect(transactions).toHaveBeenCalledTimes(3);
      transactions.mockRestore();
    });

    it('retention deletes an unused revision an hour after a newer revision replaced it', async () => {
      const save = async (value: number, minutesLater: number) => {
        clock.advance(minutesLater * 60_000);
        await editing.change(ada, workflowId, graphWith(setNode('set', value)));
      };
      for (let value = 1; value <= 5; value++) await save(value, 10);
      await executed({ revision: 2 });
      clock.set(NOW + 30 * 60_000 + 3_600_001);
      await prune();
      // Revision 3 was replaced 60 minutes and a millisecond ago. Revisions 4 and 5 were replaced later.
      expect(await revisions()).toEqual([2, 4, 5, 6]);
      clock.advance(DAY_MS);
      await prune();
      expect(await revisions()).toEqual([2, 6]);
    });

    it('retention deletes idempotency keys after a day', async () => {
      await manager().clear(IdempotencyKeyEntity);
      const row = { bodyHash: '', answer: {}, scope: 'trigger' };
      await manager().insert(IdempotencyKeyEntity, [
        { ...row, requestKey: 'old', createdAt: new Date(NOW - DAY_MS - 1) },
        { ...row, requestKey: 'fresh', createdAt: new Date(NOW - DAY_MS) },
      ]);
      await prune();
      expect(await manager().find(IdempotencyKeyEntity)).toMatchObject([{ requestKey: 'fresh' }]);
    });

    it('retention stops when it is aborted', async () => {
      await ended(200);
      await expect(prune({ days: 1 }, AbortSignal.abort())).rejects.toThrow('aborted');
      expect(await kept()).toHaveLength(1);
    });
  });
});
