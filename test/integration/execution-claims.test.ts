import { inTransaction, WorkflowExecutionEntity } from '@app/entities';
import { renewClaims } from '../../libs/domain/src/executions/claims.queries';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { openDatabase, type TestDatabase } from '../harness';

const LONG_AGO = new Date('2026-01-01T00:00Z');

describe('claims of executions', () => {
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

  it('are renewed of those that this worker has, without waiting for one that another has locked', async () => {
    const [mine, locked, foreign] = [await claimed('me'), await claimed('me'), await claimed('another')];
    const ids = [mine.id, locked.id, foreign.id];
    await inTransaction(database.dataSource, async (holding) => {
      await holding.findOne(WorkflowExecutionEntity, {
        where: { id: locked.id },
        lock: { mode: 'pessimistic_write' },
      });
      // Ends although the other transaction has not.
      await inTransaction(database.dataSource, (manager) => renewClaims(manager, 'me', ids, 30_000));
    });
    expect(await Promise.all(ids.map(isRenewed))).toEqual([true, false, false]);
  });
});
