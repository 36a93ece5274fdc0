import { WorkflowExecutionEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const seconds = (count: number) => new Date(NOW + count * 1000);
const LONG_AGO = new Date('2026-01-01T00:00Z');
/** An expiry in the future. Claims expire by the clock of the database, which shows the real time. */
const NOT_YET = new Date('2999-01-01T00:00Z');

describe('the search for overdue executions', () => {
  let database: TestDatabase;
  let shop: ExecutionWorkshop;
  let workflowId: string;
  const clock = new FixedClock(NOW);

  beforeAll(async () => {
    database = await openDatabase();
    ({ id: workflowId } = await aWorkflow(database.dataSource));
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.dataSource.manager.clear(WorkflowExecutionEntity);
    shop = new ExecutionWorkshop(database, { clock });
  });
  afterEach(() => shop.close());

  const stored = (overrides: Partial<WorkflowExecutionEntity>) =>
    anExecution(database.dataSource, workflowId, { status: 'running', dueAt: seconds(-60), ...overrides });
  const found = async () => (await shop.overdue.next()).flatMap(({ payload }) => payload.executionIds);

  it.each<[string, boolean, Partial<WorkflowExecutionEntity>]>([
    ['was due a minute ago', true, {}],
    ['was due a moment ago', false, { dueAt: seconds(-5) }],
    ['waits', false, { dueAt: seconds(60) }],
    ['has ended', false, { status: 'failed', dueAt: null }],
    ['has a valid claim', false, { claimedBy: 'w', claimedUntil: NOT_YET }],
    ['has an expired claim', true, { claimedBy: 'w', claimedUntil: LONG_AGO }],
  ])('whether the search finds an execution that %s: %s', async (_, isFound, overrides) => {
    const { id } = await stored(overrides);
    expect(await found()).toEqual(isFound ? [id] : []);
  });

  it('the search returns the request id, and a job id that contains the version', async () => {
    const { id } = await stored({ version: 7, requestId: 'request-1' });
    expect(await shop.overdue.next()).toEqual([
      { payload: { executionIds: [id] }, jobId: `run-executions-${id}-7`, requestId: 'request-1' },
    ]);
  });

  it('the search returns all overdue executions in pages, and then starts from the beginning', async () => {
    clock.set(NOW - 60_000);
    const requests = Array.from({ length: 5600 }, () => ({
      workflowId,
      revision: 1,
      trigger: 'schedule' as const,
      triggerData: null,
    }));
    const accepted = await database.dataSource.transaction((manager) =>
      shop.intake.acceptMany(requests, manager),
    );
    clock.set(NOW);
    const [first, second, third] = [await found(), await found(), await found()];
    expect([first.length, second.length, third.length]).toEqual([5000, 600, 5000]);
    expect(new Set([...first, ...second])).toEqual(new Set(accepted.map(({ id }) => id)));
    expect(third).toEqual(first);
  });
});
