import {
  deleteExecutions,
  insertWait,
  ListenersService,
  meetWaits,
  type NewWait,
  type WaitsService,
} from '@app/domain/testing';
import { ExecutionWaitEntity, inTransaction } from '@app/entities';
import { chunksOf, FixedClock, newId } from '@app/kernel';
import type { WaitPortRequest } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { rowsRead } from '../factories/rows-read';
import { waitsService } from '../factories/wait-services';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const WAITS = 300;

const metOf = (executionId: string) => [{ executionId, stepKey: `${executionId}-wait`, data: '1' }];

describe('the index of waits for occurrences', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let waits: WaitsService;
  let listeners: ListenersService;
  let workflowId: string;

  beforeAll(async () => {
    database = await openDatabase();
    waits = waitsService(database.dataSource, testEnvironment({}), clock);
    ({ id: workflowId } = await aWorkflow(database.dataSource));
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    clock.set(NOW);
    listeners = new ListenersService();
  });
  afterEach(async () => {
    const { manager } = database.dataSource;
    await manager.deleteAll(ExecutionWaitEntity);
  });

  const manager = () => database.dataSource.manager;
  const matching = async (code: string) =>
    (await listeners.waiting(manager(), 'state_change')).matching(code).map(({ stepKey }) => stepKey);
  const running = async () => {
    const id = newId();
    await anExecution(database.dataSource, workflowId, {
      id,
      status: 'running',
      finishedAt: null,
      dueAt: new Date(NOW),
    });
    return id;
  };
  const rowOf = (executionId: string): NewWait => ({
    executionId,
    stepKey: `${executionId}-wait`,
    kind: 'points',
    status: 'waiting',
    nodeId: 'wait',
    tokenHash: null,
    forAll: false,
    names: ['AHU1.Temp'],
    expression: 'value > 26',
    given: {},
    data: null,
    createdAt: new Date(NOW),
    expiresAt: new Date(NOW + 60_000),
  });
  const requestOf = (executionId: string): WaitPortRequest => ({
    target: { kind: 'points', watch: ['AHU1.Temp'], condition: 'value > 26', given: {} },
    timeoutMs: 60_000,
    key: `${executionId}-wait`,
    startedAtMs: NOW,
    nodeId: 'wait',
    execution: { id: executionId, workflowId },
  });

  it('the index of waits needs one short read if no wait has changed, for any number of waits', async () => {
    const template = rowOf(newId());
    const rows = Array.from({ length: WAITS }, () => {
      const executionId = newId();
      return { ...template, executionId, stepKey: `${executionId}-wait`, countsFrom: new Date(NOW) };
    });
    for (const part of chunksOf(rows, 500)) await manager().insert(ExecutionWaitEntity, part);
    const executionId = await running();
    await waits.ask(requestOf(executionId));
    expect(await matching('AHU1.Temp')).toHaveLength(WAITS + 1);
    const { result, reads } = await rowsRead(database.dataSource, async (counted) => {
      const index = await listeners.waiting(counted.manager, 'state_change');
      return index.matching('AHU1.Temp').length;
    });
    expect(result).toBe(WAITS + 1);
    expect(reads).toHaveLength(1);
    expect(reads[0]).toBeLessThan(5);
  });

  it('the index of waits includes a wait as soon as its transaction is committed', async () => {
    const [first, second] = [await running(), await running()];
    await inTransaction(database.dataSource, async (tx) => {
      await insertWait(tx, rowOf(first), 0);
      expect(await matching('AHU1.Temp')).toEqual([]);
    });
    expect(await matching('AHU1.Temp')).toEqual([`${first}-wait`]);
    await waits.ask(requestOf(second));
    expect(new Set(await matching('AHU1.Temp'))).toEqual(new Set([`${first}-wait`, `${second}-wait`]));
  });

  it('the index of waits includes all of many waits that begin while the index is read', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 40; index++) ids.push(await running());
    const progress = { isDone: false };
    const begun = Promise.all(ids.map((id) => waits.ask(requestOf(id)))).finally(
      () => (progress.isDone = true),
    );
    while (!progress.isDone) await matching('AHU1.Temp');
    await begun;
    expect(await matching('AHU1.Temp')).toHaveLength(ids.length);
  });

  it.each<[string, (executionId: string) => Promise<unknown>]>([
    [
      'is met',
      (executionId) => inTransaction(database.dataSource, (tx) => meetWaits(tx, metOf(executionId), NOW)),
    ],
    [
      'times out',
      (executionId) => {
        clock.advance(60_000);
        return waits.ask(requestOf(executionId));
      },
    ],
    [
      'is deleted with its execution',
      (executionId) => inTransaction(database.dataSource, (tx) => deleteExecutions(tx, [executionId])),
    ],
  ])('the index of waits does not include a wait that %s after another wait has begun', async (_, end) => {
    const [first, second] = [await running(), await running()];
    await waits.ask(requestOf(first));
    expect(await matching('AHU1.Temp')).toHaveLength(1);
    await end(first);
    clock.set(NOW);
    await waits.ask(requestOf(second));
    expect(await matching('AHU1.Temp')).toEqual([`${second}-wait`]);
  });

  it('transactions can end waits of the same kind at the same time', async () => {
    const [first, second] = [await running(), await running()];
    for (const id of [first, second]) await waits.ask(requestOf(id));
    const woken = await inTransaction(database.dataSource, async (tx) => {
      await meetWaits(tx, metOf(first), NOW);
      return inTransaction(database.dataSource, (other) => meetWaits(other, metOf(second), NOW));
    });
    expect(woken.map(({ id }) => id)).toEqual([second]);
  });

  it('only one transaction can end a wait, even if the index still includes the wait', async () => {
    const id = await running();
    await waits.ask(requestOf(id));
    const meet = () => inTransaction(database.dataSource, (tx) => meetWaits(tx, metOf(id), NOW));
    expect(await meet()).toHaveLength(1);
    expect(await meet()).toEqual([]);
  });

  it('the index of waits checks a wait for points again after its registration, even if the registration was late', async () => {
    const id = await running();
    clock.set(NOW + 20_000);
    expect(await waits.ask(requestOf(id))).toEqual({ status: 'waiting', checkAtMs: NOW + 25_000 });
  });
});
