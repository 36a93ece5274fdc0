// Runs in the full check only: servers fail, hang, and come back.
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import type { AppProcess } from '../servers/app-process';

describe('an execution that waits while its worker is killed', () => {
  let plant: ExecutionPlant;
  /** The only running worker. Each test kills it and leaves another one. */
  let worker: AppProcess;

  beforeAll(async () => {
    plant = await ExecutionPlant.start();
    worker = await plant.worker();
  });
  afterAll(() => plant.stop());

  /**
   * Starts an execution that waits for a call to its one-time address. After that call, the execution calls the
   * external system.
   */
  const acceptWaiting = async (path: string) => {
    const { nodes, edges } = chain({
      wait: { type: 'wait_for', config: { call: true } },
      after: plant.call(path),
    });
    const labelled = edges.map((edge) => (edge.source === 'wait' ? { ...edge, label: 'met' } : edge));
    const { workflowId, ids } = await plant.accept({ nodes, edges: labelled });
    return { workflowId, id: ids[0] ?? '' };
  };

  it('a waiting execution continues with a call that arrived while no worker was running', async () => {
    const { workflowId, id } = await acceptWaiting('after');
    await plant.waiting(id);
    await worker.kill();
    await plant.resume(id, 'wait', { ok: true });
    await expect(plant.resume(id, 'wait', {})).rejects.toMatchObject({ code: 'already_resumed' });
    worker = await plant.worker();
    const { status, nodeResults } = await plant.ended(workflowId, id);
    expect([status, plant.paths()]).toEqual(['success', ['after']]);
    expect(nodeResults.find(({ nodeId }) => nodeId === 'wait')?.output).toEqual({
      result: 'met',
      data: { ok: true },
    });
  });

  it('a waiting execution continues only once, even if two apis get 100 calls and an api and the worker are killed', async () => {
    const [, dying] = [await plant.api(), await plant.api()];
    const { workflowId, id } = await acceptWaiting('once');
    await plant.waiting(id);
    const calls = Array.from({ length: 100 }, (_, n) => plant.resumeOverHttp(id, 'wait', { n }));
    await Promise.race(calls);
    await Promise.all([dying.kill(), worker.kill()]);
    const statuses = await Promise.all(calls);
    worker = await plant.worker();
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

  it('a waiting execution starts its child execution only once, and gets its result', async () => {
    plant.silent.add('slow');
    const called = await aWorkflow(plant.database.dataSource, {
      definition: chain({ slow: plant.call('slow'), end: { type: 'end', config: { output: { ok: true } } } }),
    });
    const sub = { type: 'run_workflow', config: { workflowId: called.id } };
    const { workflowId, ids } = await plant.accept(chain({ sub }));
    const [id = ''] = ids;
    await plant.called('slow');
    await plant.waiting(id);
    await worker.kill();
    plant.silent.delete('slow');
    worker = await plant.worker();
    const { status, nodeResults } = await plant.ended(workflowId, id);
    expect(status).toBe('success');
    expect(nodeResults.at(-1)?.output).toMatchObject({ status: 'success', output: { ok: true } });
    expect(await plant.childrenOf(id)).toHaveLength(1);
  });
});
