import {
  AuditService,
  ExecutionIntake,
  PlatformService,
  ScheduleUpkeepService,
  SchedulesService,
  type Workflow,
  WorkflowEditingService,
  WorkflowsService,
} from '@app/domain';
import {
  inTransaction,
  WorkflowEntity,
  WorkflowExecutionEntity,
  WorkflowScheduleEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { aWorkflow } from '../factories/a-workflow';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = { nodes: [{ id: 'start', type: 'start', config: {} }], edges: [] };
const ada = Actor.user(7, 'admin', 'ada');
const at = (text: string) => new Date(text);

describe('schedules', () => {
  const clock = new FixedClock(0);
  const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/London' });
  let database: TestDatabase;
  let platform: PlatformService;
  let workflows: WorkflowsService;
  let editing: WorkflowEditingService;
  let schedules: SchedulesService;
  const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const audit = new AuditService(dataSource, clock);
    platform = new PlatformService(dataSource, environment, clock, audit);
    await platform.ensure();
    workflows = new WorkflowsService(dataSource, environment);
    editing = new WorkflowEditingService(dataSource, environment, platform, clock, audit);
    schedules = worker();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { manager } = database.dataSource;
    for (const entity of [WorkflowExecutionEntity, WorkflowScheduleEntity, WorkflowEntity]) {
      await manager.deleteAll(entity);
    }
    clock.set(at('2026-05-01T10:00:30Z'));
    await platform.change(ada, { timezone: 'Europe/London' });
    warned.mockClear();
  });

  const announcer = { assertReachable: () => undefined, accepted: () => undefined };
  const intake = () => new ExecutionIntake(database.dataSource, announcer as never, clock, environment);
  /** As one worker of several has it. */
  function worker(accepting = intake()): SchedulesService {
    return new SchedulesService(database.dataSource, accepting, platform, clock);
  }
  const upkeep = () => new ScheduleUpkeepService(database.dataSource, workflows, platform, clock);

  const make = (cron: string, timezone?: string): Promise<Workflow> =>
    editing.create(ada, {
      name: cron,
      ...START,
      trigger: { type: 'schedule', config: timezone === undefined ? { cron } : { cron, timezone } },
    });
  const change = (workflow: Workflow, changes: object) => editing.change(ada, workflow.id, changes);
  const rowOf = ({ id }: { id: string }) =>
    database.dataSource.manager.findOneBy(WorkflowScheduleEntity, { workflowId: id });
  const slotOf = async (workflow: { id: string }) =>
    (await rowOf(workflow))?.nextFireAt?.toISOString() ?? null;

  /** What was told to the executions of each workflow, in the order of acceptance. */
  async function fired(...of: { id: string }[]): Promise<{ scheduledAt: string; firedAt: string }[]> {
    const { manager } = database.dataSource;
    const rows = await manager.find(WorkflowExecutionEntity, {
      select: { id: true, workflowId: true, trigger: true, triggerData: true },
      order: { id: 'ASC' },
    });
    const told = [];
    for (const { workflowId, trigger, triggerData } of rows) {
      expect(trigger).toBe('schedule');
      if (of.length > 0 && !of.some((workflow) => workflow.id === workflowId)) continue;
      told.push(JSON.parse(triggerData) as { scheduledAt: string; firedAt: string });
    }
    return told;
  }
  const slots = async (...of: { id: string }[]) => (await fired(...of)).map(({ scheduledAt }) => scheduledAt);

  describe('fire', () => {
    it('when their slot has come, tell which it was, and wait for the next', async () => {
      const workflow = await make('*/5 * * * *');
      expect(await schedules.untilNextMs()).toBe(4.5 * MINUTE_MS);
      expect(await schedules.fireDue()).toBe(0);
      clock.set(at('2026-05-01T10:05:00.250Z'));
      expect(await schedules.untilNextMs()).toBe(0);
      expect(await schedules.fireDue()).toBe(1);
      expect(await schedules.fireDue()).toBe(0);
      expect(await fired(workflow)).toEqual([
        { scheduledAt: '2026-05-01T10:05:00.000Z', firedAt: '2026-05-01T10:05:00.250Z' },
      ]);
      expect(await slotOf(workflow)).toBe('2026-05-01T10:10:00.000Z');
    });

    it('again while what they set going before is still under way', async () => {
      const workflow = await make('* * * * *');
      for (const minute of ['10:01', '10:02', '10:03']) {
        clock.set(at(`2026-05-01T${minute}:00Z`));
        await schedules.fireDue();
      }
      expect(await fired(workflow)).toHaveLength(3);
    });

    it('the revision of now', async () => {
      const workflow = await make('* * * * *');
      await change(workflow, {
        nodes: [...START.nodes, { id: 'end', type: 'end', config: {} }],
        edges: [{ id: 'e', source: 'start', target: 'end' }],
      });
      clock.advance(MINUTE_MS);
      await schedules.fireDue();
      const executions = await database.dataSource.manager.find(WorkflowExecutionEntity);
      expect(executions).toMatchObject([{ workflowId: workflow.id, revision: 2, status: 'running' }]);
    });

    it('each slot once, however many workers race for however many slots', async () => {
      const { manager } = database.dataSource;
      const made = await Promise.all(
        Array.from({ length: 250 }, () =>
          aWorkflow(database.dataSource, { triggerType: 'schedule', triggerConfig: { cron: '* * * * *' } }),
        ),
      );
      expect(await upkeep().reconcile()).toBe(250);
      for (let minute = 0; minute < 2; minute++) {
        clock.advance(MINUTE_MS);
        const counts = await Promise.all([worker(), worker(), worker()].map((one) => one.fireDue()));
        expect(counts.reduce((sum, count) => sum + count)).toBe(250);
      }
      const executions = await manager.find(WorkflowExecutionEntity, { select: { workflowId: true } });
      const perWorkflow = new Map<string, number>();
      for (const { workflowId } of executions)
        perWorkflow.set(workflowId, (perWorkflow.get(workflowId) ?? 0) + 1);
      expect(made.map(({ id }) => perWorkflow.get(id))).toEqual(made.map(() => 2));
    });

    it('others, while one is being changed', async () => {
      const [one, other] = [await make('* * * * *'), await make('* * * * *')];
      clock.advance(MINUTE_MS);
      await inTransaction(database.dataSource, async (manager) => {
        await manager.findOne(WorkflowScheduleEntity, {
          where: { workflowId: one.id },
          lock: { mode: 'pessimistic_write' },
        });
        expect(await schedules.fireDue()).toBe(1);
      });
      expect(await fired(other)).toHaveLength(1);
      expect(await schedules.fireDue()).toBe(1);
      expect(await fired(one)).toHaveLength(1);
    });

    it.each(['before', 'after'])(
      'once, also where a worker dies %s it has written executions',
      async (when) => {
        const workflow = await make('* * * * *');
        const dying = intake();
        const write = dying.acceptMany.bind(dying);
        dying.acceptMany = async (requests, manager) => {
          if (when === 'after') await write(requests, manager);
          throw new Error('killed');
        };
        clock.advance(MINUTE_MS);
        await expect(worker(dying).fireDue()).rejects.toThrow('killed');
        expect(await fired()).toEqual([]);
        expect(await schedules.fireDue()).toBe(1);
        expect(await slots(workflow)).toEqual(['2026-05-01T10:01:00.000Z']);
      },
    );

    it('though one of them cannot be computed any more', async () => {
      const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
      const [faulty, sound] = [await make('* * * * *'), await make('* * * * *')];
      await database.dataSource.manager.update(
        WorkflowScheduleEntity,
        { workflowId: faulty.id },
        { timezone: 'Europe/Atlantis' },
      );
      clock.advance(MINUTE_MS);
      expect(await schedules.fireDue()).toBe(1);
      expect(await fired(sound)).toHaveLength(1);
      expect(complained).toHaveBeenCalledTimes(1);
      complained.mockRestore();
    });
  });

  describe('after a time in which no worker ran', () => {
    it('fire a slot that is a minute late, and none that is later', async () => {
      const daily = await make('10 11 * * *');
      const hourly = await make('9 * * * *');
      clock.set(at('2026-05-01T10:11:00Z'));
      await worker().fireDue();
      expect(await slots(daily)).toEqual(['2026-05-01T10:10:00.000Z']);
      expect(await slots(hourly)).toEqual([]);
      expect(await slotOf(hourly)).toBe('2026-05-01T11:09:00.000Z');
      expect(warned.mock.calls).toEqual([
        [
          { workflowId: hourly.id, cron: '9 * * * *' },
          expect.stringContaining('from 2026-05-01T10:09:00.000Z until 2026-05-01T11:09:00.000Z'),
        ],
      ]);
    });

    it('make up for nothing, be it ever so much, and go on with what is due now', async () => {
      const workflow = await make('* * * * *');
      clock.set(at('2026-05-03T17:20:10Z'));
      expect(await worker().fireDue()).toBe(1);
      expect(await slots(workflow)).toEqual(['2026-05-03T17:20:00.000Z']);
      expect(await slotOf(workflow)).toBe('2026-05-03T17:21:00.000Z');
    });
  });

  describe('by the clock on the wall', () => {
    it.each([
      ['forward', '2026-03-28T00:00:00Z', ['2026-03-28T01:30Z', '2026-03-29', '2026-03-30T00:30Z']],
      ['back', '2026-10-24T00:00:00Z', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ])('fire once a day where it is put %s', async (_how, from, expected) => {
      clock.set(at(from));
      const workflow = await make('30 1 * * *', 'Europe/London');
      const keeper = upkeep();
      for (let half = 0; half < 3 * 24 * 2; half++) {
        clock.advance(30 * MINUTE_MS);
        // Whenever it is looked at, all is right.
        expect(await keeper.reconcile()).toBe(0);
        await schedules.fireDue();
      }
      const firedSlots = await slots(workflow);
      expect(firedSlots).toHaveLength(expected.length);
      for (const [index, beginning] of expected.entries()) {
        expect(firedSlots[index]).toContain(beginning.replace('Z', ''));
      }
    });

    it('of their own zone, and of the platform where they have none', async () => {
      const own = await make('0 9 * * *', 'Asia/Tokyo');
      const platformOwn = await make('0 9 * * *');
      expect(await slotOf(own)).toBe('2026-05-02T00:00:00.000Z');
      expect(await slotOf(platformOwn)).toBe('2026-05-02T08:00:00.000Z');
    });

    it('of the zone that the platform is given, from then on', async () => {
      const keeper = upkeep();
      const [own, platformOwn] = [await make('0 9 * * *', 'Asia/Tokyo'), await make('0 9 * * *')];
      await keeper.reconcile();
      expect(await keeper.isZoneChanged()).toBe(false);
      await platform.change(ada, { timezone: 'America/New_York' });
      expect(await keeper.isZoneChanged()).toBe(true);
      expect(await keeper.reconcile()).toBe(1);
      expect(await keeper.isZoneChanged()).toBe(false);
      expect(await slotOf(platformOwn)).toBe('2026-05-01T13:00:00.000Z');
      expect(await slotOf(own)).toBe('2026-05-02T00:00:00.000Z');
    });

    it('of a zone that it was given while no worker ran', async () => {
      const workflow = await make('0 9 * * *');
      await platform.change(ada, { timezone: 'America/New_York' });
      expect(await upkeep().reconcile()).toBe(1);
      expect(await slotOf(workflow)).toBe('2026-05-01T13:00:00.000Z');
    });
  });

  describe('of a workflow', () => {
    it('that is changed fire as it says now', async () => {
      const workflow = await make('5 * * * *');
      await change(workflow, { trigger: { type: 'schedule', config: { cron: '45 * * * *' } } });
      clock.set(at('2026-05-01T10:05:00Z'));
      expect(await schedules.fireDue()).toBe(0);
      clock.set(at('2026-05-01T10:45:00Z'));
      expect(await schedules.fireDue()).toBe(1);
      expect(await slots(workflow)).toEqual(['2026-05-01T10:45:00.000Z']);
    });

    it('that is called something else keep their slot', async () => {
      const workflow = await make('5 * * * *');
      clock.set(at('2026-05-01T10:05:00.010Z'));
      await change(workflow, { name: 'Something else' });
      expect(await schedules.fireDue()).toBe(1);
    });

    it.each<[string, object]>([
      ['is switched off', { enabled: false }],
      ['is triggered otherwise', { trigger: { type: 'manual', config: {} } }],
    ])('that %s do not fire', async (_how, changes) => {
      const workflow = await make('5 * * * *');
      await change(workflow, changes);
      clock.set(at('2026-05-01T10:05:00Z'));
      expect(await schedules.fireDue()).toBe(0);
      expect(await rowOf(workflow)).toBeNull();
    });

    it('that is switched on again fire from the next slot on', async () => {
      const workflow = await make('5 * * * *');
      await change(workflow, { enabled: false });
      clock.set(at('2026-05-01T13:00:00Z'));
      await change(workflow, { enabled: true });
      clock.set(at('2026-05-01T13:05:00Z'));
      await schedules.fireDue();
      expect(await slots(workflow)).toEqual(['2026-05-01T13:05:00.000Z']);
    });

    it('that is removed do not fire', async () => {
      const workflow = await make('5 * * * *');
      await inTransaction(database.dataSource, (manager) => editing.remove(ada, workflow.id, manager));
      clock.set(at('2026-05-01T10:05:00Z'));
      expect(await schedules.fireDue()).toBe(0);
      expect(await rowOf(workflow)).toBeNull();
    });
  });

  describe('are put right', () => {
    it('where rows are missing, too many or not what the workflow says; and then nothing is to be done', async () => {
      const { manager } = database.dataSource;
      const [missing, differing, right] = [
        await make('1 * * * *'),
        await make('2 * * * *', 'Asia/Tokyo'),
        await make('3 * * * *'),
      ];
      const off = await change(await make('4 * * * *'), { enabled: false });
      await manager.delete(WorkflowScheduleEntity, { workflowId: missing.id });
      await manager.update(WorkflowScheduleEntity, { workflowId: differing.id }, { cron: '9 9 * * *' });
      const row = { cron: '0 * * * *', timezone: null, nextFireAt: clock.now() };
      await manager.insert(WorkflowScheduleEntity, [
        { ...row, workflowId: off.id },
        { ...row, workflowId: 'gone' },
      ]);
      clock.advance(10_000);
      const counts = await Promise.all([upkeep().reconcile(), upkeep().reconcile()]);
      expect(counts[0] + counts[1]).toBe(4);
      expect(await upkeep().reconcile()).toBe(0);
      expect(await manager.count(WorkflowScheduleEntity)).toBe(3);
      expect(await rowOf(missing)).toMatchObject({ cron: '1 * * * *', timezone: null });
      expect(await rowOf(differing)).toMatchObject({ cron: '2 * * * *', timezone: 'Asia/Tokyo' });
      expect(await slotOf(missing)).toBe('2026-05-01T10:01:00.000Z');
      expect(await slotOf(right)).toBe('2026-05-01T10:03:00.000Z');
    });

    it('without touching a slot that has come, nor one that a worker whose clock is ahead has moved on', async () => {
      const [due, ahead] = [await make('1 * * * *'), await make('30 9-17 * * *')];
      await upkeep().reconcile();
      clock.advance(HOUR_MS);
      await database.dataSource.manager.update(
        WorkflowScheduleEntity,
        { workflowId: ahead.id },
        { nextFireAt: at('2026-05-01T12:30:00Z') },
      );
      expect(await upkeep().reconcile()).toBe(0);
      expect(await slotOf(due)).toBe('2026-05-01T10:01:00.000Z');
      expect(await slotOf(ahead)).toBe('2026-05-01T12:30:00.000Z');
    });
  });
});
