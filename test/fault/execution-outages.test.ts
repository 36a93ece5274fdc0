// Runs in the full check only: servers fail, hang, and come back.
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { waitFor } from '../harness';
import { loseQueue, QueueServer } from '../integration/queue-servers';

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
