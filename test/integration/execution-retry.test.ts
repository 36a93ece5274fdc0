import { WorkflowExecutionEntity } from '@app/entities';
import { Actor } from '@app/kernel';
import { call, chain, set } from '../factories/chain';
import { hang, ok } from '../factories/fake-service';
import { useWorkshops } from '../factories/use-workshops';

const ada = Actor.user(7, 'operator', 'ada');

describe('the retry of an execution', () => {
  const shops = useWorkshops();
  const { asked, workshop, workflowOf } = shops;

  it('a retry starts a new execution that keeps the finished results and continues at the failure', async () => {
    const shop = workshop({ variables: { TOKEN: 'tok-12345' } });
    const workflow = await workflowOf(
      chain({
        a: call('a', { body: '{{ env.TOKEN }}' }),
        x: set('x', 'got {{ nodeOutputs.a.body.n }} {{ env.TOKEN }}'),
        b: call('b', { body: '{{ variables.x }}' }),
      }),
    );
    shops.service.on('a', () => ok({ n: 7 })).on('b', () => Promise.reject(new Error('x')));
    const failed = await shop.execute(workflow, { zone: 'north' });
    expect(failed.status).toBe('failed');
    shops.service.on('b', () => ok());
    const id = await shop.retries.retry(ada, workflow.id, failed.id);
    await shop.run(id);
    const detail = await shop.detail(workflow.id, id);
    expect(detail).toMatchObject({ status: 'success', retryOf: failed.id, triggerData: { zone: 'north' } });
    expect(detail.nodeResults.map(({ nodeId, visit, status }) => [nodeId, visit, status])).toEqual([
      ['start', 1, 'success'],
      ['a', 1, 'success'],
      ['x', 1, 'success'],
      ['b', 1, 'failed'],
      ['b', 2, 'success'],
    ]);
    expect(shops.service.paths).toEqual(['a', 'b', 'b']);
    expect(shops.service.requests.at(-1)?.body).toContain('got 7 tok-12345');
    expect(await shop.row(failed.id)).toMatchObject({ status: 'failed' });
  });

  it('a retry repeats the node at which the execution was cancelled', async () => {
    const shop = workshop();
    shops.service.on('b', hang);
    const workflow = await workflowOf(chain({ a: call('a'), b: call('b') }));
    const first = await shop.accept(workflow);
    const run = shop.run(first);
    await asked('b');
    await shop.control.cancel(ada, workflow.id, first);
    await run;
    shops.service.on('b', () => ok());
    const id = await shop.retries.retry(ada, workflow.id, first);
    await shop.run(id);
    expect(await shop.row(id)).toMatchObject({ status: 'success' });
    expect(shops.service.paths).toEqual(['a', 'b', 'b']);
  });

  it('a retry creates only one execution, even if its request is repeated concurrently or later', async () => {
    const shop = workshop();
    shops.service.on('a', () => Promise.reject(new Error('x')));
    const workflow = await workflowOf(chain({ a: call('a') }));
    const { id } = await shop.execute(workflow);
    const retry = (key: string) => shop.retries.retry(ada, workflow.id, id, key);
    const [first, second] = await Promise.all([retry('key-1'), retry('key-1')]);
    // Flush the dispatcher now. Without the flush, it would queue the execution some milliseconds later, when the queue
    // may already be down.
    shop.dispatcher.onModuleDestroy();
    shop.queueIsDown = true;
    expect([second, await retry('key-1')]).toEqual([first, first]);
    shop.queueIsDown = false;
    expect(await retry('key-2')).not.toBe(first);
    expect(await shops.database.dataSource.manager.countBy(WorkflowExecutionEntity, { retryOf: id })).toBe(2);
    shop.dispatcher.onModuleDestroy();
    const ids = shop.queued.flatMap(({ payload }) => payload.executionIds);
    expect(ids.filter((one) => one === first)).toHaveLength(1);
  });

  it.each(['running', 'success'] as const)('a retry is refused if the execution is %s', async (status) => {
    const shop = workshop();
    const workflow = await workflowOf(chain({}));
    const id = await shop.accept(workflow);
    if (status === 'success') await shop.run(id);
    await expect(shop.retries.retry(ada, workflow.id, id)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'execution_not_failed',
    });
  });

  it('a retry is refused while the queue is down', async () => {
    const shop = workshop();
    shops.service.on('a', () => Promise.reject(new Error('x')));
    const workflow = await workflowOf(chain({ a: call('a') }));
    const { id } = await shop.execute(workflow);
    shop.queueIsDown = true;
    await expect(shop.retries.retry(ada, workflow.id, id)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await shops.database.dataSource.manager.countBy(WorkflowExecutionEntity, { retryOf: id })).toBe(0);
  });
});
