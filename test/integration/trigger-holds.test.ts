import { AuditService, ObjectsService, PointsService } from '@app/domain';
import { endTriggerTimes, lockWatches } from '@app/domain/testing';
import type { PointValue } from '@app/contracts';
import {
  AuditEntryEntity,
  CalendarEntity,
  inTransaction,
  PointValueEntity,
  RememberedValueEntity,
  SITE_OWNER,
  TriggerHoldEntity,
  TriggerOccurrenceEntity,
  TriggerWatchEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { aModel } from '../factories/a-model';
import { aWorkflow } from '../factories/a-workflow';
import { HoldDesk } from '../factories/hold-desk';
import { loggedQueries } from '../factories/logged-queries';
import { waitsForLock } from '../factories/waits-for-lock';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const engineer = Actor.user(3, 'engineer', 'erik');
const lost = () => Promise.reject(new Error('The lease is lost.'));

describe('triggers that follow values over time', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let desk: HoldDesk;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    for (const entity of [
      AuditEntryEntity,
      PointValueEntity,
      RememberedValueEntity,
      TriggerHoldEntity,
      TriggerOccurrenceEntity,
      TriggerWatchEntity,
      WorkflowExecutionEntity,
      WorkflowEntity,
    ])
      await manager().deleteAll(entity);
    clock.set(NOW);
    await restart();
  });

  const manager = () => database.dataSource.manager;
  /** Replaces the worker by another one, which reads values before its first tick. */
  const replace = () => void (desk = new HoldDesk(database, clock));
  const restart = async () => {
    replace();
    await tick();
  };
  const watching = (config: JsonObject, overrides: Partial<WorkflowEntity> = {}) =>
    aWorkflow(database.dataSource, {
      triggerType: 'state_change',
      triggerConfig: { watch: ['T*'], ...config },
      ...overrides,
    });
  const change = (id: string, changes: object) => desk.editing.change(engineer, id, changes);
  const arm = (value: boolean) =>
    manager().save(RememberedValueEntity, {
      owner: SITE_OWNER,
      name: 'armed',
      value,
      updatedAt: clock.now(),
      expiresAt: null,
    });
  const tick = () => desk.evaluator.tick(undefined);
  const wait = (seconds: number) => clock.advance(seconds * SECOND_MS);
  const measured = (value: unknown, { code = 'T1', quality = 'good', lagMs = 0 } = {}): PointValue => ({
    code,
    value,
    quality: quality as PointValue['quality'],
    timestamp: new Date(clock.nowMs() - lagMs).toISOString(),
  });
  /** Takes in a value that is a second newer than the previous one. */
  const take = (value: unknown, options?: Parameters<typeof measured>[1]) => {
    wait(1);
    return desk.values.accept([measured(value, options)], undefined, desk.evaluator.follower);
  };
  /** Returns the trigger data of executions that have started since the last call. */
  async function started(): Promise<JsonObject[]> {
    await desk.startAll();
    const rows = await manager().find(WorkflowExecutionEntity, {
      select: { id: true, triggerData: true },
      order: { id: 'ASC' },
    });
    await manager().deleteAll(WorkflowExecutionEntity);
    return rows.map(({ triggerData }) => JSON.parse(triggerData) as JsonObject);
  }
  const values = async () => (await started()).map(({ value }) => value);
  /** Takes in values one after the other. @returns the values that started an execution */
  async function takeAll(...series: unknown[]): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const value of series) {
      await take(value);
      found.push(...(await values()));
    }
    return found;
  }
  const holds = async () =>
    (await manager().find(TriggerHoldEntity, { order: { code: 'ASC' } })).map(({ side, code, sinceAt }) => [
      side,
      code,
      sinceAt && (sinceAt.getTime() - NOW) / SECOND_MS,
    ]);

  describe('start a workflow', () => {
    it.each<[JsonObject, unknown[], unknown[]]>([
      [{ above: 26 }, [20, 26, 26.1, 27, 26, 26.2], [26.1, 26.2]],
      [{ above: 26, hysteresis: 1 }, [20, 27, 25.5, 27, 25, 26.5], [27, 26.5]],
      [{ below: 18 }, [20, 17, 16, 18, 17.5], [17, 17.5]],
      [{ below: 18, hysteresis: 2 }, [20, 17, 19.9, 17, 20, 17.2], [17, 17.2]],
      [{ above: 26, below: 18 }, [20, 27, 20, 17, 20], [27, 17]],
      [{ above: 26, below: 18 }, [27, 17, 28], [27, 17, 28]],
      [{ above: 0.5 }, [false, true, true, false, true], [true, true]],
      [{ above: 26 }, [20, 'broken', null, 27, null, 'broken', 27.5], [27]],
    ])('at each crossing of a limit: %j, %j', async (config, series, expected) => {
      await watching(config);
      expect(await takeAll(...series)).toEqual(expected);
    });

    it('at a crossing only if the quality is good or uncertain', async () => {
      await watching({ above: 26 });
      await take(27, { quality: 'bad' });
      expect(await values()).toEqual([]);
      await take(28, { quality: 'uncertain' });
      await take(20, { quality: 'bad' });
      await take(29);
      expect(await values()).toEqual([28]);
    });

    it('with the crossed limit and the previous value', async () => {
      const workflow = await watching({ above: 26, below: 18 }, { revision: 3 });
      await take(20);
      await take(27);
      await desk.startAll();
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

    it('only if the condition is true at the crossing', async () => {
      await watching({ above: 26, condition: 'previous < 25' });
      expect(await takeAll(24, 27, 25, 28, 29, 20, 30)).toEqual([27, 30]);
    });

    it('for each point separately', async () => {
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

    it('independently of a workflow that watches the same point without a limit', async () => {
      const plain = await aWorkflow(database.dataSource, {
        triggerType: 'state_change',
        triggerConfig: { watch: ['T1'] },
      });
      const above = await watching({ above: 26 });
      await take(27);
      await take(28);
      await desk.startAll();
      const executions = await manager().find(WorkflowExecutionEntity);
      const idsOf = ({ id }: WorkflowEntity) => executions.filter(({ workflowId }) => workflowId === id);
      expect([idsOf(plain).length, idsOf(above).length]).toEqual([2, 1]);
    });
  });

  describe('with forMs', () => {
    const tenMinutes = { above: 26, forMs: 10 * MINUTE_MS };

    it('start a workflow when the time is over, even without a further value', async () => {
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

    it('start a workflow at a value whose timestamp is after the end of the time', async () => {
      await watching(tenMinutes);
      await take(27);
      wait(599);
      await take(29);
      expect(await started()).toMatchObject([{ value: 29, previous: 27 }]);
    });

    it("measure the time by the gateway's timestamps, even if its clock differs", async () => {
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

    it('restart the time after each interruption', async () => {
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

    it('continue the time while a value is missing or bad', async () => {
      await watching(tenMinutes);
      await take(27);
      await take(null, { quality: 'bad' });
      await take(12, { quality: 'bad' });
      wait(598);
      await tick();
      expect(await started()).toMatchObject([{ value: 12, quality: 'bad' }]);
    });

    it('require the condition both at the crossing and at the end of the time', async () => {
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

    it('measure how long the condition is true if they have no limits', async () => {
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

    it('let the condition decide about bad values if it reads the quality', async () => {
      await watching({ condition: "quality === 'bad'", forMs: MINUTE_MS });
      await take(20);
      await take(null, { quality: 'bad' });
      wait(60);
      await tick();
      expect(await values()).toEqual([null]);
    });

    it('evaluate the condition again when the time is over', async () => {
      await watching({ condition: 'value > 26 && local(now()).hour < 10', forMs: MINUTE_MS });
      clock.set(NOW - 30 * SECOND_MS);
      await take(27);
      expect(await holds()).toHaveLength(1);
      wait(60);
      await tick();
      expect(await values()).toEqual([]);
      expect(await holds()).toEqual([]);
    });

    it('write nothing while further values remain beyond the limit', async () => {
      await watching(tenMinutes);
      await take(27);
      const queries = await loggedQueries(database.dataSource, async () => {
        await take(28);
        await take(28);
        await tick();
      });
      expect(queries.filter((query) => /(INSERT|UPDATE|DELETE).*trigger_/s.test(query))).toEqual([]);
    });

    it('start one execution per point if the time ends for many points at once', async () => {
      await watching({ above: 26, forMs: MINUTE_MS });
      const many = Array.from({ length: 2500 }, (_, index) => measured(30, { code: `T${index}` }));
      await desk.values.accept(many, undefined, desk.evaluator.follower);
      wait(60);
      await tick();
      expect(new Set((await started()).map(({ code }) => code)).size).toBe(2500);
      await tick();
      expect(await started()).toEqual([]);
    });
  });

  describe('begin', () => {
    it('with the current state only if onStart is set', async () => {
      await take(27);
      await watching({ above: 26 });
      await watching({ above: 26, onStart: true });
      await tick();
      expect(await started()).toMatchObject([{ value: 27, previous: null, crossed: 'above' }]);
      await tick();
      expect(await takeAll(28, 20, 29)).toEqual([29, 29]);
    });

    it('to measure the time in the current state if onStart is set', async () => {
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

    it('with a true condition if onStart is set, and then start a workflow at each change', async () => {
      await take(27);
      await watching({ condition: 'value > 26', onStart: true });
      await tick();
      expect(await values()).toEqual([27]);
      expect(await takeAll(28, 28, 20, 27)).toEqual([28, 27]);
    });

    it('with the next value, not the current one, if they were created after the latest tick', async () => {
      await take(20);
      await watching({ above: 26 });
      expect(await takeAll(27)).toEqual([27]);
    });
  });

  describe('survive a restart', () => {
    it('while they measure a time', async () => {
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

    it('and notice at the first value that a limit was crossed during the outage', async () => {
      await watching({ above: 26 });
      await take(20);
      wait(3600);
      replace();
      await take(27);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('and start no workflow if the first value shows that the state has ended', async () => {
      await watching({ above: 26, forMs: MINUTE_MS });
      await take(27);
      wait(3600);
      replace();
      await take(20);
      await tick();
      expect(await values()).toEqual([]);
      expect(await holds()).toEqual([]);
    });

    it('and evaluate the state only when values are current', async () => {
      await take(30);
      await watching({ above: 26, onStart: true });
      replace();
      await take(31, { code: 'other' });
      await take(20);
      await tick();
      expect(await values()).toEqual([]);
      expect(await takeAll(27)).toEqual([27]);
    });

    it('and evaluate the current state again if onStart is set, but start a workflow only once per state', async () => {
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

    it('start nothing while the workflow is disabled, and begin again when it is enabled', async () => {
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

    it('act on the current state when the workflow is enabled, unless they acted on this state before', async () => {
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

    it('begin again if the workflow was disabled and enabled, even without a tick in between', async () => {
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

    it('begin again if the trigger has changed, but continue if only the name or the graph has changed', async () => {
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

    it('leave nothing behind if the workflow was deleted', async () => {
      const { id } = await watching(config);
      await take(27);
      await inTransaction(database.dataSource, (tx) => desk.editing.remove(engineer, id, tx));
      wait(60);
      await tick();
      expect([await values(), await holds(), await manager().count(TriggerWatchEntity)]).toEqual([[], [], 0]);
    });

    it('end the time of a deleted point, even if the time began in a transaction that has not ended', async () => {
      const { id: workflowId } = await watching(config);
      await tick();
      const { dataSource } = database;
      let ended: Promise<void> | undefined;
      await inTransaction(dataSource, async (tx) => {
        await lockWatches(tx);
        await tx.insert(TriggerHoldEntity, {
          workflowId,
          side: 'above',
          code: 'T1',
          sinceAt: clock.now(),
          lagMs: 0,
        });
        ended = inTransaction(dataSource, (other) => endTriggerTimes(other, ['T1']));
        const waits = waitFor(() => waitsForLock(dataSource, 'SELECT%trigger_watch%'), { what: 'the lock' });
        await Promise.race([ended, waits]);
      });
      await ended;
      expect(await holds()).toEqual([['above', 'T1', null]]);
    });

    it('end the time of a point if the point or its object was deleted', async () => {
      await watching(config);
      const { dataSource } = database;
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

  describe('start each execution only once', () => {
    const config = { above: 26, forMs: MINUTE_MS };

    it('if a value arrives while the time ends', async () => {
      await watching(config);
      for (let round = 0; round < 10; round++) {
        await take(20);
        await take(27);
        wait(60);
        const value = measured(27 + round);
        const works = [() => tick(), () => desk.values.accept([value], undefined, desk.evaluator.follower)];
        await Promise.all((round % 2 ? works : works.toReversed()).map((work) => work()));
        expect(await started()).toHaveLength(1);
      }
    });

    it('if a worker without the lease still evaluates', async () => {
      await watching(config);
      await take(27);
      wait(60);
      const old = desk;
      await expect(old.evaluator.tick(lost)).rejects.toThrow('The lease is lost.');
      await restart();
      expect(await values()).toEqual([27]);
      await expect(old.evaluator.tick(lost)).rejects.toThrow('The lease is lost.');
      expect(await values()).toEqual([]);
    });

    it('if the process dies before or after the commit', async () => {
      await watching(config);
      await take(27);
      wait(60);
      const record = jest.spyOn(desk.occurrences, 'record').mockRejectedValueOnce(new Error('killed'));
      await expect(tick()).rejects.toThrow('killed');
      record.mockRestore();
      expect(await manager().count(TriggerOccurrenceEntity)).toBe(0);
      await restart();
      expect(await manager().count(TriggerOccurrenceEntity)).toBe(1);
      const accept = jest.spyOn(desk.intake, 'acceptMany').mockRejectedValueOnce(new Error('killed'));
      await expect(desk.startAll()).rejects.toThrow('killed');
      accept.mockRestore();
      await restart();
      expect(await values()).toEqual([27]);
    });

    it('after a transaction with the same value has failed', async () => {
      await watching({ above: 26 });
      await take(20);
      wait(1);
      const value = measured(27);
      await expect(desk.values.accept([value], lost, desk.evaluator.follower)).rejects.toThrow('lease');
      expect(await values()).toEqual([]);
      await desk.values.accept([value], undefined, desk.evaluator.follower);
      await tick();
      expect(await values()).toEqual([27]);
    });

    it('if the trigger is changed during its evaluation, and then follow the changed trigger', async () => {
      const { id } = await watching(config);
      await take(27);
      wait(60);
      const found = await desk.values.lastValues();
      let changed: Promise<unknown> | undefined;
      jest.spyOn(desk.values, 'lastValues').mockImplementationOnce(() => {
        const trigger = { type: 'state_change', config: { watch: ['T*'], below: 20 } };
        changed = change(id, { trigger });
        return Promise.resolve(found);
      });
      await tick();
      await changed;
      expect(await manager().count(TriggerOccurrenceEntity)).toBe(1);
      expect(await holds()).toEqual([]);
      expect(await values()).toEqual([27]);
      await tick();
      expect(await takeAll(28, 19)).toEqual([19]);
    });

    it('with any number of workers', async () => {
      await watching({ above: 26 });
      const other = new HoldDesk(database, clock);
      const many = Array.from({ length: 100 }, (_, index) => measured(30, { code: `T${index}` }));
      await desk.values.accept(many, undefined, desk.evaluator.follower);
      await Promise.all([desk.startAll(), other.startAll(), desk.startAll()]);
      expect(await started()).toHaveLength(100);
    });
  });
});
