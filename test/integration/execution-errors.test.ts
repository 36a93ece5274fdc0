import { WorkflowExecutionEntity, WorkflowExecutionStateEntity } from '@app/entities';
import { Actor, DomainError } from '@app/kernel';
import { call, chain, set } from '../factories/chain';
import type { ExecutionWorkshop } from '../factories/execution-workshop';
import { hang } from '../factories/fake-service';
import { useWorkshops } from '../factories/use-workshops';

/** The engine allows five recoveries without progress. The next attempt fails the execution. */
const MAX_ATTEMPTS = 6;

const isEnd = (next: string) => next === 'success' || next === 'failed';
const failing = (error: unknown) => async () => {
  throw error;
};

/**
 * Runs jobs for the execution one after another, as sweeps do, until the execution ends.
 * @returns the number of jobs
 */
async function attemptsOf(shop: ExecutionWorkshop, id: string): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await shop.run(id).catch(() => undefined);
    if ((await shop.row(id)).status !== 'running') return attempt;
  }
  return Infinity;
}

describe('executions that are interrupted by an internal error', () => {
  const shops = useWorkshops();
  const { workshop, workflowOf } = shops;
  const states = () => shops.database.dataSource.getRepository(WorkflowExecutionStateEntity);

  /** Runs an execution until it waits, and then changes its saved state. */
  const withState = async (shop: ExecutionWorkshop, change: (state: string) => string) => {
    const delay = { type: 'delay', config: { durationMs: 60_000 } };
    const id = await shop.accept(await workflowOf(chain({ pause: delay, x: set('x', 1) })));
    await shop.run(id);
    const { state } = await states().findOneByOrFail({ executionId: id });
    await states().update({ executionId: id }, { state: change(state ?? '') });
    await shops.database.dataSource.manager.update(WorkflowExecutionEntity, id, { dueAt: new Date(0) });
    return id;
  };
  it.each(['invalid', 'not_found', 'conflict', 'forbidden'] as const)(
    'interrupted executions fail at once if a retry cannot succeed: %s',
    async (kind) => {
      const shop = workshop();
      const { id: workflowId, revision } = await workflowOf(chain({}));
      const id = await shop.accept({ id: workflowId, revision });
      jest
        .spyOn(shop.store, 'save')
        .mockRejectedValueOnce(new DomainError(kind, 'x', 'The write was refused.'));
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({
        status: 'failed',
        error: { message: 'The write was refused.' },
        dueAt: null,
      });
      expect(shop.bus.told.at(-1)?.payload).toEqual({ workflowId, executionId: id, status: 'failed' });
    },
  );

  it('interrupted executions fail at once if the saved state names an unknown node', async () => {
    const shop = workshop();
    const id = await withState(shop, (state) =>
      state.replaceAll('"pause"', '"gone"').replace(/"untilMs":\d+/, '"untilMs":0'),
    );
    await shop.run(id);
    const row = await shop.row(id);
    expect([row.status, row.error?.message]).toEqual([
      'failed',
      'The workflow has no node with the id "gone".',
    ]);
  });

  it('interrupted executions fail at once if the graph cannot be compiled', async () => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({ x: { type: 'of_yore', config: {} } })));
    await shop.run(id);
    const row = await shop.row(id);
    expect([row.status, row.error?.message]).toEqual(['failed', expect.stringContaining('of_yore')]);
  });

  it('interrupted executions fail after a bounded number of attempts if the saved state is unreadable', async () => {
    const shop = workshop();
    const id = await withState(shop, () => '{"engine":{');
    expect(await attemptsOf(shop, id)).toBe(MAX_ATTEMPTS);
  });

  const typeError = new TypeError('x is undefined');
  it.each<[string, (shop: ExecutionWorkshop) => void]>([
    ['reading the execution', ({ store }) => (store.load = failing(typeError))],
    ['writing the execution', ({ store }) => (store.save = failing(typeError))],
    [
      'writing the end of the execution',
      ({ store }) => {
        const save = store.save.bind(store);
        store.save = async (write) => (isEnd(write.next) ? failing(typeError)() : save(write));
      },
    ],
  ])(
    'interrupted executions fail after a bounded number of attempts if %s always fails',
    async (_, breakIt) => {
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({ x: set('x', 1) })));
      breakIt(shop);
      expect(await attemptsOf(shop, id)).toBe(MAX_ATTEMPTS);
      expect(await shop.row(id)).toMatchObject({ status: 'failed', dueAt: null, claimedBy: null });
      expect((await shop.row(id)).error?.message).toContain('internal error');
    },
  );

  it('interrupted executions are retried without limit while the database is unreachable', async () => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({})));
    const load = shop.store.load.bind(shop.store);
    shop.store.load = failing(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    for (let failures = 0; failures < 2 * MAX_ATTEMPTS; failures++) {
      await expect(shop.run(id, { attempt: failures + 1 })).rejects.toThrow('ECONNREFUSED');
    }
    shop.store.load = load;
    await shop.run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'success' });
  });

  it('interrupted executions continue after a temporary error', async () => {
    const shop = workshop();
    const id = await shop.accept(await workflowOf(chain({ x: set('x', 1) })));
    jest.spyOn(shop.store, 'save').mockRejectedValueOnce(typeError);
    await expect(shop.run(id)).rejects.toBe(typeError);
    expect(await shop.row(id)).toMatchObject({ status: 'running', recoveries: 1 });
    // The claim has expired, so the next worker takes over at once.
    await workshop().run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'success' });
  });

  it('interrupted executions are not changed while another worker holds their claim', async () => {
    shops.service.on('a', hang);
    const first = workshop();
    const id = await first.accept(await workflowOf(chain({ a: call('a') })));
    const run = first.run(id);
    await shops.asked('a');
    const second = workshop();
    second.store.load = failing(typeError);
    expect(await attemptsOf(second, id)).toBe(Infinity);
    expect(await first.row(id)).toMatchObject({ claimedBy: first.identity.id, recoveries: 0 });
    await first.control.cancel(Actor.user(7, 'operator', 'ada'), (await first.row(id)).workflowId, id);
    await run;
  });
});
