// Runs on MariaDB and Redis only: several apis and workers run at once.
import {
  AlertEntity,
  AlertEventEntity,
  LeaseEntity,
  RememberedValueEntity,
  TriggerOccurrenceEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { SystemClock } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionPlant } from '../factories/execution-plant';
import { HoldDesk } from '../factories/hold-desk';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';

jest.setTimeout(300_000);

/** A point that no trigger with forMs watches. */
const LAST = 'LAST';
const COMMIT = /COMMIT(?!TED)/;

describe('executions that several processes write at once while some of them die', () => {
  let plant: ExecutionPlant;

  beforeEach(async () => (plant = await ExecutionPlant.start()));
  afterEach(() => plant.stop());

  it('executions add exactly 50 to a counter in 50 simultaneous deliveries, even if a worker is killed meanwhile', async () => {
    const counter = { scope: 'site', name: 'runs', operation: 'add', value: 1 };
    const definition = chain({ count: { type: 'remember', config: counter }, after: plant.call('after') });
    const workflow = await aWorkflow(plant.database.dataSource, { definition, triggerType: 'webhook' });
    const [first] = await Promise.all([plant.worker(), plant.api()]);
    const delivering = Promise.all(Array.from({ length: 50 }, (_, n) => plant.deliver(workflow, { n })));
    await plant.called('after', 40);
    await first.kill();
    const answers = await delivering;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const ids = answers.map(({ body }) => body.executionId ?? '');
    await plant.killAndExpire(first);
    await plant.worker();
    const ends = [];
    // Wait for one execution after the other: 50 concurrent polls would wait for a connection longer than the pool
    // allows.
    for (const id of ids) ends.push(await plant.ended(workflow.id, id));
    expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'success'));
    const { manager } = plant.database.dataSource;
    expect(await manager.find(RememberedValueEntity)).toMatchObject([{ name: 'runs', value: 50 }]);
    const counts = ends.map(
      ({ nodeResults }) => (nodeResults[1]?.output as { value: number } | undefined)?.value ?? 0,
    );
    expect(counts.toSorted((one, other) => one - other)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(plant.paths()).size).toBe(1);
    expect(plant.keysOf('after').size).toBe(50);
  });

  describe('with a database connection that holds back a response', () => {
    let relay: TcpRelay;
    const dyingWorker = () => plant.worker({ DATABASE_URL: relay.url });

    beforeEach(async () => (relay = await TcpRelay.before(plant.database.url)));
    afterEach(() => relay.cut());

    it('executions raise an alert once if the worker dies between the commit of the alert and the save of the step', async () => {
      const committed = relay.holdAnswer(/INSERT INTO .remembered_change/, COMMIT);
      const warn = { type: 'create_alert', config: { severity: 'major', title: 'Leak' } };
      const [first, { workflowId, ids }] = await Promise.all([dyingWorker(), plant.accept(chain({ warn }))]);
      await committed;
      const { manager } = plant.database.dataSource;
      const raised = { title: 'Leak', state: 'active', occurrences: 1 };
      expect(await manager.find(AlertEntity)).toMatchObject([raised]);
      await plant.killAndExpire(first);
      await plant.worker();
      const { status, nodeResults } = await plant.ended(workflowId, ids[0] ?? '');
      expect(status).toBe('success');
      expect(nodeResults.at(-1)?.output).toMatchObject({ raised: true, occurrences: 1 });
      expect(await manager.find(AlertEntity)).toMatchObject([raised]);
      expect(await manager.count(AlertEventEntity)).toBe(1);
    });

    it('one execution starts for each of 100 points whose delay (forMs) ends while one of two workers dies', async () => {
      const { dataSource } = plant.database;
      const { manager } = dataSource;
      const watching = (triggerConfig: JsonObject) =>
        aWorkflow(dataSource, { triggerType: 'state_change', triggerConfig });
      await watching({ watch: ['T*'], above: 26, forMs: 1000 });
      const desk = new HoldDesk(plant.database, new SystemClock());
      await desk.evaluator.tick(undefined);
      const timestamp = new Date().toISOString();
      const codes = Array.from({ length: 100 }, (_, index) => `T${index}`);
      const values = [...codes, LAST].map((code) => ({
        code,
        value: 27,
        quality: 'good' as const,
        timestamp,
      }));
      await desk.values.accept(values, undefined, desk.evaluator.follower);
      const committed = relay.holdAnswer(/INSERT INTO .?trigger_occurrence/, COMMIT);
      const first = await dyingWorker();
      await Promise.all([committed, plant.worker()]);
      await first.kill();
      // In its first evaluation, the second worker starts this workflow. If it started other workflows again, this
      // would happen in the same evaluation.
      await watching({ watch: [LAST], above: 26, onStart: true });
      // Delete the lease of the killed worker, so that the second worker need not wait until the lease expires.
      await manager.deleteAll(LeaseEntity);
      const select = { status: true, triggerData: true } as const;
      const codesOfEnded = async () => {
        const pending = await manager.count(TriggerOccurrenceEntity);
        const rows = await manager.find(WorkflowExecutionEntity, { select });
        if (pending > 0 || rows.some(({ status }) => status === 'running')) return false;
        const started = rows.map(({ triggerData }) => (JSON.parse(triggerData) as { code: string }).code);
        return started.includes(LAST) && started;
      };
      const started = await waitFor(codesOfEnded, { what: 'the executions' });
      expect(started.toSorted()).toEqual([...codes, LAST].toSorted());
    });
  });
});
