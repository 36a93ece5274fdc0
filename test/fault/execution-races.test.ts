// Runs on MariaDB and Redis only: several apis and workers run at once.
import { AlertEntity, AlertEventEntity, RememberedValueEntity } from '@app/entities';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { TcpRelay } from '../factories/tcp-relay';
import type { AppProcess } from '../servers/app-process';

jest.setTimeout(300_000);

const DELIVERIES = 25;
const COMMIT = /COMMIT(?!TED)/;

describe('executions that several processes write at once while some of them die', () => {
  let plant: ExecutionPlant;
  let relay: TcpRelay;
  /** The only running worker. Each test kills it and leaves another one. */
  let worker: AppProcess;

  const startWorker = () => plant.worker({ DATABASE_URL: relay.url });

  beforeAll(async () => {
    plant = await ExecutionPlant.start();
    relay = await TcpRelay.before(plant.database.url);
    worker = await startWorker();
  });
  afterAll(async () => {
    await plant.stop();
    await relay.cut();
  });

  it('executions add exactly 1 to a counter in each of many simultaneous deliveries, even if a worker is killed meanwhile', async () => {
    const counter = { scope: 'site', name: 'runs', operation: 'add', value: 1 };
    const definition = chain({ count: { type: 'remember', config: counter }, after: plant.call('after') });
    const workflow = await aWorkflow(plant.database.dataSource, { definition, triggerType: 'webhook' });
    await plant.api();
    const delivering = Promise.all(
      Array.from({ length: DELIVERIES }, (_, n) => plant.deliver(workflow, { n })),
    );
    await plant.called('after', DELIVERIES - 10);
    await worker.kill();
    const answers = await delivering;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const ids = answers.map(({ body }) => body.executionId ?? '');
    await plant.killAndExpire(worker);
    worker = await startWorker();
    const ends = [];
    // Wait for one execution after the other: many concurrent polls would wait for a connection longer than the pool
    // allows.
    for (const id of ids) ends.push(await plant.ended(workflow.id, id));
    expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'success'));
    const { manager } = plant.database.dataSource;
    expect(await manager.find(RememberedValueEntity)).toMatchObject([{ name: 'runs', value: DELIVERIES }]);
    const counts = ends.map(
      ({ nodeResults }) => (nodeResults[1]?.output as { value: number } | undefined)?.value ?? 0,
    );
    expect(counts.toSorted((one, other) => one - other)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(plant.paths()).size).toBe(1);
    expect(plant.keysOf('after').size).toBe(DELIVERIES);
  });

  it('executions raise an alert once if the worker dies between the commit of the alert and the save of the step', async () => {
    const committed = relay.holdAnswer(/INSERT INTO .remembered_change/, COMMIT);
    const warn = { type: 'create_alert', config: { severity: 'major', title: 'Leak' } };
    const { workflowId, ids } = await plant.accept(chain({ warn }));
    await committed;
    const { manager } = plant.database.dataSource;
    const raised = { title: 'Leak', state: 'active', occurrences: 1 };
    expect(await manager.find(AlertEntity)).toMatchObject([raised]);
    await plant.killAndExpire(worker);
    worker = await startWorker();
    const { status, nodeResults } = await plant.ended(workflowId, ids[0] ?? '');
    expect(status).toBe('success');
    expect(nodeResults.at(-1)?.output).toMatchObject({ raised: true, occurrences: 1 });
    expect(await manager.find(AlertEntity)).toMatchObject([raised]);
    expect(await manager.count(AlertEventEntity)).toBe(1);
  });
});
