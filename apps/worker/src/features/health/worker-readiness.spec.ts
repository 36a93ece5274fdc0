import type { ReadinessService } from '@app/domain';
import type { LeaseService } from '@app/leases';
import type { JobWorkers } from '@app/queue';
import { WorkerReadiness } from './worker-readiness';

const servers = { status: 'ready', checks: {} };

function reportOf(neglectedQueues: string[], lost: string[], status = 'ready') {
  const readiness = new WorkerReadiness(
    { readiness: async () => ({ ...servers, status }) } as unknown as ReadinessService,
    { neglectedQueues } as unknown as JobWorkers,
    { lost } as unknown as LeaseService,
  );
  return readiness.readiness();
}

describe('WorkerReadiness', () => {
  it('reports a worker as ready if its servers are ready, it takes jobs and no lease is lost', async () => {
    expect(await reportOf([], [])).toEqual({ ...servers, neglectedQueues: [], lostLeases: [] });
  });

  it.each([
    ['takes no jobs from a queue', ['executions'], [], 'ready'],
    ['has lost a lease', [], ['ingestion'], 'ready'],
    ['cannot reach a server', [], [], 'unavailable'],
  ])('reports a worker as unavailable if it %s', async (_what, neglectedQueues, lostLeases, status) => {
    const report = await reportOf(neglectedQueues, lostLeases, status);
    expect(report).toEqual({ ...servers, status: 'unavailable', neglectedQueues, lostLeases });
  });
});
