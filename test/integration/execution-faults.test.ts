import { WorkflowExecutionEntity, WorkflowExecutionStateEntity } from '@app/entities';
import { Actor, DomainError } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService, hang } from '../factories/fake-service';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

/** So often may an execution be taken up without getting further, and once more: then it has ended. */
const MOST_TAKES = 6;

type Options = NonNullable<ConstructorParameters<typeof ExecutionWorkshop>[1]>;

const isEnd = (next: string) => next === 'success' || next === 'failed';
const failing = (error: unknown) => async () => {
  throw error;
};

/** Each time by a fresh job, as after a sweep. @returns how often it was taken up until it had ended */
async function takesOf(shop: ExecutionWorkshop, id: string): Promise<number> {
  for (let takes = 1; takes <= MOST_TAKES; takes++) {
    await shop.run(id).catch(() => undefined);
    if ((await shop.row(id)).status !== 'running') return takes;
  }
  return Infinity;
}

describe('executions that a fault of the service breaks off', () => {
  let database: TestDatabase;
  const workshops: ExecutionWorkshop[] = [];

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  afterEach(() => {
    for (const shop of workshops.splice(0)) shop.close();
  });

  const workshop = (options: Options = {}) => {
    const shop = new ExecutionWorkshop(database, options);
    workshops.push(shop);
    return shop;
  };
  const workflowOf = (definition: object) => aWorkflow(database.dataSource, { definition });
  const states = () => database.dataSource.getRepository(WorkflowExecutionStateEntity);

  /** Waits at a delay, then has `state` instead of what was saved. */
  const withState = async (shop: ExecutionWorkshop, change: (state: string) => string) => {
    const delay = { type: 'delay', config: { durationMs: 60_000 } };
    const id = await shop.accept(await workflowOf(chain({ pause: delay, x: set('x', 1) })));
    await shop.run(id);
    const { state } = await states().findOneByOrFail({ executionId: id });
    await states().update({ executionId: id }, { state: change(state ?? '') });
    await database.dataSource.manager.update(WorkflowExecutionEntity, id, { dueAt: new Date(0) });
    return id;
  };
  it.each(['invalid', 'not_found', 'conflict', 'forbidden'] as const)(
    'end at once where no further try would help: %s',
    async (kind) => {
      const shop = workshop();
      const { id: workflowId, revision } = await workflowOf(chain({}));
      const id = await shop.accept({ id: workflowId, revision });
      jest.spyOn(shop.store, 'save').mockRejectedValueOnce(new DomainError(kind, 'x', 'It cannot be.'));
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'failed', error: 'It cannot be.', dueAt: null });
      expect(shop.bus.told.at(-1)?.payload).toEqual({ workflowId, executionId: id, status: 'failed' });
    },
  );

  it('end at once where what was saved names a node that is not there', async () => {
    const shop = workshop();
    const id = await withState(shop, (state) =>
      state.replaceAll('"pause"', '"gone"').replace(/"untilMs":\d+/, '"untilMs":0'),
    );
    await shop.run(id);
    const row = await shop.row(id);
    expect([row.status, row.error]).toEqual(['failed', 'The workflow has no node gone.']);
  });

  it('end at once where the graph cannot be compiled', async () => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({ x: { type: 'of_yore', config: {} } })));
    await shop.run(id);
    const row = await shop.row(id);
    expect([row.status, row.error]).toEqual(['failed', expect.stringContaining('of_yore')]);
  });

  it('end after a bounded number of take-ups where what was saved cannot be read', async () => {
    const shop = workshop();
    const id = await withState(shop, () => '{"engine":{');
    expect(await takesOf(shop, id)).toBe(MOST_TAKES);
  });

  const typeError = new TypeError('x is undefined');
  it.each<[string, (shop: ExecutionWorkshop) => void]>([
    ['reading', ({ store }) => (store.load = failing(typeError))],
    ['writing', ({ store }) => (store.save = failing(typeError))],
    [
      'writing the end',
      ({ store }) => {
        const save = store.save.bind(store);
        store.save = async (write) => (isEnd(write.next) ? failing(typeError)() : save(write));
      },
    ],
  ])('end after a bounded number of take-ups where %s them always fails', async (_, breakIt) => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({ x: set('x', 1) })));
    breakIt(shop);
    expect(await takesOf(shop, id)).toBe(MOST_TAKES);
    expect(await shop.row(id)).toMatchObject({ status: 'failed', dueAt: null, claimedBy: null });
    expect((await shop.row(id)).error).toContain('fault of the service');
  });

  it('are tried for as long as it takes where the database is away, and the fault is thrown', async () => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({})));
    const load = shop.store.load.bind(shop.store);
    shop.store.load = failing(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    for (let take = 0; take < 2 * MOST_TAKES; take++) {
      await expect(shop.run(id, { attempt: take + 1 })).rejects.toThrow('ECONNREFUSED');
    }
    shop.store.load = load;
    await shop.run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'success' });
  });

  it('go on after a fault that was not for ever', async () => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({ x: set('x', 1) })));
    jest.spyOn(shop.store, 'save').mockRejectedValueOnce(typeError);
    await expect(shop.run(id)).rejects.toBe(typeError);
    expect(await shop.row(id)).toMatchObject({ status: 'running', revivals: 1 });
    // Whoever is next need not wait for anything.
    await workshop().run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'success' });
  });

  it('are left alone where another worker has them', async () => {
    const service = new FakeService();
    service.on('a', hang);
    const first = workshop({ ports: { http: service } });
    const id = await first.accept(await workflowOf(chain({ a: call('a') })));
    const run = first.run(id);
    await waitFor(() => service.paths.includes('a'), { what: 'the request' });
    const second = workshop();
    second.store.load = failing(typeError);
    expect(await takesOf(second, id)).toBe(Infinity);
    expect(await first.row(id)).toMatchObject({ claimedBy: first.identity.id, revivals: 0 });
    await first.control.cancel(Actor.user(7, 'operator', 'ada'), (await first.row(id)).workflowId, id);
    await run;
  });
});
