import { OccurrenceEvaluationService } from '@app/domain';
import { ListenersService, OccurrencesService } from '@app/domain/testing';
import {
  inTransaction,
  RememberedValueEntity,
  SITE_OWNER,
  TriggerOccurrenceEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { FixedClock, SecretValues } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { occurrenceEvaluation } from '../factories/occurrence-evaluation';
import { aWorkflow } from '../factories/a-workflow';
import { loggedQueries } from '../factories/logged-queries';
import { triggerConditions } from '../factories/trigger-conditions';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

describe('the conditions of triggers', () => {
  const clock = new FixedClock(Date.parse('2026-05-01T10:00:00Z'));
  const environment = testEnvironment();
  const bus = { publish: () => undefined } as never;
  const secrets = new SecretValues({ KEY: 'open-sesame-42' }, { LIMIT: '25' });
  let database: TestDatabase;
  let evaluation: OccurrenceEvaluationService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    evaluation = occurrenceEvaluation(dataSource, environment, clock, {
      conditions: triggerConditions(dataSource, environment, clock, secrets),
    });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { manager } = database.dataSource;
    for (const entity of [
      RememberedValueEntity,
      TriggerOccurrenceEntity,
      WorkflowExecutionEntity,
      WorkflowEntity,
    ])
      await manager.deleteAll(entity);
  });

  const watching = (condition: string) =>
    aWorkflow(database.dataSource, {
      triggerType: 'state_change',
      triggerConfig: { watch: ['room.temp'], condition },
    });
  const remember = (owner: string, name: string, value: unknown, expiresAt: Date | null = null) =>
    database.dataSource.manager.insert(RememberedValueEntity, {
      owner,
      name,
      value: value as object,
      updatedAt: clock.now(),
      expiresAt,
    });

  /** Records that the point changed to 26, and evaluates the change. @returns the ids of the started workflows */
  async function started(): Promise<string[]> {
    const { dataSource } = database;
    const payload = { code: 'room.temp', value: 26, previous: 20, quality: 'good', timestamp: '' } as const;
    const change = { kind: 'state_change', name: 'room.temp', payload } as const;
    const occurrences = new OccurrencesService(clock, bus);
    await inTransaction(dataSource, (manager) => occurrences.record(manager, change));
    while ((await evaluation.evaluateNext()) > 0);
    const executions = await dataSource.manager.find(WorkflowExecutionEntity);
    return executions.map(({ workflowId }) => workflowId);
  }

  it('trigger conditions are parsed once per revision of a workflow, even if other workflows change', async () => {
    const { manager } = database.dataSource;
    const listeners = new ListenersService();
    const listening = async () => (await listeners.listening(manager, 'state_change')).matching('room.temp');
    const { id } = await watching('value > 20');
    const [kept] = await listening();
    const { id: other } = await watching('value > 21');
    const both = await listening();
    expect(both.map(({ workflowId }) => workflowId).toSorted()).toEqual([id, other].toSorted());
    expect(both.find(({ workflowId }) => workflowId === id)).toBe(kept);
    await manager.update(WorkflowEntity, { id }, { revision: 2 });
    await manager.delete(WorkflowEntity, { id: other });
    expect(await listening()).toMatchObject([{ workflowId: id, revision: 2 }]);
  });

  it('trigger conditions can read variables and remembered values', async () => {
    const conditions = {
      'value > Number(env.LIMIT)': true,
      "env.KEY === 'open-sesame-42'": true,
      'env.MISSING === undefined': true,
      "state.site.mode === 'away'": true,
      'state.workflow.count === 3': true,
      'state.workflow.mode === undefined': true,
      'state.site.expired === undefined': true,
      'state.site.current': true,
      'state.site.count === 3': false,
    };
    const nowMs = clock.nowMs();
    await remember(SITE_OWNER, 'mode', 'away');
    await remember(SITE_OWNER, 'expired', true, new Date(nowMs));
    await remember(SITE_OWNER, 'current', true, new Date(nowMs + 1000));
    const conditionOf = new Map<string, string>();
    for (const condition of Object.keys(conditions)) {
      const { id } = await watching(condition);
      await remember(id, 'count', 3);
      conditionOf.set(id, condition);
    }
    const expected = Object.entries(conditions).flatMap(([condition, isTrue]) => (isTrue ? [condition] : []));
    const found = (await started()).map((id) => conditionOf.get(id) ?? '');
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('trigger conditions read the values of their own workflow, with one query for all workflows', async () => {
    const one = await watching('state.workflow.mode === 1 && state.site.armed');
    const two = await watching('state.workflow.mode === 1 && state.site.armed');
    await remember(one.id, 'mode', 1);
    await remember(two.id, 'mode', 2);
    await remember(SITE_OWNER, 'armed', true);
    const queries = await loggedQueries(database.dataSource, async () =>
      expect(await started()).toEqual([one.id]),
    );
    expect(queries.filter((query) => query.includes('remembered_value'))).toHaveLength(1);
  });

  it('trigger conditions cause no query for remembered values if no condition reads them', async () => {
    const { id } = await watching("value > 25 && 'state.site' !== code");
    const queries = await loggedQueries(database.dataSource, async () =>
      expect(await started()).toEqual([id]),
    );
    expect(queries.filter((query) => query.includes('remembered_value'))).toEqual([]);
  });

  it('trigger conditions show no secrets in the log', async () => {
    const complained = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    await watching('JSON.parse(env.KEY)');
    expect(await started()).toEqual([]);
    const logged = JSON.stringify(complained.mock.calls);
    complained.mockRestore();
    expect(logged).toContain('condition of a trigger failed');
    expect(logged).not.toContain('sesame');
  });
});
