import { say } from '@app/kernel';
import {
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
} from '@app/entities';
import { call, chain, set } from '../factories/chain';
import { hang, ok } from '../factories/fake-service';
import { useWorkshops } from '../factories/use-workshops';
import { waitFor } from '../harness';

describe('the engine of executions', () => {
  const shops = useWorkshops();
  const { asked, workshop, workflowOf } = shops;

  describe('with two workers', () => {
    it('the engine runs each effect of an execution only once', async () => {
      const finish = shops.service.hold('a');
      const [first, second] = [workshop(), workshop()];
      const id = await first.accept(await workflowOf(chain({ a: call('a') })));
      const run = first.run(id);
      await asked('a');
      await second.run(id);
      await first.run(id);
      expect(shops.service.paths).toEqual(['a']);
      finish();
      await run;
      expect(await first.row(id)).toMatchObject({ status: 'success' });
      await second.run(id);
      expect((await second.row(id)).version).toBe(2);
    });

    it('the engine saves a finished effect before the computations of parallel nodes have ended', async () => {
      const heavy = '{{ triggerData.items.filter((item) => item % 3 === 0).length }}';
      const names = Array.from({ length: 15 }, (_, index) => `x${index}`);
      const { nodes, edges } = chain(Object.fromEntries(names.map((name) => [name, set(name, heavy)])));
      const definition = {
        nodes: [...nodes, { id: 'a', config: {}, ...call('a') }],
        edges: [{ id: 'start-a', source: 'start', target: 'a' }, ...edges],
      };
      const shop = workshop();
      const items = Array.from({ length: 15_000 }, (_, index) => index);
      const { id, status } = await shop.execute(await workflowOf(definition), { items });
      expect(status).toBe('success');
      const parts = await shops.database.dataSource.manager.findBy(WorkflowExecutionResultsEntity, {
        executionId: id,
      });
      const partOf = (node: string) =>
        parts.find(({ results }) => results.includes(`"nodeId":"${node}"`))?.part;
      expect(partOf('a')).toBeLessThan(partOf('x14') ?? 0);
    });

    it('the engine hands an execution over when its claim expires, and repeats only the interrupted effect', async () => {
      const stalled = workshop({ timing: { claimMs: 1 } });
      const finish = shops.service.hold('b', () => ok({ late: true }));
      const workflow = await workflowOf(chain({ a: call('a'), b: call('b'), c: call('c') }));
      const id = await stalled.accept(workflow);
      const run = stalled.run(id);
      await asked('b');
      shops.service.on('b', () => ok());
      const next = workshop();
      await waitFor(
        async () => {
          await next.run(id);
          return (await next.row(id)).status === 'success';
        },
        { what: 'the other worker' },
      );
      finish();
      await run;
      expect(shops.service.paths).toEqual(['a', 'b', 'b', 'c']);
      expect(new Set(shops.service.keysOf('b')).size).toBe(1);
      const detail = await next.detail(workflow.id, id);
      expect(detail.status).toBe('success');
      expect(JSON.stringify(detail.nodeResults)).not.toContain('late');
      expect(detail.nodeResults.map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b', 'c']);
    });

    it('the engine claims an execution that takes long, even if the execution has no effects', async () => {
      const shop = workshop({ timing: { checkEveryMs: 10 } });
      const items = Array.from({ length: 4000 }, (_, index) => index);
      const definition = {
        nodes: [
          { id: 'start', type: 'start', config: {} },
          { id: 'each', type: 'loop', config: { items } },
          { id: 'note', type: 'variable', config: { name: 'n', value: '{{ item }}' } },
        ],
        edges: [
          { id: 'e1', source: 'start', target: 'each' },
          { id: 'e2', source: 'each', target: 'note', label: 'body' },
        ],
      };
      const id = await shop.accept(await workflowOf(definition));
      const claims = new Set<string | null>();
      const run = shop.run(id);
      await waitFor(
        async () => {
          const { claimedBy, status } = await shop.row(id);
          claims.add(claimedBy);
          return status !== 'running';
        },
        { what: 'the end', isBrief: true },
      );
      await run;
      expect(claims).toContain(shop.identity.id);
      expect(await shop.row(id)).toMatchObject({ status: 'success', claimedBy: null });
    });
  });

  describe('with an execution that never makes progress', () => {
    it('the engine fails the execution with given_up after five recoveries', async () => {
      const workflow = await workflowOf(chain({ a: call('a') }));
      const id = await workshop().accept(workflow);
      shops.service.on('a', () => new Promise(() => undefined));
      for (let life = 1; life <= 6; life++) {
        const dying = workshop({ timing: { claimMs: 1 } });
        const hasBegun = () => {
          // This run does nothing if the claim of the previous worker has not expired yet, so it is repeated.
          void dying.run(id);
          return shops.service.paths.length === life;
        };
        await waitFor(hasBegun, { what: `life ${life}` });
      }
      const last = workshop();
      await waitFor(
        async () => {
          await last.run(id);
          return (await last.row(id)).status === 'failed';
        },
        { what: 'the end' },
      );
      const detail = await last.detail(workflow.id, id);
      expect(detail.error?.message).toContain('recovered the execution 5 times');
      expect(detail.nodeResults.at(-1)).toMatchObject({
        nodeId: 'a',
        status: 'failed',
        error: { code: 'given_up' },
      });
      expect(shops.service.paths).toHaveLength(6);
    });

    it('the engine counts a recovery even if the previous worker died without a write', async () => {
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({})));
      await shops.database.dataSource.manager.update(WorkflowExecutionEntity, id, { recoveries: 5 });
      await shop.run(id, { stalls: 1 });
      expect(await shop.row(id)).toMatchObject({ status: 'failed' });
    });

    it('the engine fails the execution after three job attempts with an internal error', async () => {
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({})));
      await shops.database.dataSource.manager.insert(WorkflowExecutionStateEntity, {
        executionId: id,
        state: '{"engine":{',
      });
      for (const attempt of [1, 2]) await expect(shop.run(id, { attempt })).rejects.toThrow('JSON');
      await shop.run(id, { attempt: 3 });
      expect(await shop.row(id)).toMatchObject({
        status: 'failed',
        error: say('execution_failed'),
      });
    });
  });

  describe('in a process that shuts down', () => {
    it('the engine saves node runs that finish within the grace period, and leaves the rest to another worker', async () => {
      const ending = new AbortController();
      const finish = shops.service.hold('a');
      const shop = workshop();
      const id = await shop.accept(await workflowOf(chain({ a: call('a'), b: call('b') })));
      const run = shop.run(id, { signal: ending.signal });
      await asked('a');
      ending.abort(new Error('The process is shutting down.'));
      finish();
      await expect(run).rejects.toThrow('The process is shutting down.');
      expect(await shop.row(id)).toMatchObject({ status: 'running', claimedBy: null });
      await workshop().run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success', recoveries: 0 });
      expect(shops.service.paths).toEqual(['a', 'b']);
    });

    it('the engine does not fail an execution whose node was aborted by the shutdown', async () => {
      const ending = new AbortController();
      shops.service.on('a', hang);
      const shop = workshop({ timing: { graceMs: 10 } });
      const id = await shop.accept(await workflowOf(chain({ a: call('a') })));
      const run = shop.run(id, { signal: ending.signal });
      await asked('a');
      ending.abort(new Error('The process is shutting down.'));
      await expect(run).rejects.toThrow('The process is shutting down.');
      expect(shops.service.requests[0]?.signal.aborted).toBe(true);
      shops.service.on('a', () => ok());
      await workshop().run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(new Set(shops.service.keysOf('a')).size).toBe(1);
    });
  });
});
