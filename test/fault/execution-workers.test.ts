// Runs in the full check only: servers fail, hang, and come back.
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';

jest.setTimeout(300_000);

const HOUR_MS = 3_600_000;

const delay = (durationMs: number) => ({ type: 'delay', config: { durationMs } });

describe('executions whose workers die', () => {
  let plant: ExecutionPlant;

  beforeAll(async () => (plant = await ExecutionPlant.start()));
  afterEach(() => plant.clear());
  afterAll(() => plant.stop());

  it('executions repeat only the active call, with the same idempotency key, after any number of worker deaths', async () => {
    plant.silent.add('b');
    const definition = chain({ a: plant.call('a'), b: plant.call('b'), c: plant.call('c') });
    const first = await plant.worker();
    const {
      workflowId,
      ids: [id = ''],
    } = await plant.accept(definition);
    await plant.called('b', 1);
    const second = await plant.worker();
    // The claim of the first worker expires by itself.
    await first.kill();
    await plant.called('b', 2);
    await plant.worker();
    await plant.killAndExpire(second);
    (await plant.called('b', 3)).answer();
    const { status, nodeResults } = await plant.ended(workflowId, id);
    expect(status).toBe('success');
    expect(nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b', 'c']);
    expect(plant.paths()).toEqual(['a', 'b', 'b', 'b', 'c']);
    expect(plant.keysOf('b').size).toBe(1);
  });

  it('executions continue independently if they belong to one job, and lose no finished step', async () => {
    plant.silent.add('b');
    const first = await plant.worker();
    const definition = chain({ a: plant.call('a'), b: plant.call('b'), c: plant.call('c') });
    const { workflowId, ids } = await plant.accept(definition, 12);
    await plant.called('b', 12);
    await plant.killAndExpire(first);
    await plant.worker();
    await plant.called('b', 24);
    for (const call of plant.calls) if (call.path === 'b') call.answer();
    const ends = await Promise.all(ids.map((id) => plant.ended(workflowId, id)));
    expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'success'));
    const times = (path: string) => plant.paths().filter((one) => one === path).length;
    expect(['a', 'b', 'c'].map(times)).toEqual([12, 24, 12]);
    expect(plant.keysOf('b').size).toBe(12);
  });

  it('executions are handed over without repeated effects when a worker shuts down', async () => {
    const items = Array.from({ length: 12 }, (_, index) => index);
    const definition = {
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'each', type: 'loop', config: { items } },
        { id: 'call', ...plant.call('{{ item }}') },
      ],
      edges: [
        { id: 'e1', source: 'start', target: 'each' },
        { id: 'e2', source: 'each', target: 'call', label: 'body' },
      ],
    };
    plant.silent.add('5');
    const first = await plant.worker();
    const {
      workflowId,
      ids: [id = ''],
    } = await plant.accept(definition);
    const call = await plant.called('5');
    await plant.worker();
    const ending = first.stop();
    call.answer();
    await ending;
    expect((await plant.ended(workflowId, id)).status).toBe('success');
    expect(plant.paths()).toEqual(items.map(String));
  });

  it('in the mode queued, an interrupted execution continues before the next execution of the workflow starts', async () => {
    plant.silent.add('a');
    const first = await plant.worker();
    const definition = chain({ a: plant.call('a'), b: plant.call('b') });
    const { workflowId, ids } = await plant.accept(definition, 3, 'queued');
    await plant.called('a', 1);
    await plant.worker();
    await plant.killAndExpire(first);
    // Another worker repeats the call of the first execution. The other executions wait until it has ended.
    for (const attempt of [2, 3, 4]) (await plant.called('a', attempt)).answer();
    const ends = await Promise.all(ids.map((id) => plant.ended(workflowId, id)));
    expect(ends.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(plant.paths()).toEqual(['a', 'a', 'b', 'a', 'b', 'a', 'b']);
    expect(plant.keysOf('a').size).toBe(3);
  });

  it("executions do not occupy a worker's slot while they wait", async () => {
    const waiting = await plant.accept(chain({ pause: delay(HOUR_MS) }), 2);
    await plant.worker({ WORKER_CONCURRENCY: 1 });
    await Promise.all(waiting.ids.map((id) => plant.waiting(id)));
    const { workflowId, ids } = await plant.accept(chain({ a: plant.call('a') }));
    expect((await plant.ended(workflowId, ids[0] ?? '')).status).toBe('success');
    for (const id of waiting.ids) expect((await plant.row(id)).status).toBe('running');
  });
});
