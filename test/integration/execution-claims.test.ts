// Runs on both profiles: locks and races differ.
import { DEFAULT_EXECUTION_TIMING, ExecutionClaims, WorkerIdentity } from '@app/domain/testing';
import { inTransaction, WorkflowExecutionEntity } from '@app/entities';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const LONG_AGO = new Date('2026-01-01T00:00Z');

describe('the claims of a worker on executions', () => {
  let database: TestDatabase;
  let workflowId: string;

  beforeAll(async () => {
    database = await openDatabase();
    ({ id: workflowId } = await aWorkflow(database.dataSource));
  });
  afterAll(() => database.drop());

  const claimed = (claimedBy: string) =>
    anExecution(database.dataSource, workflowId, { status: 'running', claimedBy, claimedUntil: LONG_AGO });
  const isRenewed = async (id: string) => {
    const { claimedUntil } = await database.dataSource.manager.findOneByOrFail(WorkflowExecutionEntity, {
      id,
    });
    return (claimedUntil ?? LONG_AGO) > LONG_AGO;
  };

  it('claims are renewed without waiting for locked rows and without changes to the claims of other workers', async () => {
    const identity = new WorkerIdentity();
    const [mine, locked, foreign] = [
      await claimed(identity.id),
      await claimed(identity.id),
      await claimed('other'),
    ];
    const ids = [mine.id, locked.id, foreign.id];
    const timing = { ...DEFAULT_EXECUTION_TIMING, checkEveryMs: 5, renewEveryMs: 5 };
    const bus = { subscribe: () => () => undefined };
    const claims = new ExecutionClaims(database.dataSource, bus as never, identity, timing);
    for (const id of ids) {
      claims.add(id, new AbortController().signal);
      claims.attach(id, { isClaimed: true, version: 1, lose: () => undefined } as never);
    }
    await inTransaction(database.dataSource, async (holding) => {
      await holding.findOne(WorkflowExecutionEntity, {
        where: { id: locked.id },
        lock: { mode: 'pessimistic_write' },
      });
      claims.onModuleInit();
      await waitFor(() => isRenewed(mine.id), { what: 'the claim that is not locked to be renewed' });
      claims.onApplicationShutdown();
    });
    expect(await isRenewed(foreign.id)).toBe(false);
  });
});
