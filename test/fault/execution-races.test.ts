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
import { TriggerCrowd } from '../factories/trigger-crowd';
import { waitFor } from '../harness';

jest.setTimeout(300_000);

/** A point that no trigger with forMs watches. */
const LAST = 'LAST';
const COMMIT = /COMMIT(?!TED)/;

const idle = (crowd: TriggerCrowd) => waitFor(() => crowd.isIdle(), { what: 'the executions' });

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

  it('executions follow the mode of their workflow, even if each of three workflows is triggered 150 times at once', async () => {
    const [single, queued, restart] = [
      await TriggerCrowd.of(plant, 'single'),
      await TriggerCrowd.of(plant, 'queued'),
      await TriggerCrowd.of(plant, 'restart'),
    ];
    const crowds = [single, queued, restart];
    const fire = (count: number) => Promise.all(crowds.map((crowd) => crowd.fire(count)));
    const [[api], workers] = await Promise.all([
      Promise.all([plant.api(), plant.api()]),
      Promise.all([plant.worker(), plant.worker()]),
    ]);
    plant.silent.add('restart/a');
    await fire(20);
    await Promise.all([fire(20), api.kill()]);
    plant.silent.add('queued/a');
    const answered = plant.paths().filter((path) => path === 'queued/a').length;
    const firing = fire(150);
    await plant.called('queued/a', answered + 1);
    await Promise.all(workers.map((worker) => worker.kill()));
    plant.silent.delete('queued/a');
    await firing;
    await fire(20);
    await Promise.all([plant.worker(), plant.worker()]);
    await plant.called('queued/a', answered + 2);
    await idle(single);
    await fire(20);
    plant.silent.delete('restart/a');
    for (const call of plant.calls) if (call.path === 'restart/a') call.answer();
    await Promise.all(crowds.map(idle));

    for (const [crowd, refusal] of [
      [single, { status: 409, code: 'workflow_busy' }],
      [queued, { status: 429, code: 'workflow_queue_full' }],
      [restart, null],
    ] as const) {
      const rows = await crowd.rows();
      const accepted = crowd.answers.filter(({ status }) => status === 202);
      const refused = crowd.answers.filter(({ status }) => status !== 202);
      const delivered = rows.filter(({ trigger }) => trigger === 'webhook').map(({ id }) => id);
      expect(delivered.toSorted()).toEqual(accepted.map(({ body }) => body.executionId ?? '').toSorted());
      expect([accepted.length + refused.length, crowd.quiet]).toEqual([184, 46]);
      for (const { status, body } of refused) expect({ status, code: body.code }).toEqual(refusal);
      expect(await crowd.skipped()).toBe(crowd.quiet - (rows.length - delivered.length));
    }
    for (const crowd of [single, queued]) {
      const rows = await crowd.rows();
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['success']));
      // If two executions had run at the same time, their calls would be in a different order.
      expect(crowd.calls()).toEqual(rows.flatMap(({ n }) => [`a${n}`, `b${n}`]));
    }
    expect((await single.rows()).length).toBeGreaterThan(1);
    const numbers = (await queued.rows()).map(({ serialNumber }) => serialNumber ?? 0);
    // The serial number of an execution is 1 if no other execution runs or waits, and otherwise the next number.
    expect(
      numbers.filter((number, index) => number !== 1 && number !== (numbers[index - 1] ?? 0) + 1),
    ).toEqual([]);
    const restarted = await restart.rows();
    const [last, ...others] = restarted.filter(({ status }) => status === 'success');
    expect([restarted.length, others.length]).toEqual([230, 0]);
    expect(restart.calls().filter((call) => call.startsWith('b'))).toEqual([`b${last?.n}`]);
    // Each execution except the first one has ended exactly one other execution.
    const endings = restarted.flatMap(({ error }) => error?.message ?? []);
    expect(new Set(endings).size).toBe(229);
    expect(endings).toContain(`restarted by execution ${last?.id}`);
  });
});
