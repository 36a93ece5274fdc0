import { WorkflowExecutionStateEntity } from '@app/entities';
import { Actor, FixedClock, say } from '@app/kernel';
import { call, chain, set } from '../factories/chain';
import type { ExecutionWorkshop } from '../factories/execution-workshop';
import { hang, ok } from '../factories/fake-service';
import { useWorkshops } from '../factories/use-workshops';
import { waitFor } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const ada = Actor.user(7, 'operator', 'ada');
const SECRET = 'tok-12345';

describe('the cancellation of an execution', () => {
  const shops = useWorkshops();
  const { asked, workshop, workflowOf } = shops;

  const cancelled = async (shop: ExecutionWorkshop) => {
    shops.service.on('a', hang);
    const workflow = await workflowOf(chain({ before: set('x', 1), a: call('a'), b: call('b') }));
    const id = await shop.accept(workflow);
    const run = shop.run(id);
    await asked('a');
    await shop.control.cancel(ada, workflow.id, id);
    await run;
    return { id, workflow };
  };

  it('a cancellation aborts the running node, keeps finished results and starts no other node', async () => {
    const shop = workshop();
    const { id, workflow } = await cancelled(shop);
    const detail = await shop.detail(workflow.id, id);
    expect(detail).toMatchObject({
      status: 'failed',
      error: say('cancelled_by', { name: 'ada' }),
      dueAt: null,
    });
    expect(detail.nodeResults.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual([
      'start success',
      'before success',
      'a failed',
    ]);
    expect(detail.nodeResults.at(-1)?.error).toMatchObject({
      code: 'cancelled',
      message: 'The execution was cancelled by ada.',
    });
    expect(shops.service.requests[0]?.signal.aborted).toBe(true);
    expect(shops.service.paths).toEqual(['a']);
    expect(
      shop.bus.told.filter(({ payload }) => (payload as { status: string }).status === 'failed'),
    ).toHaveLength(1);
  });

  it('a cancellation is noticed even if its event was lost', async () => {
    const shop = workshop({ timing: { checkEveryMs: 20 } });
    shop.bus.deaf = true;
    const { id } = await cancelled(shop);
    expect(await shop.row(id)).toMatchObject({
      status: 'failed',
      error: say('cancelled_by', { name: 'ada' }),
    });
  });

  it('a cancellation is kept even if a node ignores the abort', async () => {
    const finish = shops.service.hold('a');
    const shop = workshop();
    shop.bus.deaf = true;
    const workflow = await workflowOf(chain({ a: call('a') }));
    const id = await shop.accept(workflow);
    const run = shop.run(id);
    await asked('a');
    await shop.control.cancel(ada, workflow.id, id);
    finish();
    await run;
    expect(await shop.row(id)).toMatchObject({
      status: 'failed',
      error: say('cancelled_by', { name: 'ada' }),
    });
  });

  it('a cancellation ends waiting and queued executions', async () => {
    const shop = workshop();
    const workflow = await workflowOf(chain({ pause: { type: 'delay', config: { durationMs: 60_000 } } }));
    const [waiting, queued] = [await shop.accept(workflow), await shop.accept(workflow)];
    await shop.run(waiting);
    for (const id of [waiting, queued]) {
      await shop.control.cancel(ada, workflow.id, id);
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({
        status: 'failed',
        error: say('cancelled_by', { name: 'ada' }),
      });
    }
  });
});

describe('the record of a cancelled execution', () => {
  const shops = useWorkshops({ variables: { TOKEN: SECRET } });
  const { workshop, workflowOf } = shops;
  /** Runs an execution until it waits, then cancels it. Returns the execution. */
  const cancelled = async (shop: ExecutionWorkshop, definition: object) => {
    const workflow = await workflowOf(definition);
    const id = await shop.accept(workflow);
    await shop.run(id);
    await shop.control.cancel(ada, workflow.id, id);
    return shop.detail(workflow.id, id);
  };
  const summaryOf = ({ nodeResults }: Awaited<ReturnType<typeof cancelled>>) =>
    nodeResults.map(({ nodeId, visit, status, attempts, error }) =>
      [`${nodeId}#${visit}`, status, attempts, error?.code ?? ''].join(' ').trim(),
    );

  it('the record of a cancelled execution contains the delay node at which the execution waited', async () => {
    const pause = { type: 'delay', config: { durationMs: 60_000 } };
    const detail = await cancelled(workshop(), chain({ a: call('a'), pause }));
    expect(summaryOf(detail)).toEqual([
      'start#1 success 1',
      'a#1 success 1',
      'pause#1 skipped 1 interrupted',
    ]);
    expect(detail.nodeResults.at(-1)).toMatchObject({ input: { durationMs: 60_000 }, output: {} });
  });

  it('the record of a cancelled execution contains the failed attempts of a node that waits for its next attempt, without secrets', async () => {
    shops.service.on('a', () => ({ ...ok(), status: 500, body: `No ${SECRET}.` }));
    const onError = { action: 'retry' as const, retryCount: 2, retryDelayMs: 60_000 };
    const a = { ...call('a', { failOnStatus: true, body: '{{ env.TOKEN }}' }), onError };
    const shop = workshop();
    const detail = await cancelled(shop, chain({ x: set('x', '{{ env.TOKEN }}'), a }));
    expect(summaryOf(detail).slice(1)).toEqual(['x#1 success 1', 'a#1 skipped 1 interrupted']);
    expect(detail.nodeResults.at(-1)?.logs.join()).toContain('attempt 1 failed');
    expect(JSON.stringify(detail)).not.toContain(SECRET);
    expect(JSON.stringify(detail)).not.toContain('\uF8FF');
    const id = await shop.retries.retry(ada, detail.workflowId, detail.id);
    shops.service.on('a', () => ok());
    await shop.run(id);
    const retried = await shop.detail(detail.workflowId, id);
    expect(summaryOf(retried).slice(-2)).toEqual(['a#1 skipped 1 interrupted', 'a#2 success 1']);
    expect(shops.service.requests.at(-1)?.body).toContain(SECRET);
  });

  it('the record of a cancelled execution contains all running nodes and their loop', async () => {
    shops.service.on('a', hang);
    const definition = {
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'each', type: 'loop', config: { items: [1, 2, 3], concurrency: 2 } },
        { id: 'a', ...call('a') },
      ],
      edges: [
        { id: 'e1', source: 'start', target: 'each' },
        { id: 'e2', source: 'each', target: 'a', label: 'body' },
      ],
    };
    const shop = workshop();
    const workflow = await workflowOf(definition);
    const id = await shop.accept(workflow);
    const run = shop.run(id);
    await waitFor(() => shops.service.paths.length === 2, { what: 'the requests' });
    await shop.control.cancel(ada, workflow.id, id);
    await run;
    const detail = await shop.detail(workflow.id, id);
    expect(summaryOf(detail)).toEqual([
      'start#1 success 1',
      'a#1 failed 1 cancelled',
      'a#1 failed 1 cancelled',
      'each#1 failed 1 interrupted',
    ]);
    expect(detail.nodeResults.map(({ iteration }) => iteration)).toEqual(['', 'each[0]', 'each[1]', '']);
  });

  it.each([
    ['cannot be read', '{"engine":{'],
    ['names an unknown node', '{"engine":{"underWay":[{"token":{"nodeId":"gone"}}]}}'],
  ])(
    'the record of a cancelled execution does not contain the interrupted nodes if the saved state %s',
    async (_, state) => {
      const shop = workshop({ clock: new FixedClock(NOW) });
      const workflow = await workflowOf(chain({ pause: { type: 'delay', config: { durationMs: 60_000 } } }));
      const id = await shop.accept(workflow);
      await shop.run(id);
      await shops.database.dataSource
        .getRepository(WorkflowExecutionStateEntity)
        .update({ executionId: id }, { state });
      await shop.control.cancel(ada, workflow.id, id);
      expect(await shop.row(id)).toMatchObject({
        status: 'failed',
        error: say('cancelled_by', { name: 'ada' }),
      });
    },
  );
});
