import { IdempotencyKeyEntity, type WorkflowEntity } from '@app/entities';
import { TcpRelay } from '../factories/tcp-relay';
import { WebhookApi } from '../factories/webhook-api';
import { openDatabase, type TestDatabase } from '../harness';

/** Of an answer to a client, whatever has failed. */
const PATIENCE_MS = 5000;
const unavailable = { status: 503, body: { message: expect.any(String) } };

describe('a delivery to a webhook while the queue is away', () => {
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
    await line.cut();
    await queue.drop();
  });

  async function isRefused(workflow: WorkflowEntity, headers: Record<string, string>): Promise<void> {
    const startedAtMs = performance.now();
    const answer = await webhooks.deliverRightly(workflow, {}, headers);
    expect(answer).toMatchObject(unavailable);
    expect(performance.now() - startedAtMs).toBeLessThan(PATIENCE_MS);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await webhooks.executionsOf(workflow)).toEqual([]);
  }

  async function isTaken(workflow: WorkflowEntity, headers: Record<string, string>): Promise<void> {
    expect(await webhooks.deliverRightly(workflow, {}, headers)).toMatchObject({ status: 202 });
    expect(await webhooks.executionsOf(workflow)).toHaveLength(1);
  }

  it('is refused, and taken once the queue is back, without a new start', async () => {
    const workflow = await webhooks.webhook();
    await line.cut();
    await webhooks.queueKnownDown();
    await isRefused(workflow, {});
    await line.mend();
    await webhooks.queueKnownUp();
    await isTaken(workflow, {});
  });

  it('leaves nothing of its message behind, so that it is taken when it comes again', async () => {
    const workflow = await webhooks.webhook();
    const message = { 'webhook-id': 'msg_outage' };
    await line.cut();
    await webhooks.queueKnownDown();
    await isRefused(workflow, message);
    expect(await webhooks.api.database.dataSource.manager.count(IdempotencyKeyEntity)).toBe(0);
    await line.mend();
    await webhooks.queueKnownUp();
    await isTaken(workflow, message);
  });
});
