import type { Environment } from '@app/config';
import type { Metrics } from '@app/metrics';
import { Logger } from '@nestjs/common';
import { WorkerHealthServer } from './worker-health.server';
import type { WorkerReadiness } from './worker-readiness';

function fails(): never {
  throw new Error('A metric could not be collected.');
}

describe('WorkerHealthServer', () => {
  let server: WorkerHealthServer;

  beforeEach(async () => {
    Logger.overrideLogger(false);
    server = new WorkerHealthServer(
      { readiness: fails } as unknown as WorkerReadiness,
      { text: fails } as unknown as Metrics,
      { HOST: '127.0.0.1', WORKER_HEALTH_PORT: 0 } as Environment,
    );
    await server.onApplicationBootstrap();
  });
  afterEach(() => server.onModuleDestroy());

  it.each(['/metrics', '/health/ready'])('responds with 500 if %s fails', async (path) => {
    const answer = await fetch(server.address + path);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: expect.any(String), code: 'internal_error' });
  });
});
