// Runs in the full check only: servers fail, hang, and come back.
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { waitFor } from '../harness';
import type { AppProcess } from '../servers/app-process';

jest.setTimeout(300_000);

const CALLS = 40;

/** Builds a definition that waits for a call to a one-time address. After that call, it continues with `after`. */
function waitingFor(after: { type: string; config: JsonObject }) {
  const { nodes, edges } = chain({ wait: { type: 'wait_for', config: { call: true } }, after });
  return { nodes, edges: edges.map((edge) => (edge.source === 'wait' ? { ...edge, label: 'met' } : edge)) };
}

describe('executions whose workers die', () => {
  let plant: ExecutionPlant;
  /** The only running worker, with a single job slot. Each test ends it and leaves another one. */
  let worker: AppProcess;

  const startWorker = () => plant.worker({ WORKER_CONCURRENCY: 1 });

  beforeAll(async () => {
    plant = await ExecutionPlant.start();
    worker = await startWorker();
  });
  beforeEach(() => {
    plant.calls.splice(0);
    plant.silent.clear();
  });
  afterAll(() => plant.stop());

  const acceptWaiting = async (path: string) => {
    const { workflowId, ids } = await plant.accept(waitingFor(plant.call(path)));
    return { workflowId, id: ids[0] ?? '' };
  };

  it('executions of one job repeat only the active call, with the same idempotency key, and lose no finished step', async () => {
    plant.silent.add('b');
    const definition = chain({ a: plant.call('a'), b: plant.call('b'), c: plant.call('c') });
    const { workflowId, ids } = await plant.accept(definition, 4);
    await plant.called('b', 4);
    // The claims of the killed worker expire by themselves.
    await worker.kill();
    plant.silent.clear();
    worker = await startWorker();
    const ends = await Promise.all(ids.map((id) => plant.ended(workflowId, id)));
    for (const { status, nodeResults } of ends) {
      expect(status).toBe('success');
      expect(nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b', 'c']);
    }
    const times = (path: string) => plant.paths().filter((one) => one === path).length;
    expect(['a', 'b', 'c'].map(times)).toEqual([4, 8, 4]);
    expect(plant.keysOf('b').size).toBe(4);
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
    const {
      workflowId,
      ids: [id = ''],
    } = await plant.accept(definition);
    const call = await plant.called('5');
    const ending = worker.stop();
    call.answer();
    await ending;
    worker = await startWorker();
    expect((await plant.ended(workflowId, id)).status).toBe('success');
    expect(plant.paths()).toEqual(items.map(String));
  });

  it('in the mode queued, an interrupted execution continues before the next execution of the workflow starts', async () => {
    plant.silent.add('a');
    const definition = chain({ a: plant.call('a'), b: plant.call('b') });
    const { workflowId, ids } = await plant.accept(definition, 3, 'queued');
    await plant.called('a', 1);
    await plant.killAndExpire(worker);
    worker = await startWorker();
    // Another worker repeats the call of the first execution. The other executions wait until it has ended.
    for (const attempt of [2, 3, 4]) (await plant.called('a', attempt)).answer();
    const ends = await Promise.all(ids.map((id) => plant.ended(workflowId, id)));
    expect(ends.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(plant.paths()).toEqual(['a', 'a', 'b', 'a', 'b', 'a', 'b']);
    expect(plant.keysOf('a').size).toBe(3);
  });

  it('waiting executions occupy no job slot, and continue with what happened while no worker was running', async () => {
    const answer = { ok: true };
    const called = await aWorkflow(plant.database.dataSource, {
      definition: waitingFor({ type: 'end', config: { output: answer } }),
    });
    const sub = { type: 'run_workflow', config: { workflowId: called.id } };
    const parent = await plant.accept(chain({ sub }));
    const [parentId = ''] = parent.ids;
    const waiting = await acceptWaiting('after');
    const [child] = await waitFor(
      async () => {
        const children = await plant.childrenOf(parentId);
        return children.length > 0 && children;
      },
      { what: 'the child execution' },
    );
    const childId = child?.id ?? '';
    await Promise.all([parentId, childId, waiting.id].map((id) => plant.waiting(id)));
    const other = await plant.accept(chain({ a: plant.call('a') }));
    expect((await plant.ended(other.workflowId, other.ids[0] ?? '')).status).toBe('success');

    await plant.killAndExpire(worker);
    for (const id of [childId, waiting.id]) await plant.resume(id, 'wait', answer);
    await expect(plant.resume(waiting.id, 'wait', {})).rejects.toMatchObject({ code: 'already_resumed' });
    worker = await startWorker();

    const resumed = await plant.ended(waiting.workflowId, waiting.id);
    expect([resumed.status, plant.paths().filter((path) => path === 'after')]).toEqual([
      'success',
      ['after'],
    ]);
    expect(resumed.nodeResults.find(({ nodeId }) => nodeId === 'wait')?.output).toEqual({
      result: 'met',
      data: answer,
    });
    const { status, nodeResults } = await plant.ended(parent.workflowId, parentId);
    expect(status).toBe('success');
    expect(nodeResults.at(-1)?.output).toMatchObject({ status: 'success', output: answer });
    expect(await plant.childrenOf(parentId)).toHaveLength(1);
  });

  it('a waiting execution continues only once, even if two apis get many calls and an api and the worker are killed', async () => {
    const [, dying] = [await plant.api(), await plant.api()];
    const { workflowId, id } = await acceptWaiting('once');
    await plant.waiting(id);
    const calls = Array.from({ length: CALLS }, (_, n) => plant.resumeOverHttp(id, 'wait', { n }));
    await Promise.race(calls);
    await Promise.all([dying.kill(), worker.kill()]);
    const statuses = await Promise.all(calls);
    worker = await startWorker();
    const { status, nodeResults } = await plant.ended(workflowId, id);
    expect([status, plant.keysOf('once').size]).toEqual(['success', 1]);
    // The killed api may have received the call that resumed the execution. In that case, no caller got the 202.
    const output = nodeResults.find(({ nodeId }) => nodeId === 'wait')?.output ?? {};
    const { n: met } = (output as { data: { n: number } }).data;
    const taken = statuses.flatMap((one, n) => (one === 202 ? [n] : []));
    expect([[], [met]]).toContainEqual(taken);
    expect([202, undefined]).toContain(statuses[met]);
    // 503 means that the api was busy and has not accepted the call.
    const expected = new Set([202, 409, 503, undefined]);
    expect(statuses.filter((one) => !expected.has(one))).toEqual([]);
  });
});
