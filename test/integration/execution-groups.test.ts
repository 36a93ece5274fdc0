import type { TakeUp } from '@app/domain';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService } from '../factories/fake-service';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

describe('executions that travel in one job', () => {
  const service = new FakeService();
  let database: TestDatabase;
  let shop: ExecutionWorkshop;

  beforeAll(async () => {
    database = await openDatabase();
    shop = new ExecutionWorkshop(database, { ports: { http: service } });
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });
  beforeEach(() => {
    shop.queued.splice(0);
    service.requests.splice(0);
  });
  afterEach(() => jest.restoreAllMocks());

  const accepted = async (...definitions: object[]) => {
    const ids: string[] = [];
    for (const definition of definitions)
      ids.push(await shop.accept(await aWorkflow(database.dataSource, { definition })));
    shop.announcer.onModuleDestroy();
    shop.queued.splice(0);
    return ids;
  };
  const run = (ids: string[], takeUp: Partial<TakeUp> = {}) =>
    shop.groups.run(ids, { attempt: 1, stalls: 0, signal: new AbortController().signal, ...takeUp });
  const statuses = async (ids: string[]) => {
    const rows = await Promise.all(ids.map((id) => shop.row(id)));
    return rows.map(({ status }) => status);
  };
  const computing = chain({ x: set('x', 1) });

  it('go on beside each other, so that none waits for another', async () => {
    const release = service.hold('held');
    const ids = await accepted(chain({ x: call('held') }), computing, computing);
    const over = run(ids);
    const areThrough = async () => (await statuses(ids)).join() === 'running,success,success';
    await waitFor(areThrough, { what: 'the end of those that only compute' });
    release();
    await over;
    expect(await statuses(ids)).toEqual(['success', 'success', 'success']);
  });

  it.each<[string, Partial<TakeUp>]>([
    ['worker died', { stalls: 1 }],
    ['job failed', { attempt: 2 }],
  ])('are parted where their %s: each is taken up by itself', async (_what, takeUp) => {
    const ids = await accepted(computing, computing);
    await run(ids, takeUp);
    expect(await statuses(ids)).toEqual(['running', 'running']);
    expect(shop.queued).toEqual(
      ids.map((id) => ({ payload: { executionIds: [id] }, jobId: `run-executions-${id}-apart` })),
    );
    for (const id of ids) await shop.run(id);
    expect(await statuses(ids)).toEqual(['success', 'success']);
    // None of them is counted as one that its worker died of.
    for (const id of ids) expect(await shop.row(id)).toMatchObject({ revivals: 0 });
  });

  it('stay with their job where they cannot be parted, since the queue is away', async () => {
    const ids = await accepted(computing, computing);
    shop.queueIsDown = true;
    await expect(run(ids, { attempt: 2 })).rejects.toMatchObject({ kind: 'unavailable' });
    shop.queueIsDown = false;
  });

  it('run at most four at a time for each job of a worker, and queues those again that wait for long', async () => {
    const small = new ExecutionWorkshop(database, {
      ports: { http: service },
      environment: { WORKER_CONCURRENCY: 1 },
      timing: { placeMs: 50 },
    });
    const release = service.hold('held');
    const ids = await accepted(...Array.from({ length: 6 }, () => chain({ x: call('held') })));
    const over = small.groups.run(ids, { attempt: 1, stalls: 0, signal: new AbortController().signal });
    await waitFor(() => small.queued.length === 2, { what: 'two of them in the queue again' });
    const held = () => service.paths.filter((path) => path === 'held').length;
    await waitFor(() => held() >= 4, { what: 'the requests of the others' });
    expect(held()).toBe(4);
    release();
    await over;
    const others = small.queued.flatMap(({ payload }) => payload.executionIds);
    expect(others.toSorted()).toEqual(ids.slice(4).toSorted());
    expect(await statuses(ids)).toEqual([...Array(4).fill('success'), 'running', 'running']);
    small.close();
  });

  it('bring their job to nothing where one breaks off, once the others are through', async () => {
    const ids = await accepted(computing, computing, computing);
    const load = shop.store.load.bind(shop.store);
    jest.spyOn(shop.store, 'load').mockImplementation((id) => {
      return id === ids[0] ? Promise.reject(new Error('It broke off.')) : load(id);
    });
    await expect(run(ids)).rejects.toThrow('It broke off.');
    expect(await statuses(ids)).toEqual(['running', 'success', 'success']);
  });

  it('are given back with their own job alone', async () => {
    const releases = [service.hold('mine'), service.hold('theirs')];
    const definitions = [
      chain({ x: call('mine'), y: call('after') }),
      chain({ x: call('theirs'), y: call('never') }),
    ];
    const [id = '', other = ''] = await accepted(...definitions);
    const first = run([id]);
    await waitFor(() => service.paths.includes('mine'), { what: 'the request of the first job' });
    const ending = new AbortController();
    // One of them is in hand by the first job already.
    const second = run([other, id], { signal: ending.signal });
    await waitFor(() => service.paths.includes('theirs'), { what: 'the request of the second job' });
    ending.abort(new Error('Another worker may have taken the job over.'));
    for (const release of releases) release();
    await expect(second).rejects.toThrow('Another worker');
    await first;
    expect(await shop.row(id)).toMatchObject({ status: 'success', revivals: 0 });
    expect(service.paths).toContain('after');
  });

  it('are all given back when the process ends', async () => {
    const releases = [service.hold('one'), service.hold('other')];
    const ids = await accepted(
      chain({ x: call('one'), y: call('never') }),
      chain({ x: call('other'), y: call('never') }),
    );
    const ending = new AbortController();
    const over = run(ids, { signal: ending.signal });
    const areAtWork = () => service.paths.includes('one') && service.paths.includes('other');
    await waitFor(areAtWork, { what: 'both requests' });
    ending.abort(new Error('The process ends.'));
    for (const release of releases) release();
    await expect(over).rejects.toThrow('The process ends.');
    expect(service.paths).not.toContain('never');
    for (const id of ids) expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
  });
});
