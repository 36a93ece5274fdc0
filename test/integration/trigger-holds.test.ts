import { WorkflowEntity, WorkflowExecutionEntity } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { loggedQueries } from '../factories/logged-queries';
import { NOW, SECOND_MS, MINUTE_MS, useHolds } from '../factories/use-holds';

describe('triggers that follow values over time', () => {
  const shared = useHolds();
  const { clock, manager, watching, arm, tick, wait, measured, take, started, values, takeAll, holds } =
    shared;

  describe('without forMs', () => {
    it.each<[JsonObject, unknown[], unknown[]]>([
      [{ above: 26, below: 18 }, [20, 27, 20, 17, 20], [27, 17]],
      [{ above: 0.5 }, [false, true, true, false, true], [true, true]],
      [{ above: 26 }, [20, 'broken', null, 27, null, 'broken', 27.5], [27]],
    ])('triggers start a workflow at each crossing of a limit: %j, %j', async (config, series, expected) => {
      await watching(config);
      expect(await takeAll(...series)).toEqual(expected);
    });

    it('triggers start a workflow at a crossing only if the quality is good or uncertain', async () => {
      await watching({ above: 26 });
      await take(27, { quality: 'bad' });
      expect(await values()).toEqual([]);
      await take(28, { quality: 'uncertain' });
      await take(20, { quality: 'bad' });
      await take(29);
      expect(await values()).toEqual([28]);
    });

    it('triggers pass the crossed limit and the previous value to the workflow', async () => {
      const workflow = await watching({ above: 26, below: 18 }, { revision: 3 });
      await take(20);
      await take(27);
      await shared.desk.startAll();
      const [execution] = await manager().find(WorkflowExecutionEntity);
      expect(execution).toMatchObject({ workflowId: workflow.id, revision: 3, trigger: 'state_change' });
      const timestamp = new Date(NOW + 2000).toISOString();
      expect(await started()).toEqual([
        {
          code: 'T1',
          value: 27,
          previous: 20,
          quality: 'good',
          timestamp,
          crossed: 'above',
          since: timestamp,
        },
      ]);
      await take(17);
      expect(await started()).toMatchObject([{ crossed: 'below', previous: 27 }]);
    });

    it('triggers start a workflow only if the condition is true at the crossing', async () => {
      await watching({ above: 26, condition: 'previous < 25' });
      expect(await takeAll(24, 27, 25, 28, 29, 20, 30)).toEqual([27, 30]);
    });

    it('triggers start a workflow for each point separately', async () => {
      await watching({ above: 26, forMs: MINUTE_MS });
      await take(27);
      wait(30);
      await take(28, { code: 'T2' });
      wait(30);
      await tick();
      expect((await started()).map(({ code }) => code)).toEqual(['T1']);
      wait(30);
      await tick();
      expect((await started()).map(({ code }) => code)).toEqual(['T2']);
      expect(await takeAll(27.5)).toEqual([]);
    });

    it('triggers start a workflow independently of a workflow that watches the same point without a limit', async () => {
      const plain = await aWorkflow(shared.database.dataSource, {
        triggerType: 'state_change',
        triggerConfig: { watch: ['T1'] },
      });
      const above = await watching({ above: 26 });
      await take(27);
      await take(28);
      await shared.desk.startAll();
      const executions = await manager().find(WorkflowExecutionEntity);
      const idsOf = ({ id }: WorkflowEntity) => executions.filter(({ workflowId }) => workflowId === id);
      expect([idsOf(plain).length, idsOf(above).length]).toEqual([2, 1]);
    });
  });

  describe('with forMs', () => {
    const tenMinutes = { above: 26, forMs: 10 * MINUTE_MS };

    it('triggers with forMs start a workflow when the delay is over, even without a further value', async () => {
      await watching(tenMinutes);
      await take(27);
      wait(599);
      await tick();
      expect(await values()).toEqual([]);
      wait(1);
      await tick();
      const since = new Date(NOW + 1000).toISOString();
      expect(await started()).toMatchObject([{ value: 27, previous: 27, since, crossed: 'above' }]);
      wait(3600);
      await tick();
      expect(await takeAll(28, 26.5)).toEqual([]);
    });

    it("triggers with forMs measure the delay by the gateway's timestamps, even if the gateway's clock differs", async () => {
      const lagMs = 3600 * SECOND_MS;
      await watching(tenMinutes);
      await take(27, { lagMs });
      wait(599);
      await tick();
      expect(await values()).toEqual([]);
      wait(1);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('triggers with forMs restart the delay if the value returns within the limit in the meantime', async () => {
      await watching({ ...tenMinutes, hysteresis: 5 });
      await take(27);
      wait(590);
      await take(26);
      expect(await holds()).toEqual([]);
      await take(27);
      wait(590);
      await tick();
      expect(await values()).toEqual([]);
      wait(10);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('triggers with forMs continue the delay while a value is missing or bad', async () => {
      await watching(tenMinutes);
      await take(27);
      await take(null, { quality: 'bad' });
      await take(12, { quality: 'bad' });
      wait(598);
      await tick();
      expect(await started()).toMatchObject([{ value: 12, quality: 'bad' }]);
    });

    it('triggers with forMs require the condition both at the crossing and at the end of the delay', async () => {
      await watching({ above: 26, forMs: MINUTE_MS, condition: 'state.site.armed' });
      const found: unknown[] = [];
      for (const [isArmedAtStart, isArmedAtEnd] of [
        [false, true],
        [true, false],
        [true, true],
      ] as const) {
        await take(20);
        await arm(isArmedAtStart);
        await take(27);
        await arm(isArmedAtEnd);
        wait(60);
        await tick();
        found.push(await values());
      }
      expect(found).toEqual([[], [], [27]]);
    });

    it('triggers with forMs measure how long the condition is true if they have no limits', async () => {
      await watching({ condition: "value === 'open'", forMs: MINUTE_MS });
      await take('open');
      wait(30);
      await take('open');
      wait(28);
      await take('closed');
      wait(60);
      await take('open');
      await take(null);
      wait(59);
      await tick();
      expect(await started()).toMatchObject([
        { crossed: null, since: new Date(NOW + 122_000).toISOString() },
      ]);
      wait(600);
      await tick();
      expect(await values()).toEqual([]);
    });

    it('triggers with forMs leave bad values to the condition if the condition reads the quality', async () => {
      await watching({ condition: "quality === 'bad'", forMs: MINUTE_MS });
      await take(20);
      await take(null, { quality: 'bad' });
      wait(60);
      await tick();
      expect(await values()).toEqual([null]);
    });

    it('triggers with forMs evaluate the condition again when the delay is over', async () => {
      await watching({ condition: 'value > 26 && local(now()).hour < 10', forMs: MINUTE_MS });
      clock.set(NOW - 30 * SECOND_MS);
      await take(27);
      expect(await holds()).toHaveLength(1);
      wait(60);
      await tick();
      expect(await values()).toEqual([]);
      expect(await holds()).toEqual([]);
    });

    it('triggers with forMs write nothing while further values remain beyond the limit', async () => {
      await watching(tenMinutes);
      await take(27);
      const queries = await loggedQueries(shared.database.dataSource, async () => {
        await take(28);
        await take(28);
        await tick();
      });
      expect(queries.filter((query) => /(INSERT|UPDATE|DELETE).*trigger_/s.test(query))).toEqual([]);
    });

    it('triggers with forMs start one execution per point if the delay ends for many points at once', async () => {
      await watching({ above: 26, forMs: MINUTE_MS });
      const many = Array.from({ length: 1001 }, (_, index) => measured(30, { code: `T${index}` }));
      await shared.desk.values.accept(many, undefined, shared.desk.evaluator.follower);
      wait(60);
      await tick();
      expect(new Set((await started()).map(({ code }) => code)).size).toBe(1001);
      await tick();
      expect(await started()).toEqual([]);
    });
  });
});
