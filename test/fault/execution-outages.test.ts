// Runs in the full check only: servers fail, hang, and come back.
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { loseQueue, QueueServer } from '../integration/queue-servers';
import type { AppProcess } from '../servers/app-process';

const delay = (durationMs: number) => ({ type: 'delay', config: { durationMs } });

describe('executions during an outage of the queue', () => {
  let server: QueueServer;
  let plant: ExecutionPlant;

  beforeAll(async () => {
    server = await QueueServer.start();
    plant = await ExecutionPlant.start({ QUEUE_URL: await server.freshQueueUrl() });
    await plant.worker();
  });
  afterAll(async () => {
    await plant.stop();
    await server.remove();
  });
  beforeEach(() => plant.calls.splice(0));

  /**
   * Accepts executions, and waits until each has called `a` and has begun its pause. When the queue stops later, it
   * contains delayed jobs for some of these executions.
   */
  const startWaiting = async () => {
    const definition = chain({ a: plant.call('a'), pause: delay(20_000), b: plant.call('b') });
    const accepted = await plant.accept(definition, 3);
    await Promise.all(accepted.ids.map((id) => plant.waiting(id)));
    return accepted;
  };
  const allSucceed = async (accepted: { workflowId: string; ids: string[] }) => {
    for (const id of accepted.ids) {
      const { status, nodeResults } = await plant.ended(accepted.workflowId, id);
      expect([status, nodeResults.length]).toEqual(['success', 4]);
    }
    expect(plant.paths().sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'c']);
  };

  it('executions are completed if the queue comes back empty', async () => {
    const waiting = await startWaiting();
    await server.stop();
    await waitFor(() => plant.jobs.isKnownDown, { what: 'the loss' });
    const accepted = await plant.accept(chain({ c: plant.call('c') }));
    await server.start();
    await loseQueue(plant.environment.QUEUE_URL);
    expect((await plant.ended(accepted.workflowId, accepted.ids[0] ?? '')).status).toBe('success');
    await allSucceed(waiting);
  });
});

describe('executions during an outage of the database', () => {
  let plant: ExecutionPlant;
  let line: TcpRelay;
  let worker: AppProcess;

  beforeAll(async () => {
    plant = await ExecutionPlant.start();
    line = await TcpRelay.before(plant.database.url);
    worker = await plant.worker({ DATABASE_URL: line.url, LOG_LEVEL: 'warn' });
  });
  afterAll(async () => {
    await plant.stop();
    await line.cut();
  });

  it('executions keep their progress during an outage of the database, and continue after it', async () => {
    plant.silent.add('b');
    const definition = chain({ a: plant.call('a'), b: plant.call('b'), c: plant.call('c') });
    const { workflowId, ids } = await plant.accept(definition);
    const call = await plant.called('b');
    await line.cut();
    call.answer();
    await waitFor(() => worker.log.includes('The execution cannot be saved yet'), {
      what: 'the answer to arrive',
    });
    await line.mend();
    expect((await plant.ended(workflowId, ids[0] ?? '')).status).toBe('success');
    expect(plant.paths()).toEqual(['a', 'b', 'c']);
  });
});
