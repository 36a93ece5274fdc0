import { AuditService, ObjectsService, PointsService } from '@app/domain';
import { endTriggerTimes } from '@app/domain/testing';
import { CalendarEntity, inTransaction, TriggerWatchEntity } from '@app/entities';
import { aModel } from '../factories/a-model';
import { waitsForLock } from '../factories/waits-for-lock';
import { waitFor } from '../harness';
import { MINUTE_MS, engineer, useHolds } from '../factories/use-holds';

describe('triggers that follow values over time', () => {
  const shared = useHolds();
  const {
    clock,
    manager,
    replace,
    restart,
    watching,
    change,
    tick,
    wait,
    measured,
    take,
    started,
    values,
    takeAll,
    holds,
  } = shared;

  describe('at their start', () => {
    it('triggers begin with the current state only if onStart is set', async () => {
      await take(27);
      await watching({ above: 26 });
      await watching({ above: 26, onStart: true });
      await tick();
      expect(await started()).toMatchObject([{ value: 27, previous: null, crossed: 'above' }]);
      await tick();
      expect(await takeAll(28, 20, 29)).toEqual([29, 29]);
    });

    it('if onStart is set, triggers with forMs begin their delay at their own start, even if the state began earlier', async () => {
      await take(27);
      wait(3600);
      await watching({ above: 26, forMs: MINUTE_MS, onStart: true });
      await watching({ above: 26, forMs: MINUTE_MS });
      await tick();
      wait(59);
      await tick();
      expect(await values()).toEqual([]);
      wait(1);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('triggers begin with a true condition if onStart is set, and then start a workflow at each change', async () => {
      await take(27);
      await watching({ condition: 'value > 26', onStart: true });
      await tick();
      expect(await values()).toEqual([27]);
      expect(await takeAll(28, 28, 20, 27)).toEqual([28, 27]);
    });

    it('triggers begin with the next value, not the current one, if they were created after the latest tick', async () => {
      await take(20);
      await watching({ above: 26 });
      expect(await takeAll(27)).toEqual([27]);
    });
  });

  describe('after a restart', () => {
    it('triggers with forMs continue their delay after a restart', async () => {
      await watching({ above: 26, forMs: 10 * MINUTE_MS });
      await take(27);
      wait(300);
      await restart();
      await take(28);
      expect(await values()).toEqual([]);
      wait(299);
      await tick();
      expect(await values()).toEqual([28]);
      await restart();
      await tick();
      expect(await takeAll(29)).toEqual([]);
    });

    it('triggers start a workflow at the first value after a restart if a limit was crossed during the outage', async () => {
      await watching({ above: 26 });
      await take(20);
      wait(3600);
      replace();
      await take(27);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('triggers start no workflow if the first value after a restart shows that the state has ended', async () => {
      await watching({ above: 26, forMs: MINUTE_MS });
      await take(27);
      wait(3600);
      replace();
      await take(20);
      await tick();
      expect(await values()).toEqual([]);
      expect(await holds()).toEqual([]);
    });

    it('triggers evaluate the state after a restart only when values are current', async () => {
      await take(30);
      await watching({ above: 26, onStart: true });
      replace();
      await take(31, { code: 'other' });
      await take(20);
      await tick();
      expect(await values()).toEqual([]);
      expect(await takeAll(27)).toEqual([27]);
    });

    it('triggers with onStart evaluate the current state again after a restart, but start a workflow only once per state', async () => {
      const { id } = await manager().save(CalendarEntity, {
        name: 'Nights',
        timezone: 'UTC',
        areaIds: [],
        weekly: [{ day: 1, from: '11:00', to: '24:00' }],
        exceptions: [],
      });
      await watching({ condition: `value > 26 && isOpen(now(), ${id})`, onStart: true });
      await take(27);
      expect(await values()).toEqual([]);
      wait(3600);
      await restart();
      expect(await values()).toEqual([27]);
      await restart();
      expect(await values()).toEqual([]);
      await manager().deleteAll(CalendarEntity);
    });
  });

  describe('after a change of their workflow', () => {
    const config = { watch: ['T*'], above: 26, forMs: MINUTE_MS };

    it('triggers start nothing while the workflow is disabled, and begin again when it is enabled', async () => {
      const { id } = await watching(config);
      await take(27);
      await change(id, { enabled: false });
      wait(60);
      await tick();
      expect([await values(), await holds()]).toEqual([[], []]);
      await change(id, { enabled: true });
      await tick();
      wait(60);
      await tick();
      expect(await values()).toEqual([]);
      await take(20);
      await take(27);
      wait(60);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('triggers act on the current state when the workflow is enabled, unless they acted on this state before', async () => {
      const { id } = await watching({ above: 26, onStart: true });
      expect(await takeAll(20, 27)).toEqual([27]);
      const toggle = async () => {
        await change(id, { enabled: false });
        await tick();
        await change(id, { enabled: true });
        await tick();
        return values();
      };
      expect(await toggle()).toEqual([]);
      await take(20);
      await change(id, { enabled: false });
      await take(28);
      await change(id, { enabled: true });
      await tick();
      expect(await values()).toEqual([28]);
    });

    it('triggers begin again if the workflow was disabled and enabled, even without a tick in between', async () => {
      const { id } = await watching({ above: 26, forMs: MINUTE_MS, onStart: true });
      await take(20);
      await take(27);
      wait(30);
      await change(id, { enabled: false });
      await change(id, { enabled: true });
      await tick();
      wait(30);
      await tick();
      expect(await values()).toEqual([]);
      wait(30);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('triggers begin again if the trigger has changed, but continue if only the name or the graph has changed', async () => {
      const { id } = await watching(config);
      await take(27);
      wait(30);
      const start = { id: 'start', type: 'start', config: {} };
      const end = { id: 'end', type: 'end', config: {} };
      await change(id, {
        name: 'Other',
        nodes: [start, end],
        edges: [{ id: 'e', source: 'start', target: 'end' }],
      });
      wait(30);
      await tick();
      expect(await values()).toEqual([27]);
      await change(id, {
        trigger: { type: 'state_change', config: { ...config, above: 25, onStart: true } },
      });
      await tick();
      wait(60);
      await tick();
      expect(await values()).toEqual([27]);
      await change(id, { trigger: { type: 'manual' } });
      await tick();
      expect([await holds(), await manager().count(TriggerWatchEntity)]).toEqual([[], 0]);
    });

    it('the stored state of a trigger is deleted after its workflow was deleted', async () => {
      const { id } = await watching(config);
      await take(27);
      await inTransaction(shared.database.dataSource, (tx) => shared.desk.editing.remove(engineer, id, tx));
      wait(60);
      await tick();
      expect([await values(), await holds(), await manager().count(TriggerWatchEntity)]).toEqual([[], [], 0]);
    });

    it.each([
      ['', true],
      [', in which the trigger itself begins', false],
    ])(
      'triggers end their delay for a deleted point, even if the delay began in a transaction that has not ended%s',
      async (_, hasBegun) => {
        await watching(config);
        if (hasBegun) await tick();
        const { dataSource } = shared.database;
        const { follower } = shared.desk.evaluator;
        let ended: Promise<void> | undefined;
        await shared.desk.values.accept([measured(27)], undefined, {
          takeIn: async (manager, values) => {
            const afterCommit = await follower.takeIn(manager, values);
            ended = inTransaction(dataSource, (other) => endTriggerTimes(other, ['T1']));
            const waits = waitFor(() => waitsForLock(dataSource, 'SELECT%trigger_watch%'), {
              what: 'the lock',
            });
            await Promise.race([ended, waits]);
            return afterCommit;
          },
        });
        await ended;
        expect(await holds()).toEqual([['above', 'T1', null]]);
      },
    );

    it('triggers end their delay for a point if the point or its object was deleted', async () => {
      await watching(config);
      const { dataSource } = shared.database;
      const audit = new AuditService(dataSource, clock);
      const objects = new ObjectsService(dataSource, audit);
      const references = { withIds: (_: unknown, ids: number[]) => Promise.resolve(new Set(ids)) };
      const points = new PointsService(dataSource, references as never, audit);
      const { id: modelId } = await aModel(dataSource);
      const { id: objectId } = await objects.create(engineer, { name: 'Room', code: 'R', modelId });
      const point = await points.create(engineer, { name: 'Temperature', code: 'T1', objectId });
      await points.create(engineer, { name: 'Other', code: 'T2', objectId });
      for (const code of ['T1', 'T2', 'T3']) await take(27, { code });
      await points.remove(engineer, point.id);
      await objects.remove(engineer, objectId);
      wait(60);
      await tick();
      expect((await started()).map(({ code }) => code)).toEqual(['T3']);
      await take(20);
      await take(28);
      wait(60);
      await tick();
      expect(await values()).toEqual([28]);
    });
  });
});
