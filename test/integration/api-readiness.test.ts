import { dialectOf, EnvironmentModule } from '@app/config';
import { gatewayStateReported } from '@app/contracts';
import { MAIN_GATEWAY } from '@app/entities';
import { EventBus, EventBusModule } from '@app/events';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { RunningApi } from '../factories/running-api';
import { ServedApi } from '../factories/served-api';
import { freePort, openDatabase, testEnvironment, waitFor } from '../harness';

async function readiness(address: string): Promise<{ status: number; body: unknown }> {
  const { status, body } = await request(address).get('/health/ready');
  return { status, body: body as unknown };
}

describe('readiness of an api', () => {
  it('readiness requests get 503 on the first start until the administrator exists', async () => {
    const database = await openDatabase();
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const PORT = await freePort();
    const address = `http://127.0.0.1:${PORT}`;
    const api = new ServedApi(testEnvironment({ DATABASE_URL, QUEUE_URL, PORT }));
    // The lock blocks the process that creates the administrator, but not processes that read.
    const [lock, unlock] =
      dialectOf(DATABASE_URL) === 'postgres'
        ? ['LOCK TABLE user_account IN SHARE MODE', 'ROLLBACK']
        : ['LOCK TABLES user_account READ', 'UNLOCK TABLES'];
    const holder = database.dataSource.createQueryRunner();
    try {
      await holder.query(unlock === 'ROLLBACK' ? 'BEGIN' : 'SELECT 1');
      await holder.query(lock);
      const started = api.start();
      const first = await waitFor(
        async () => {
          const answer = await readiness(address).catch(() => null);
          // Returns the answer once the api has connected to Redis.
          return answer && JSON.stringify(answer.body).match(/"reachable":true/g)?.length === 2 && answer;
        },
        { what: 'an answer' },
      );
      expect(first).toMatchObject({ status: 503, body: { status: 'unavailable', started: false } });
      await request(address).get('/health/live').expect(200);
      await holder.query(unlock);
      await started;
      expect(await readiness(address)).toMatchObject({
        status: 200,
        body: { status: 'ready', started: true },
      });
    } finally {
      await holder.query(unlock).catch(() => undefined);
      await holder.release();
      await api.stop();
      await database.drop();
    }
  });

  it('the readiness response has the state of the gateway that the worker reported, or "unknown" if no worker has run', async () => {
    const api = await RunningApi.start();
    // Another process, such as the worker.
    const worker = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(api.environment), EventBusModule.forRoot()],
    }).compile();
    await worker.init();
    try {
      expect((await readiness(api.address)).body).toMatchObject({ gateway: { breaker: 'unknown' } });
      const lastFailure = { code: 'gateway_failed', at: '2026-03-01T10:00:00.000Z' };
      const report = { gatewayId: MAIN_GATEWAY, breaker: 'open' as const, lastSuccessAt: null, lastFailure };
      worker.get(EventBus).publish(gatewayStateReported, report);
      const seen = await waitFor(
        async () => {
          const { body } = await readiness(api.address);
          return (body as { gateway: { breaker: string } }).gateway.breaker === 'open' && body;
        },
        { what: 'the report of the worker' },
      );
      expect(seen).toMatchObject({ gateway: { lastFailure } });
    } finally {
      await worker.close();
      await api.stop();
    }
  });
});
