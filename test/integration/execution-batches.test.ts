import type { JobAttempt } from '@app/domain/testing';
import { aWorkflow } from '../factories/a-workflow';
import { call, chain, set } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { FakeService } from '../factories/fake-service';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

describe('executions of one job', () => {
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
    shop.dispatcher.onModuleDestroy();
    shop.queued.splice(0);
    return ids;
  };
  const run = (ids: string[], job: Partial<JobAttempt> = {}) =>
    shop.batches.run(ids, { attempt: 1, stalls: 0, signal: new AbortController().signal, ...job });
  const statuses = async (ids: string[]) => {
    const rows = await Promise.all(ids.map((id) => shop.row(id)));
    return rows.map(({ status }) => status);
  };
  const computing = chain({ x: set('x', 1) });

  it('executions of one job run concurrently', async () => {
    const release = service.hold('held');
    const ids = await accepted(chain({ x: call('held') }), computing, computing);
    const over = run(ids);
    const haveEnded = async () => (await statuses(ids)).join() === 'running,success,success';
    await waitFor(haveEnded, { what: 'the end of the executions that only compute' });
    release();
    await over;
    expect(await statuses(ids)).toEqual(['success', 'success', 'success']);
  });

  it.each<[string, Partial<JobAttempt>]>([
    ['worker died', { stalls: 1 }],
    ['job failed', { attempt: 2 }],
  ])('executions of one job are queued separately if their %s', async (_what, job) => {
    const ids = await accepted(computing, computing);
    await run(ids, job);
    expect(await statuses(ids)).toEqual(['running', 'running']);
    expect(shop.queued).toEqual(
      ids.map((id) => ({ payload: { executionIds: [id] }, jobId: `run-executions-${id}-apart` })),
    );
    for (const id of ids) await shop.run(id);
    expect(await statuses(ids)).toEqual(['success', 'success']);
    // It is unknown which execution caused the failure of the job, so no execution counts a recovery.
    for (const id of ids) expect(await shop.row(id)).toMatchObject({ recoveries: 0 });
  });

  it('executions of one job stay in their job if the queue is down, because they cannot be queued separately', async () => {
    const ids = await accepted(computing, computing);
    shop.queueIsDown = true;
    await expect(run(ids, { attempt: 2 })).rejects.toMatchObject({ kind: 'unavailable' });
    shop.queueIsDown = false;
  });

  it('at most four executions of one job run at a time per job slot, and the others are queued again if they wait too long', async () => {
    const small = new ExecutionWorkshop(database, {
      ports: { http: service },
      environment: { WORKER_CONCURRENCY: 1 },
      timing: { slotMs: 50 },
    });
    const release = service.hold('held');
    const ids = await accepted(...Array.from({ length: 6 }, () => chain({ x: call('held') })));
    const over = small.batches.run(ids, { attempt: 1, stalls: 0, signal: new AbortController().signal });
    await waitFor(() => small.queued.length === 2, { what: 'two executions to be queued again' });
    const held = () => service.paths.filter((path) => path === 'held').length;
    await waitFor(() => held() >= 4, { what: 'the requests of the other executions' });
    expect(held()).toBe(4);
    release();
    await over;
    const others = small.queued.flatMap(({ payload }) => payload.executionIds);
    expect(others.toSorted()).toEqual(ids.slice(4).toSorted());
    expect(await statuses(ids)).toEqual([...Array(4).fill('success'), 'running', 'running']);
    small.close();
  });

  it('the internal error of one execution fails the job, but only after the other executions of the job have ended', async () => {
    const ids = await accepted(computing, computing, computing);
    const load = shop.store.load.bind(shop.store);
    jest.spyOn(shop.store, 'load').mockImplementation((id) => {
      return id === ids[0] ? Promise.reject(new Error('An internal error occurred.')) : load(id);
    });
    await expect(run(ids)).rejects.toThrow('An internal error occurred.');
    expect(await statuses(ids)).toEqual(['running', 'success', 'success']);
  });

  it('executions of one job continue if another job that also contains them is aborted', async () => {
    const releases = [service.hold('mine'), service.hold('theirs')];
    const definitions = [
      chain({ x: call('mine'), y: call('after') }),
      chain({ x: call('theirs'), y: call('never') }),
    ];
    const [id = '', other = ''] = await accepted(...definitions);
    const first = run([id]);
    await waitFor(() => service.paths.includes('mine'), { what: 'the request of the first job' });
    const ending = new AbortController();
    // The second job also contains an execution that the first job already runs.
    const second = run([other, id], { signal: ending.signal });
    await waitFor(() => service.paths.includes('theirs'), { what: 'the request of the second job' });
    ending.abort(new Error('Another worker may have taken over the job.'));
    for (const release of releases) release();
    await expect(second).rejects.toThrow('Another worker');
    await first;
    expect(await shop.row(id)).toMatchObject({ status: 'success', recoveries: 0 });
    expect(service.paths).toContain('after');
  });

  it('executions of one job are all released when the process shuts down', async () => {
    const releases = [service.hold('one'), service.hold('other')];
    const ids = await accepted(
      chain({ x: call('one'), y: call('never') }),
      chain({ x: call('other'), y: call('never') }),
    );
    const ending = new AbortController();
    const over = run(ids, { signal: ending.signal });
    const haveStarted = () => service.paths.includes('one') && service.paths.includes('other');
    await waitFor(haveStarted, { what: 'both requests' });
    ending.abort(new Error('The process is shutting down.'));
    for (const release of releases) release();
    await expect(over).rejects.toThrow('The process is shutting down.');
    expect(service.paths).not.toContain('never');
    for (const id of ids) expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
  });
});
