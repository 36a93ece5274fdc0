import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { waitFor } from '../harness';

jest.setTimeout(300_000);

const delay = (durationMs: number) => ({ type: 'delay', config: { durationMs } });

describe('executions whose workers die', () => {
  let plant: ExecutionPlant;

  beforeEach(async () => (plant = await ExecutionPlant.start()));
  afterEach(() => plant.stop());

  it('repeat only the active call, with the same key, after any number of deaths', async () => {
    plant.silent.add('b');
    const definition = chain({ a: plant.call('a'), b: plant.call('b'), c: plant.call('c') });
    const first = await plant.worker();
    const {
      workflowId,
      ids: [id = ''],
    } = await plant.accept(definition);
    await plant.called('b', 1);
    const second = await plant.worker();
    await first.kill();
    await plant.called('b', 2);
    await plant.worker();
    await second.kill();
    (await plant.called('b', 3)).answer();
    const { status, nodeResults } = await plant.ended(workflowId, id);
    expect(status).toBe('success');
    expect(nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b', 'c']);
    expect(plant.paths()).toEqual(['a', 'b', 'b', 'b', 'c']);
    expect(plant.keysOf('b').size).toBe(1);
  });

  it('of one job continue independently and lose no finished step', async () => {
    plant.silent.add('b');
    const first = await plant.worker();
    const definition = chain({ a: plant.call('a'), b: plant.call('b'), c: plant.call('c') });
    const { workflowId, ids } = await plant.accept(definition, 12);
    await plant.called('b', 12);
    await first.kill();
    await plant.worker();
    await plant.called('b', 24);
    for (const call of plant.calls) if (call.path === 'b') call.answer();
    const ends = await Promise.all(ids.map((id) => plant.ended(workflowId, id)));
    expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'success'));
    const times = (path: string) => plant.paths().filter((one) => one === path).length;
    expect(['a', 'b', 'c'].map(times)).toEqual([12, 24, 12]);
    expect(plant.keysOf('b').size).toBe(12);
  });

  it('keep waiting, and continue when they are due', async () => {
    const definition = chain({ a: plant.call('a'), pause: delay(3000), b: plant.call('b') });
    const {
      workflowId,
      ids: [id = ''],
    } = await plant.accept(definition);
    const first = await plant.worker();
    const waits = async () => {
      const { version, claimedBy } = await plant.row(id);
      return version > 1 && claimedBy === null;
    };
    await waitFor(waits, { what: 'the wait', timeoutMs: 20_000 });
    const { dueAt } = await plant.row(id);
    await first.kill();
    await plant.worker();
    const { status, finishedAt } = await plant.ended(workflowId, id);
    expect(status).toBe('success');
    expect(finishedAt?.getTime()).toBeGreaterThanOrEqual(dueAt?.getTime() ?? Infinity);
    expect(plant.paths()).toEqual(['a', 'b']);
  });

  it('are handed over when a worker shuts down, and no effect is repeated', async () => {
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

  it('occupy no slot of a worker while they wait', async () => {
    const { workflowId, ids } = await plant.accept(chain({ pause: delay(4000) }), 2);
    await plant.worker({ WORKER_CONCURRENCY: 1 });
    const ends = await Promise.all(ids.map((id) => plant.ended(workflowId, id)));
    expect(ends.map(({ status }) => status)).toEqual(['success', 'success']);
    const [first = 0, second = 0] = ends.map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
    expect(Math.abs(first - second)).toBeLessThan(3000);
  });
});
