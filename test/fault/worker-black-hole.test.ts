// Runs in the full check only: servers fail, hang, and come back.
import { ScheduleEntity, WorkflowExecutionEntity } from '@app/entities';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { TcpRelay } from '../factories/tcp-relay';
import { freePort, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

describe('a worker whose servers do not respond', () => {
  let plant: ExecutionPlant;
  let database: TcpRelay;
  let worker: AppProcess;
  let own: object;

  beforeAll(async () => {
    plant = await ExecutionPlant.start();
    database = await TcpRelay.before(plant.environment.DATABASE_URL);
    own = Object.assign({}, plant.environment, {
      DATABASE_URL: database.url,
      LIMIT_DATABASE_STATEMENT_MS: 1000,
      WORKER_HEALTH_PORT: await freePort(),
      LOG_LEVEL: 'info',
    });
    worker = new AppProcess('worker', own);
    plant.workers.push(worker);
  });
  beforeEach(async () => {
    plant.calls.splice(0);
    plant.silent.clear();
    if (!worker.runs) await worker.start();
    await isReady(true);
  });
  afterAll(async () => {
    await plant.stop();
    await database.cut();
  });

  async function isReady(expected: boolean): Promise<void> {
    let body = '';
    const answers = async () => {
      const response = await fetch(`${worker.address}/health/ready`);
      body = await response.text();
      return (response.status === 200) === expected;
    };
    const waiting = waitFor(answers, { what: 'readiness' });
    await waiting.catch(() => {
      throw new Error(`The worker does not become ${expected ? 'ready' : 'unready'}: ${body}`);
    });
  }

  const statuses = async ({ workflowId, ids }: { workflowId: string; ids: string[] }) =>
    Promise.all(ids.map(async (id) => (await plant.ended(workflowId, id)).status));

  /** Makes the schedule of a new workflow due, and waits until the worker has started the workflow. */
  async function aScheduleFires(): Promise<void> {
    const { manager } = plant.database.dataSource;
    const yearly = { cron: '0 0 1 1 *', timezone: 'UTC' };
    const { id } = await aWorkflow(plant.database.dataSource, {
      triggerType: 'schedule',
      triggerConfig: yearly,
    });
    await manager.save(ScheduleEntity, {
      ownerKind: 'workflow',
      ownerId: id,
      ...yearly,
      nextFireAt: new Date(),
    });
    const isStarted = () => manager.existsBy(WorkflowExecutionEntity, { workflowId: id });
    await waitFor(isStarted, { what: 'the execution of a schedule' });
  }

  it('a worker becomes unready, and completes its executions and starts schedules when the database responds again', async () => {
    plant.silent.add('b');
    const accepted = await plant.accept(chain({ a: plant.call('a'), b: plant.call('b') }), 6);
    await plant.called('b', 6);
    database.swallow();
    for (const call of plant.calls) if (call.path === 'b') call.answer();
    await isReady(false);
    database.pass();
    await isReady(true);
    plant.silent.clear();
    expect(await statuses(accepted)).toEqual(Array(6).fill('success'));
    // The answers arrived during the outage. No call is repeated after it.
    expect(plant.paths().toSorted()).toEqual([...Array(6).fill('a'), ...Array(6).fill('b')]);
    expect(await statuses(await plant.accept(chain({ c: plant.call('c') })))).toEqual(['success']);
    await aScheduleFires();
  });

  it('a worker ends on SIGTERM while all of its work waits for a database that does not respond, and logs the reason', async () => {
    // A short limit of statements would end the waits before the shutdown.
    const patient = Object.assign({}, own, { LIMIT_DATABASE_STATEMENT_MS: 60_000 });
    await worker.stop();
    const waiting = await new AppProcess('worker', patient).start();
    plant.workers.push(waiting);
    plant.silent.add('b');
    await plant.accept(chain({ b: plant.call('b') }), 6);
    await plant.called('b', 6);
    database.swallow();
    try {
      for (const call of plant.calls) call.answer();
      await waiting.stop();
    } finally {
      database.pass();
    }
    expect([waiting.exitCode, waiting.log]).toEqual([
      0,
      expect.stringMatching(
        /"The worker is shutting down"[^]*The database does not answer[^]*"The worker has ended"/,
      ),
    ]);
  });
});
