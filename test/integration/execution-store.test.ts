import { say } from '@app/kernel';
// Runs on both profiles: locks and races differ.
import { type ExecutionWrite, lockRunning, updateExecutions } from '@app/domain/testing';
import { createDataSource, inTransaction, OutcomeUnknown, WorkflowExecutionEntity } from '@app/entities';
import type { DataSource } from 'typeorm';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService, ok } from '../factories/fake-service';
import { TcpRelay } from '../factories/tcp-relay';
import { waitsForLock } from '../factories/waits-for-lock';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const COMMIT = /COMMIT(?!TED)/;
const [FIRST_MS, SECOND_MS] = [Date.parse('2030-01-01T00:00:00Z'), Date.parse('2031-01-01T00:00:00Z')];

type Next = Pick<ExecutionWrite, 'next'> & Partial<ExecutionWrite>;

describe('the store of executions', () => {
  const service = new FakeService();
  let database: TestDatabase;
  let relay: TcpRelay;
  let dataSource: DataSource;
  let shop: ExecutionWorkshop;
  let workflowId: string;
  let id: string;

  beforeAll(async () => {
    database = await openDatabase();
    relay = await TcpRelay.before(database.url);
  });
  beforeEach(async () => {
    dataSource = await createDataSource(relay.url, 3).initialize();
    shop = new ExecutionWorkshop({ ...database, dataSource }, { ports: { http: service } });
    const workflow = await aWorkflow(database.dataSource, { definition: chain({ a: call('a') }) });
    workflowId = workflow.id;
    id = await shop.accept(workflow);
    shop.dispatcher.onModuleDestroy();
  });
  afterEach(async () => {
    shop.close();
    await dataSource.destroy();
  });
  afterAll(async () => {
    await relay.cut();
    await database.drop();
  });

  const row = () => database.dataSource.manager.findOneByOrFail(WorkflowExecutionEntity, { id });
  const write = (next: Next): ExecutionWrite => ({
    id,
    workflowId,
    version: 0,
    results: [],
    part: 0,
    ...next,
  });
  const wait = (dueAtMs: number, version: number) => write({ next: 'wait', dueAtMs, version });
  /** Saves the write on a connection that loses the response to the commit. */
  const saveUnanswered = async (lost: ExecutionWrite) => {
    relay.loseAnswers(COMMIT);
    await expect(shop.store.save(lost)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect((await row()).version).toBe(lost.version + 1);
  };

  it('the execution store refuses a write with an outdated version of a running execution', async () => {
    expect(await shop.store.save(wait(FIRST_MS, 0))).toBe(true);
    expect(await shop.store.save(wait(SECOND_MS, 0))).toBe(false);
    expect(await row()).toMatchObject({ status: 'running', version: 1, dueAt: new Date(FIRST_MS) });
    expect(await shop.store.save(wait(SECOND_MS, 1))).toBe(true);
  });

  it('the execution store locks the executions of a batch in the order of their ids', async () => {
    const shared = database.dataSource;
    const [low = '', high = ''] = [id, await shop.accept(await aWorkflow(shared))].sort();
    const by = { holder: 'w', claimMs: 1000, atMs: FIRST_MS };
    const batch = [{ ...wait(FIRST_MS, 0), id: high }, write({ next: 'claim', id: low })];
    const [saving, free] = await inTransaction(shared, async (manager) => {
      await lockRunning(manager, [low]);
      const saved = inTransaction(shared, (other) => updateExecutions(other, batch, by));
      await waitFor(() => waitsForLock(shared, '%workflow_execution%'), { what: 'the lock' });
      const unlocked = `SELECT id FROM workflow_execution WHERE id = '${high}' FOR UPDATE SKIP LOCKED`;
      return [{ saved }, await manager.query<unknown[]>(unlocked)];
    });
    expect(free).toHaveLength(1);
    expect(await saving.saved).toBe(true);
  });

  it.each<Next>([
    { next: 'claim' },
    { next: 'recover' },
    { next: 'wait', dueAtMs: FIRST_MS },
    { next: 'release' },
    { next: 'success' },
    { next: 'failed', error: say('no_reason') },
  ])('the execution store accepts a repeated write whose first response was lost: $next', async (next) => {
    await saveUnanswered(write(next));
    expect(await shop.store.save(write(next))).toBe(false);
    expect(await shop.store.save(write(next), true)).toBe(true);
    expect((await row()).version).toBe(1);
  });

  it.each<[string, Next, Next]>([
    ['a claim', { next: 'claim' }, { next: 'claim' }],
    ['a wait', { next: 'wait', dueAtMs: FIRST_MS }, { next: 'wait', dueAtMs: SECOND_MS }],
    ['a wait after a claim', { next: 'wait', dueAtMs: FIRST_MS }, { next: 'claim' }],
    [
      'an end',
      { next: 'failed', error: say('no_reason') },
      { next: 'failed', error: say('cancelled_by', { name: 'ada' }) },
    ],
  ])(
    'the execution store refuses a repeated write if another worker wrote first: %s',
    async (_, own, foreign) => {
      const other = new ExecutionWorkshop(database);
      await other.store.save(write(foreign));
      other.close();
      expect(await shop.store.save(write(own), true)).toBe(false);
    },
  );

  it('the execution store refuses a repeated write if a newer version has followed it', async () => {
    await saveUnanswered(wait(FIRST_MS, 0));
    const other = new ExecutionWorkshop(database);
    await other.store.save(wait(SECOND_MS, 1));
    other.close();
    expect(await shop.store.save(wait(FIRST_MS, 0), true)).toBe(false);
  });

  it.each([
    ['the claim before an effect', true],
    ['the end after an effect', false],
  ])(
    'the execution store finishes an execution in one attempt if the response to a commit is lost: %s',
    async (_, isBefore) => {
      service.requests.splice(0);
      if (isBefore) relay.loseAnswers(COMMIT);
      service.on('a', () => {
        if (!isBefore) relay.loseAnswers(COMMIT);
        return ok();
      });
      await shop.run(id);
      expect(await row()).toMatchObject({ status: 'success', version: 2, recoveries: 0, claimedBy: null });
      expect(shop.bus.told.at(-1)?.payload).toMatchObject({ status: 'success' });
      expect(service.paths).toEqual(['a']);
    },
  );
});
