// Runs on MariaDB and Redis only: two workers write at once.
import { RememberedValuesService } from '@app/domain/testing';
import { createDataSource, RememberedValueEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import type { Json, RememberPortChange, RememberPortResult } from '@app/workflow-engine';
import type { DataSource } from 'typeorm';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { chain } from '../factories/chain';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const CHANGES = 60;
const ROUNDS = CHANGES / 2;

type Change = Pick<RememberPortChange, 'name' | 'operation'> & Partial<RememberPortChange>;

const times = (count: number, changeOf: (index: number) => Change) =>
  Array.from({ length: count }, (_, index) => changeOf(index));
const ascending = (values: readonly Json[]) => values.map(Number).toSorted((one, other) => one - other);

/** A service serializes its own changes of a value, so only changes of different services meet in the database. */
const inOrder = (values: readonly unknown[]) => values.map(String).toSorted((a, b) => a.localeCompare(b));

describe('values that two workers remember at the same time', () => {
  const clock = new FixedClock(NOW);
  const environment = testEnvironment({ LIMIT_REMEMBERED_NAMES: 1000 });
  let database: TestDatabase;
  let second: DataSource;
  let workers: RememberedValuesService[];
  let workflowId: string;

  beforeAll(async () => {
    database = await openDatabase();
    second = await createDataSource(database.url).initialize();
    workers = [database.dataSource, second].map(
      (source) => new RememberedValuesService(source, environment, clock),
    );
    workflowId = (await aWorkflow(database.dataSource, { definition: chain({}) })).id;
  });
  beforeEach(async () => {
    clock.set(NOW);
    await database.dataSource.manager.deleteAll(RememberedValueEntity);
  });
  afterAll(async () => {
    await second.destroy();
    await database.drop();
  });

  /**
   * Makes all changes at the same time, each in its own execution. Changes with an even index are made by the first
   * worker, and the others by the second.
   */
  const make = async (changes: readonly Change[]): Promise<RememberPortResult[]> => {
    const executions: { id: string }[] = [];
    // One at a time, because so many inserts at once would exhaust the pool on a busy machine.
    for (let left = changes.length; left > 0; left--) {
      executions.push(await anExecution(database.dataSource, workflowId, { status: 'running' }));
    }
    return Promise.all(
      workers.flatMap((worker, turn) =>
        changes.flatMap((change, index) => {
          const execution = { id: executions[index]?.id ?? '', workflowId };
          const isOurs = index % workers.length === turn;
          return isOurs ? [worker.change({ scope: 'site', execution, stepKey: 'k', ...change })] : [];
        }),
      ),
    );
  };
  const stored = async () => {
    const rows = await database.dataSource.manager.find(RememberedValueEntity);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  };

  const STATES: [string, Partial<Change> | undefined, number][] = [
    ['a new name', undefined, 0],
    ['an existing name', {}, 10],
    ['an expired value', { expiresInMs: 1000 }, 0],
  ];
  const prepare = async (names: readonly string[], earlier: Partial<Change> | undefined, value: Json) => {
    if (!earlier) return;
    await make(names.map((name) => ({ name, operation: 'set', value, ...earlier })));
    clock.advance(1000);
  };

  it.each(STATES)('remembered values count every addition to %s', async (_, earlier, start) => {
    await prepare(['runs'], earlier, 10);
    const results = await make(times(CHANGES, () => ({ name: 'runs', operation: 'add', value: 1 })));
    const counts = Array.from({ length: CHANGES }, (__, index) => start + index + 1);
    expect(ascending(results.map(({ value }) => value))).toEqual(counts);
    expect(await stored()).toEqual({ runs: start + CHANGES });
  });

  it.each(STATES)(
    'remembered values let only one worker succeed with compareAndSet for %s',
    async (_, earlier, start) => {
      const names = times(ROUNDS, (index) => ({ name: `lock-${index}`, operation: 'set' })).map(
        ({ name }) => name,
      );
      await prepare(names, earlier, 10);
      const expected = start === 0 ? null : start;
      const results = await make(
        names.flatMap((name) =>
          workers.map((__, worker) => ({
            name,
            operation: 'compareAndSet' as const,
            expected,
            value: `worker ${worker}`,
          })),
        ),
      );
      const winners = results.filter(({ changed }) => changed).map(({ value }) => value);
      expect(winners).toHaveLength(ROUNDS);
      const losers = results.filter(({ changed }) => !changed).map(({ value }) => value);
      expect(inOrder(losers)).toEqual(inOrder(winners));
      expect(inOrder(Object.values(await stored()))).toEqual(inOrder(winners));
    },
  );

  it('remembered values lose no addition while another worker clears them', async () => {
    const changes = times(CHANGES, (index): Change =>
      index % 2 === 0 ? { name: 'runs', operation: 'add', value: 1 } : { name: 'runs', operation: 'clear' },
    );
    const results = await make(changes);
    const cleared = results.slice(ROUNDS).reduce((sum, { previous }) => sum + Number(previous ?? 0), 0);
    expect(cleared + Number((await stored())['runs'] ?? 0)).toBe(ROUNDS);
  });
});
