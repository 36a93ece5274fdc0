import { setTimeout as delay } from 'node:timers/promises';
import type { ManualInput } from '@app/domain';
import {
  createDataSource,
  inTransaction,
  TriggerOccurrenceEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
  type WorkflowMode,
} from '@app/entities';
import { Actor, say } from '@app/kernel';
import { call, chain } from '../factories/chain';
import { loggedQueries } from '../factories/logged-queries';
import { ExecutionWorkshop, TestBus } from '../factories/execution-workshop';
import { ok } from '../factories/fake-service';
import { TcpRelay } from '../factories/tcp-relay';
import { useWorkshops } from '../factories/use-workshops';
import { waitFor } from '../harness';

const ada = Actor.user(7, 'operator', 'ada');
const ATTEMPTS = 3;
const PAUSE = { type: 'delay', config: { durationMs: 60_000 } };

describe('the mode of a workflow', () => {
  /** Two processes, which both accept and run executions. */
  let shops: [ExecutionWorkshop, ExecutionWorkshop];
  let runs: Promise<void>[];
  let failures: string[];

  // Jest runs `afterEach` hooks in the order of their definition. This hook must be defined before `useWorkshops` is
  // called, because the hook of `useWorkshops` closes the workers.
  afterEach(() => Promise.allSettled(runs));
  const workshops = useWorkshops({ timing: { checkEveryMs: 100, overdueMs: 0 } });
  beforeEach(() => {
    runs = [];
    failures = [];
    const bus = new TestBus();
    shops = [workshops.workshop({ bus }), workshops.workshop({ bus })];
  });

  const manager = () => workshops.database.dataSource.manager;
  const aWorkflowIn = (mode: WorkflowMode, definition: object = chain({ a: call('a') })) =>
    workshops.workflowOf(definition, { mode });
  const rowsOf = ({ id: workflowId }: { id: string }) =>
    manager().find(WorkflowExecutionEntity, {
      where: { workflowId },
      order: { serialNumber: 'ASC', id: 'ASC' },
    });
  const skippedBy = async ({ id }: { id: string }) =>
    (await manager().findOneByOrFail(WorkflowEntity, { id })).skippedCount;
  const occurrences = () => manager().count(TriggerOccurrenceEntity);
  const shopOf = (index: number) => shops[index % 2 === 0 ? 0 : 1];
  const trigger = ({ id }: { id: string }, input: ManualInput = {}, key?: string) =>
    shops[0].manual.trigger(ada, id, input, key);
  /** Starts the workflow concurrently in both processes. @returns the ids, and the codes of the refusals */
  const triggerOften = async ({ id }: { id: string }, count: number) => {
    const starts = Array.from({ length: count }, (_, n) =>
      shopOf(n).manual.trigger(ada, id, { input: { n } }),
    );
    const results = await Promise.allSettled(starts);
    return {
      ids: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      codes: results.flatMap((result) =>
        result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
      ),
    };
  };
  /** Runs an execution, and repeats this after an error, as the queue does. */
  const runAsJob = async (shop: ExecutionWorkshop, id: string) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        await shop.run(id, { attempt });
        return;
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  /** Lets each process run the executions that the other one has queued, until `isOver` returns true. */
  const work = (isOver: () => boolean | Promise<boolean>) =>
    waitFor(
      () => {
        shops.forEach((shop, index) => {
          for (const { payload } of shop.queued.splice(0))
            runs.push(...payload.executionIds.map((id) => runAsJob(shopOf(index + 1), id)));
        });
        return isOver();
      },
      // Each execution that waits for another one would wait for such a pause, too.
      { what: () => `the executions. Failed runs: ${failures.join('; ')}`, isBrief: true },
    );
  const workUntilIdle = (workflow: { id: string }) =>
    work(async () => (await rowsOf(workflow)).every(({ status }) => status !== 'running'));
  /** Measures how many executions call the service at the same time. */
  const countActive = () => {
    const seen = { active: 0, most: 0 };
    workshops.service.on('a', async () => {
      seen.most = Math.max(seen.most, ++seen.active);
      await delay(3);
      seen.active--;
      return ok();
    });
    return seen;
  };
  const calledTimes = (times: number) => work(() => workshops.service.paths.length === times);
  /** Replaces `count` executions by a newer one. @returns the number of statements */
  const replacing = async (count: number) => {
    const workflow = await aWorkflowIn('queued');
    await triggerOften(workflow, count);
    await manager().update(WorkflowEntity, { id: workflow.id }, { mode: 'restart' });
    const statements = await loggedQueries(workshops.database.dataSource, () => trigger(workflow));
    expect((await rowsOf(workflow)).filter(({ status }) => status === 'failed')).toHaveLength(count);
    return statements.length;
  };

  describe('single', () => {
    it('the mode single accepts only one of 60 concurrent starts, and another start after the accepted execution has ended', async () => {
      const seen = countActive();
      const workflow = await aWorkflowIn('single');
      const { ids, codes } = await triggerOften(workflow, 60);
      expect([ids.length, codes.length, new Set(codes)]).toEqual([1, 59, new Set(['workflow_busy'])]);
      await workUntilIdle(workflow);
      const next = await trigger(workflow);
      await workUntilIdle(workflow);
      expect((await rowsOf(workflow)).map(({ id, status }) => [id, status])).toEqual([
        [ids[0], 'success'],
        [next, 'success'],
      ]);
      expect([seen.most, await skippedBy(workflow)]).toEqual([1, 0]);
    });

    it('the mode single runs one execution at a time if 100 starts race with the ends of executions', async () => {
      const seen = countActive();
      const workflow = await aWorkflowIn('single');
      let isDone = false;
      const working = work(() => isDone);
      const accepted: string[] = [];
      let refused = 0;
      for (let wave = 0; wave < 10; wave++) {
        const { ids, codes } = await triggerOften(workflow, 10);
        accepted.push(...ids);
        refused += codes.length;
      }
      isDone = true;
      await working;
      await workUntilIdle(workflow);
      expect((await rowsOf(workflow)).map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
      expect([accepted.length + refused, seen.most]).toEqual([100, 1]);
    });

    it('the mode single skips and counts starts by triggers for which no caller waits', async () => {
      const workflow = await aWorkflowIn('single');
      const { id: workflowId, revision, mode } = workflow;
      const request = { workflowId, revision, mode, trigger: 'schedule' as const, triggerData: {} };
      const batches = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          inTransaction(workshops.database.dataSource, (manager) =>
            shopOf(index).intake.acceptMany(
              Array.from({ length: 12 }, () => request),
              manager,
            ),
          ),
        ),
      );
      expect(batches.flat()).toHaveLength(1);
      expect(await rowsOf(workflow)).toHaveLength(1);
      expect(await skippedBy(workflow)).toBe(59);
    });

    it('the mode single counts an execution in a delay as running', async () => {
      const workflow = await aWorkflowIn('single', chain({ pause: PAUSE }));
      const id = await trigger(workflow);
      await shops[0].run(id);
      await expect(trigger(workflow)).rejects.toMatchObject({ kind: 'conflict', code: 'workflow_busy' });
      await shops[0].control.cancel(ada, workflow.id, id);
      await expect(trigger(workflow)).resolves.toBeDefined();
    });

    it('the mode single lets a refused start use its idempotency key again', async () => {
      const workflow = await aWorkflowIn('single');
      const id = await trigger(workflow, {}, 'first');
      await expect(trigger(workflow, {}, 'second')).rejects.toMatchObject({ code: 'workflow_busy' });
      expect(await trigger(workflow, {}, 'first')).toBe(id);
      await workUntilIdle(workflow);
      const second = await trigger(workflow, {}, 'second');
      expect(await trigger(workflow, {}, 'second')).toBe(second);
      expect((await rowsOf(workflow)).map((row) => row.id)).toEqual([id, second]);
    });

    it('the mode single accepts a start only once if the response to its commit is lost', async () => {
      const workflow = await aWorkflowIn('single');
      const relay = await TcpRelay.before(workshops.database.url);
      const dataSource = await createDataSource(relay.url, 3).initialize();
      const shop = new ExecutionWorkshop({ ...workshops.database, dataSource });
      try {
        relay.loseAnswers(/COMMIT(?!TED)/);
        const id = await shop.manual.trigger(ada, workflow.id, {});
        expect(await rowsOf(workflow)).toMatchObject([{ id, status: 'running', serialNumber: 1 }]);
      } finally {
        shop.close();
        await dataSource.destroy();
        await relay.cut();
      }
    });

    it('the mode single refuses a retry while another execution runs, and ignores dry runs', async () => {
      const workflow = await aWorkflowIn('single');
      const failed = await trigger(workflow);
      await shops[0].control.cancel(ada, workflow.id, failed);
      const dry = await trigger(workflow, { dryRun: true });
      const running = await trigger(workflow);
      await expect(trigger(workflow, { dryRun: true })).resolves.toBeDefined();
      const retry = () => shops[0].retries.retry(ada, workflow.id, failed);
      await expect(retry()).rejects.toMatchObject({ code: 'workflow_busy' });
      await work(async () => (await shops[0].row(running)).status === 'success');
      const retried = await retry();
      await workUntilIdle(workflow);
      expect(await shops[0].row(retried)).toMatchObject({ status: 'success', retryOf: failed });
      expect(await shops[0].row(dry)).toMatchObject({ status: 'success', serialNumber: null });
    });
  });

  describe('queued', () => {
    it('the mode queued refuses a start if a hundred executions are waiting, even if the starts are concurrent', async () => {
      const workflow = await aWorkflowIn('queued');
      const { ids, codes } = await triggerOften(workflow, 110);
      expect([ids.length, codes.length, new Set(codes)]).toEqual([101, 9, new Set(['workflow_queue_full'])]);
    });

    it('the mode queued runs waiting executions one after the other in the order of acceptance', async () => {
      const seen = countActive();
      const workflow = await aWorkflowIn('queued', chain({ a: call('a', { body: '{{ triggerData.n }}' }) }));
      await triggerOften(workflow, 15);
      const rows = await rowsOf(workflow);
      expect(rows.map(({ serialNumber }) => serialNumber)).toEqual(rows.map((_, index) => index + 1));
      expect(rows.map(({ startedAt }) => startedAt !== null)).toEqual(rows.map((_, index) => index === 0));
      await workUntilIdle(workflow);
      const ended = await rowsOf(workflow);
      expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['success']));
      const inputs = await manager().find(WorkflowExecutionEntity, {
        select: { id: true, triggerData: true },
        where: { workflowId: workflow.id },
        order: { serialNumber: 'ASC' },
      });
      const order = inputs.map(({ triggerData }) => (JSON.parse(triggerData) as { n: number }).n);
      expect(workshops.service.requests.map(({ body }) => Number(body))).toEqual(order);
      expect(seen.most).toBe(1);
    });

    it('the mode queued starts the next execution in the transaction that ends the previous one, whether it succeeds or not', async () => {
      workshops.service.on('a', () => ({ ...ok(), status: 500 }));
      const workflow = await aWorkflowIn('queued', chain({ a: call('a', { failOnStatus: true }) }));
      const { ids } = await triggerOften(workflow, 4);
      const [first = '', second = '', third = '', fourth = ''] = (await rowsOf(workflow)).map(({ id }) => id);
      expect(ids.toSorted()).toEqual([first, second, third, fourth].toSorted());
      const started = async () =>
        (await rowsOf(workflow))
          .filter((row) => row.status === 'running' && row.startedAt)
          .map(({ id }) => id);
      expect(await started()).toEqual([first]);
      await shops[1].run(first);
      expect(await started()).toEqual([second]);
      // The third execution was still waiting, so cancelling it starts no other execution.
      await shops[1].control.cancel(ada, workflow.id, third);
      expect(await started()).toEqual([second]);
      await shops[0].control.cancel(ada, workflow.id, second);
      expect(await started()).toEqual([fourth]);
      expect(await shops[0].row(third)).toMatchObject({ status: 'failed', startedAt: null, dueAt: null });
    });

    it('the mode queued does not run a waiting execution, even if a job for it arrives', async () => {
      const workflow = await aWorkflowIn('queued');
      await triggerOften(workflow, 2);
      const [, waiting] = await rowsOf(workflow);
      await shops[0].run(waiting?.id ?? '');
      expect(workshops.service.paths).toEqual([]);
      expect(await rowsOf(workflow)).toMatchObject([
        { status: 'running' },
        { status: 'running', version: 0 },
      ]);
    });

    it('the mode queued lets the sweep queue the next execution if the worker dies before it has queued it', async () => {
      const workflow = await aWorkflowIn('queued');
      await triggerOften(workflow, 2);
      const [first, second] = await rowsOf(workflow);
      shops[0].queueIsDown = true;
      await shops[0].run(first?.id ?? '');
      const next = async () => (await shops[1].overdue.next()).map(({ payload }) => payload.executionIds[0]);
      const isFound = async () => (await next()).includes(second?.id);
      await expect(waitFor(isFound, { what: 'the overdue execution' })).resolves.toBe(true);
    });

    it('the mode queued lets the sweep start a waiting execution if the running execution was accepted in another mode', async () => {
      const workflow = await aWorkflowIn('parallel');
      const first = await trigger(workflow);
      await manager().update(WorkflowEntity, { id: workflow.id }, { mode: 'queued' });
      const second = await trigger(workflow);
      await shops[0].waiting.startStalled();
      expect(await shops[0].row(second)).toMatchObject({ startedAt: null });
      await shops[0].run(first);
      await Promise.all(shops.map((shop) => shop.waiting.startStalled()));
      expect((await shops[0].row(second)).startedAt).not.toBeNull();
      await workUntilIdle(workflow);
      expect(workshops.service.paths).toEqual(['a', 'a']);
    });
  });

  it('a mode that changes while executions run and wait applies only to later starts', async () => {
    const workflow = await aWorkflowIn('queued');
    const { ids } = await triggerOften(workflow, 3);
    const changeTo = (mode: WorkflowMode) => manager().update(WorkflowEntity, { id: workflow.id }, { mode });
    await changeTo('single');
    await expect(trigger(workflow)).rejects.toMatchObject({ code: 'workflow_busy' });
    await work(() => workshops.service.paths.length === 1);
    await changeTo('restart');
    const last = await trigger(workflow);
    await workUntilIdle(workflow);
    const byId = new Map((await rowsOf(workflow)).map((row) => [row.id, row]));
    expect([...byId.keys()].toSorted()).toEqual([...ids, last].toSorted());
    expect(byId.get(last)?.status).toBe('success');
    const others = [...byId.values()].filter(({ id, status }) => id !== last && status === 'failed');
    expect(new Set(others.map(({ error }) => error?.message))).toEqual(
      new Set([`The execution was restarted by execution ${last}.`]),
    );
  });

  describe('restart', () => {
    it('the mode restart needs no more statements to replace ten executions than to replace two', async () => {
      const two = await replacing(2);
      expect(await replacing(10)).toBeLessThanOrEqual(two);
    });

    it('the mode restart lets only the last of many concurrent starts run to its end', async () => {
      const release = workshops.service.hold('a');
      const workflow = await aWorkflowIn('restart');
      const ids: string[] = [];
      let isDone = false;
      const working = work(() => isDone);
      for (let wave = 0; wave < 5; wave++) ids.push(...(await triggerOften(workflow, 20)).ids);
      isDone = true;
      await working;
      const rows = await rowsOf(workflow);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const last = rows.find(({ status }) => status === 'running');
      // Each execution except the first one has replaced exactly one other execution.
      const replacing = rows.flatMap(({ error }) => error?.message ?? []);
      expect(replacing).toHaveLength(99);
      expect(new Set(replacing).size).toBe(99);
      expect(replacing).toContain(`The execution was restarted by execution ${last?.id}.`);
      await work(async () => (await shops[0].row(last?.id ?? '')).claimedBy !== null);
      release();
      await workUntilIdle(workflow);
      const ended = await rowsOf(workflow);
      expect(ended.filter(({ status }) => status === 'success').map(({ id }) => id)).toEqual([last?.id]);
    });

    it('the mode restart records the interrupted nodes, publishes no failure, and stops the run in the worker', async () => {
      const release = workshops.service.hold('a');
      const workflow = await aWorkflowIn('restart', chain({ a: call('a'), b: call('b') }));
      const before = await occurrences();
      const first = await trigger(workflow);
      await calledTimes(1);
      const second = await trigger(workflow);
      await calledTimes(2);
      release();
      await workUntilIdle(workflow);
      await Promise.all(runs);
      expect(workshops.service.paths).toEqual(['a', 'a', 'b']);
      const { status, error, nodeResults } = await shops[0].detail(workflow.id, first);
      expect({ status, error }).toEqual({
        status: 'failed',
        error: say('restarted', { id: second }),
      });
      expect(nodeResults.map(({ nodeId, error: reason }) => [nodeId, reason?.code])).toEqual([
        ['start', undefined],
        ['a', 'restarted'],
      ]);
      expect(await occurrences()).toBe(before);
    });
  });
});
