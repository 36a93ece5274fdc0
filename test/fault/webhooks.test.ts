// Runs in the full check only: servers fail, hang, and come back.
import { IdempotencyKeyEntity, type WorkflowEntity } from '@app/entities';
import { TcpRelay } from '../factories/tcp-relay';
import { WebhookApi } from '../factories/webhook-api';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

/** The maximum duration of a response during an outage. */
const PATIENCE_MS = 5000;

describe('a delivery to a webhook during an outage of the queue', () => {
  let queue: TestDatabase;
  let line: TcpRelay;
  let webhooks: WebhookApi;

  beforeAll(async () => {
    queue = await openDatabase();
    line = await TcpRelay.before(queue.queueUrl);
    webhooks = await WebhookApi.start({ QUEUE_URL: line.url });
  });
  afterAll(async () => {
    await webhooks.stop();
    await waitFor(() => !line.isUsed, { what: 'the last connection to end' });
    await line.cut();
    await queue.drop();
  });

  const written = async (workflow: WorkflowEntity) => (await webhooks.executionsOf(workflow)).length;

  /** @returns the response and its duration */
  async function deliver(workflow: WorkflowEntity, headers: Record<string, string> = {}) {
    const startedAtMs = performance.now();
    const answer = await webhooks.deliverRightly(workflow, {}, headers);
    return {
      status: answer.status,
      tookMs: performance.now() - startedAtMs,
      retryAfter: Number(answer.headers.get('retry-after')),
    };
  }

  it('a delivery is refused during the outage, and the next delivery after the outage is accepted without a restart', async () => {
    const workflow = await webhooks.webhook();
    await line.cut();
    await webhooks.queueKnownDown();
    const refused = await deliver(workflow);
    expect(refused.status).toBe(503);
    expect(refused.tookMs).toBeLessThan(PATIENCE_MS);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(await written(workflow)).toBe(0);
    await line.mend();
    await webhooks.queueKnownUp();
    expect((await deliver(workflow)).status).toBe(202);
    expect(await written(workflow)).toBe(1);
  });

  it('a refused delivery does not record its message id, so the delivery is accepted when it is sent again', async () => {
    const workflow = await webhooks.webhook();
    const message = { 'webhook-id': 'msg_outage' };
    await line.cut();
    await webhooks.queueKnownDown();
    expect((await deliver(workflow, message)).status).toBe(503);
    expect(await webhooks.api.database.dataSource.manager.count(IdempotencyKeyEntity)).toBe(0);
    await line.mend();
    await webhooks.queueKnownUp();
    expect((await deliver(workflow, message)).status).toBe(202);
    expect(await written(workflow)).toBe(1);
  });
});
