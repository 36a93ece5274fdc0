import {
  AuditService,
  ConfigurationService,
  ScheduleUpkeepService,
  SchedulesService,
  WorkflowEditingService,
  WorkflowsService,
  WorkflowWarningsService,
} from '@app/domain';
import { CalendarReader, type ScheduleSources, type Workflow, WorkflowSchedules } from '@app/domain/testing';
import {
  CalendarEntity,
  inTransaction,
  WorkflowEntity,
  WorkflowExecutionEntity,
  ScheduleEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { anIntake } from '../factories/an-intake';
import { aWorkflow } from '../factories/a-workflow';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = { nodes: [{ id: 'start', type: 'start', config: {} }], edges: [] };
const ada = Actor.user(7, 'admin', 'ada');
const NOWHERE = { latitude: null, longitude: null };
const LONDON = { latitude: 51.5074, longitude: -0.1278 };
const at = (text: string) => new Date(text);

describe('schedules', () => {
  const clock = new FixedClock(0);
  const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/London' });
  let database: TestDatabase;
  let configuration: ConfigurationService;
  let calendars: CalendarReader;
  let workflows: WorkflowsService;
  let editing: WorkflowEditingService;
  let schedules: SchedulesService;
  const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const audit = new AuditService(dataSource, clock);
    configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    workflows = new WorkflowsService(dataSource, environment);
    calendars = new CalendarReader(dataSource);
    editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
    schedules = worker();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { manager } = database.dataSource;
    for (const entity of [WorkflowExecutionEntity, ScheduleEntity, WorkflowEntity]) {
      await manager.deleteAll(entity);
    }
    clock.set(at('2026-05-01T10:00:30Z'));
    await configuration.change(ada, { timezone: 'Europe/London', site: NOWHERE });
    warned.mockClear();
  });

  const intake = () => anIntake(database.dataSource, clock, environment);
  const sourcesWith = (accepting = intake()) =>
    ({
      all: () => [new WorkflowSchedules(workflows, accepting, configuration, calendars)],
    }) as unknown as ScheduleSources;
  /** Creates the services of a worker. A test may create several workers that compete. */
  function worker(accepting = intake()): SchedulesService {
    return new SchedulesService(database.dataSource, sourcesWith(accepting), configuration, clock);
  }
  const upkeep = () => new ScheduleUpkeepService(database.dataSource, sourcesWith(), configuration, clock);

  const make = (cron: string, timezone?: string): Promise<Workflow> =>
    editing.create(ada, {
      name: cron,
      ...START,
      trigger: { type: 'schedule', config: timezone === undefined ? { cron } : { cron, timezone } },
    });
  const bound = (changes: object) =>
    editing.create(ada, {
      name: 'Bound',
      ...START,
      trigger: { type: 'schedule', config: { cron: '0 * * * *', ...changes } },
    });
  const sun = (offsetMinutes?: number) =>
    editing.create(ada, {
      name: 'Dusk',
      ...START,
      trigger: { type: 'sun', config: { event: 'sunset', ...(offsetMinutes && { offsetMinutes }) } },
    });
  const change = (workflow: Workflow, changes: object) => editing.change(ada, workflow.id, changes);
  const rowOf = ({ id }: { id: string }) =>
    database.dataSource.manager.findOneBy(ScheduleEntity, { ownerId: id });
  const slotOf = async (workflow: { id: string }) =>
    (await rowOf(workflow))?.nextFireAt?.toISOString() ?? null;

  /** Returns the trigger data of the workflows' executions in the order in which they were accepted. */
  async function fired(...of: { id: string }[]): Promise<{ scheduledAt: string; firedAt: string }[]> {
    const { manager } = database.dataSource;
    const rows = await manager.find(WorkflowExecutionEntity, {
      select: { id: true, workflowId: true, trigger: true, triggerData: true },
      order: { id: 'ASC' },
    });
    const told = [];
    for (const { workflowId, trigger, triggerData } of rows) {
      expect(['schedule', 'sun']).toContain(trigger);
      if (of.length > 0 && !of.some((workflow) => workflow.id === workflowId)) continue;
      told.push(JSON.parse(triggerData) as { scheduledAt: string; firedAt: string });
    }
    return told;
  }
  const slots = async (...of: { id: string }[]) => (await fired(...of)).map(({ scheduledAt }) => scheduledAt);

  describe('firing', () => {
    it('schedules fire when their slot is due, include the slot in the trigger data, and wait for the next slot', async () => {
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

    it('schedules start no execution while the earlier one runs if the mode of the workflow is single', async () => {
      const workflow = await make('* * * * *');
      await change(workflow, { mode: 'single' });
      for (const minute of ['10:01', '10:02', '10:03']) {
        clock.set(at(`2026-05-01T${minute}:00Z`));
        expect(await schedules.fireDue()).toBe(minute === '10:01' ? 1 : 0);
      }
      expect(await slots(workflow)).toEqual(['2026-05-01T10:01:00.000Z']);
      const { skipped } = await workflows.find(ada, workflow.id);
      expect(skipped).toEqual({ count: 2, lastAt: clock.now() });
    });

    it('schedules fire even while the earlier execution still runs', async () => {
      const workflow = await make('* * * * *');
      for (const minute of ['10:01', '10:02', '10:03']) {
        clock.set(at(`2026-05-01T${minute}:00Z`));
        await schedules.fireDue();
      }
      expect(await fired(workflow)).toHaveLength(3);
    });

    it('schedules start the current revision of the workflow', async () => {
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

    it('schedules fire once per slot, for any number of competing workers and slots', async () => {
      const { manager } = database.dataSource;
      const made = await Promise.all(
        Array.from({ length: 250 }, () =>
          aWorkflow(database.dataSource, { triggerType: 'schedule', triggerConfig: { cron: '* * * * *' } }),
        ),
      );
      expect(await upkeep().reconcile()).toBe(250);
      for (let minute = 0; minute < 2; minute++) {
        clock.advance(MINUTE_MS);
        const competing = [worker(), worker(), worker()];
        let fires = 0;
        // A worker skips rows that another worker has locked, and stops if it finds no other rows. The next call fires
        // the rest.
        for (let inTurn = -1; inTurn !== 0; fires += inTurn) {
          const counts = await Promise.all(competing.map((one) => one.fireDue()));
          inTurn = counts.reduce((sum, count) => sum + count);
        }
        expect(fires).toBe(250);
      }
      const executions = await manager.find(WorkflowExecutionEntity, { select: { workflowId: true } });
      const perWorkflow = new Map<string, number>();
      for (const { workflowId } of executions)
        perWorkflow.set(workflowId, (perWorkflow.get(workflowId) ?? 0) + 1);
      expect(made.map(({ id }) => perWorkflow.get(id))).toEqual(made.map(() => 2));
    });

    it('schedules fire for other workflows while a workflow is being changed', async () => {
      const [one, other] = [await make('* * * * *'), await make('* * * * *')];
      clock.advance(MINUTE_MS);
      await inTransaction(database.dataSource, async (manager) => {
        await manager.findOne(ScheduleEntity, {
          where: { ownerId: one.id },
          lock: { mode: 'pessimistic_write' },
        });
        expect(await schedules.fireDue()).toBe(1);
      });
      expect(await fired(other)).toHaveLength(1);
      expect(await schedules.fireDue()).toBe(1);
      expect(await fired(one)).toHaveLength(1);
    });

    it.each(['before', 'after'])(
      'schedules fire once per slot, even if a worker dies %s it has stored executions',
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

    it('schedules fire even if a schedule of another kind fails, and a schedule of an unknown kind stays unchanged', async () => {
      const failing = {
        kind: 'report',
        wanted: () => Promise.resolve([]),
        lock: () => Promise.resolve(null),
        fire: () => Promise.reject(new Error('no report')),
      };
      const sources = {
        all: () => [failing, new WorkflowSchedules(workflows, intake(), configuration, calendars)],
      } as never;
      const mixed = new SchedulesService(database.dataSource, sources, configuration, clock);
      const workflow = await make('* * * * *');
      clock.advance(MINUTE_MS);
      const due = { ownerId: '1', cron: '* * * * *', timezone: null, nextFireAt: clock.now() };
      const kinds = ['report', 'backup'] as const;
      await database.dataSource.manager.insert(
        ScheduleEntity,
        kinds.map((ownerKind) => ({ ownerKind, ...due })),
      );
      await expect(mixed.fireDue()).rejects.toThrow('no report');
      expect(await fired(workflow)).toHaveLength(1);
      for (const ownerKind of kinds) {
        const row = await database.dataSource.manager.findOneBy(ScheduleEntity, { ownerKind });
        expect(row).toMatchObject(due);
      }
      expect(await schedules.untilNextMs()).toBeGreaterThan(0);
    });

    it('schedules fire even if another workflow has a calendar id that no calendar can have', async () => {
      const [faulty, sound] = [await bound({ calendarId: 3 }), await bound({ calendarId: 4 })];
      await database.dataSource.manager.update(
        WorkflowEntity,
        { id: faulty.id },
        { triggerConfig: { cron: '0 * * * *', calendarId: 3_000_000_000 } },
      );
      clock.advance(HOUR_MS);
      expect(await schedules.fireDue()).toBe(2);
      expect(await fired(sound)).toHaveLength(1);
    });

    it('schedules fire even if the next slot of another schedule cannot be computed', async () => {
      const complained = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
      const [faulty, sound] = [await make('* * * * *'), await make('* * * * *')];
      await database.dataSource.manager.update(
        ScheduleEntity,
        { ownerId: faulty.id },
        { timezone: 'Europe/Atlantis' },
      );
      clock.advance(MINUTE_MS);
      expect(await schedules.fireDue()).toBe(1);
      expect(await fired(sound)).toHaveLength(1);
      expect(complained).toHaveBeenCalledTimes(1);
      complained.mockRestore();
    });
  });

  describe('after a time without workers', () => {
    it('schedules fire one minute after a missed slot, but not two minutes after it', async () => {
      const daily = await make('10 11 * * *');
      const hourly = await make('9 * * * *');
      clock.set(at('2026-05-01T10:11:00Z'));
      await worker().fireDue();
      expect(await slots(daily)).toEqual(['2026-05-01T10:10:00.000Z']);
      expect(await slots(hourly)).toEqual([]);
      expect(await slotOf(hourly)).toBe('2026-05-01T11:09:00.000Z');
      expect(warned.mock.calls).toEqual([
        [
          { ownerKind: 'workflow', ownerId: hourly.id, cron: '9 * * * *' },
          expect.stringContaining('from 2026-05-01T10:09:00.000Z until 2026-05-01T11:09:00.000Z'),
        ],
      ]);
    });

    it('schedules skip missed slots, and continue with the slot that is due now', async () => {
      const workflow = await make('* * * * *');
      clock.set(at('2026-05-03T17:20:10Z'));
      expect(await worker().fireDue()).toBe(1);
      expect(await slots(workflow)).toEqual(['2026-05-03T17:20:00.000Z']);
      expect(await slotOf(workflow)).toBe('2026-05-03T17:21:00.000Z');
    });
  });

  describe('in local time', () => {
    it.each([
      ['forward', '2026-03-28T00:00:00Z', ['2026-03-28T01:30Z', '2026-03-29', '2026-03-30T00:30Z']],
      ['back', '2026-10-24T00:00:00Z', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ])('schedules fire once a day if the clock is set %s', async (_how, from, expected) => {
      clock.set(at(from));
      const workflow = await make('30 1 * * *', 'Europe/London');
      const keeper = upkeep();
      for (let half = 0; half < 3 * 24 * 2; half++) {
        clock.advance(30 * MINUTE_MS);
        // All slots and both changes of the clock are at night.
        if (clock.now().getUTCHours() >= 4 && clock.now().getUTCHours() < 23) continue;
        // The slots are correct at every instant, so a reconciliation changes nothing.
        expect(await keeper.reconcile()).toBe(0);
        await schedules.fireDue();
      }
      const firedSlots = await slots(workflow);
      expect(firedSlots).toHaveLength(expected.length);
      for (const [index, beginning] of expected.entries()) {
        expect(firedSlots[index]).toContain(beginning.replace('Z', ''));
      }
    });

    it("schedules use their own zone, or the platform's zone if they have none", async () => {
      const own = await make('0 9 * * *', 'Asia/Tokyo');
      const platformOwn = await make('0 9 * * *');
      expect(await slotOf(own)).toBe('2026-05-02T00:00:00.000Z');
      expect(await slotOf(platformOwn)).toBe('2026-05-02T08:00:00.000Z');
    });

    it('schedules use a new zone of the platform as soon as it is changed', async () => {
      const keeper = upkeep();
      const [own, platformOwn] = [await make('0 9 * * *', 'Asia/Tokyo'), await make('0 9 * * *')];
      await keeper.reconcile();
      expect(await keeper.isSiteChanged()).toBe(false);
      await configuration.change(ada, { timezone: 'America/New_York' });
      expect(await keeper.isSiteChanged()).toBe(true);
      expect(await keeper.reconcile()).toBe(1);
      expect(await keeper.isSiteChanged()).toBe(false);
      expect(await slotOf(platformOwn)).toBe('2026-05-01T13:00:00.000Z');
      expect(await slotOf(own)).toBe('2026-05-02T00:00:00.000Z');
    });

    it('schedules use a new zone that was set while no worker ran', async () => {
      const workflow = await make('0 9 * * *');
      await configuration.change(ada, { timezone: 'America/New_York' });
      expect(await upkeep().reconcile()).toBe(1);
      expect(await slotOf(workflow)).toBe('2026-05-01T13:00:00.000Z');
    });
  });

  describe('of a workflow', () => {
    it('schedules fire by their new configuration after a change', async () => {
      const workflow = await make('5 * * * *');
      await change(workflow, { trigger: { type: 'schedule', config: { cron: '45 * * * *' } } });
      clock.set(at('2026-05-01T10:05:00Z'));
      expect(await schedules.fireDue()).toBe(0);
      clock.set(at('2026-05-01T10:45:00Z'));
      expect(await schedules.fireDue()).toBe(1);
      expect(await slots(workflow)).toEqual(['2026-05-01T10:45:00.000Z']);
    });

    it('schedules keep their slot when the workflow is renamed', async () => {
      const workflow = await make('5 * * * *');
      clock.set(at('2026-05-01T10:05:00.010Z'));
      await change(workflow, { name: 'Something else' });
      expect(await schedules.fireDue()).toBe(1);
    });

    it.each<[string, object]>([
      ['is disabled', { enabled: false }],
      ['has another trigger', { trigger: { type: 'manual', config: {} } }],
    ])('schedules do not fire if the workflow %s', async (_how, changes) => {
      const workflow = await make('5 * * * *');
      await change(workflow, changes);
      clock.set(at('2026-05-01T10:05:00Z'));
      expect(await schedules.fireDue()).toBe(0);
      expect(await rowOf(workflow)).toBeNull();
    });

    it('schedules fire from the next slot on after the workflow is enabled again', async () => {
      const workflow = await make('5 * * * *');
      await change(workflow, { enabled: false });
      clock.set(at('2026-05-01T13:00:00Z'));
      await change(workflow, { enabled: true });
      clock.set(at('2026-05-01T13:05:00Z'));
      await schedules.fireDue();
      expect(await slots(workflow)).toEqual(['2026-05-01T13:05:00.000Z']);
    });

    it('schedules do not fire after the workflow is deleted', async () => {
      const workflow = await make('5 * * * *');
      await inTransaction(database.dataSource, (manager) => editing.remove(ada, workflow.id, manager));
      clock.set(at('2026-05-01T10:05:00Z'));
      expect(await schedules.fireDue()).toBe(0);
      expect(await rowOf(workflow)).toBeNull();
    });
  });

  describe('that are bound to a calendar', () => {
    const weekly = [{ day: 5, from: '11:00', to: '12:00' }];

    it('schedules fire only in the open or only in the closed hours of the current calendar', async () => {
      const { manager } = database.dataSource;
      const calendar = { name: 'Offices', timezone: null, areaIds: [], weekly, exceptions: [] };
      const { id } = await manager.save(manager.create(CalendarEntity, calendar));
      const open = await bound({ calendarId: id });
      const closed = await bound({ calendarId: id, onlyWhen: 'closed' });
      // In summer, local time is an hour ahead of UTC, so the calendar is closed at all of these times.
      for (const hour of ['10', '11', '12']) {
        clock.set(at(`2026-05-01T${hour}:59:59Z`));
        clock.advance(1000);
        await schedules.fireDue();
      }
      expect(await slots(open)).toEqual([]);
      expect(await slots(closed)).toEqual(['11', '12', '13'].map((hour) => `2026-05-01T${hour}:00:00.000Z`));
      await manager.update(CalendarEntity, { id }, { weekly: [{ day: 5, from: '00:00', to: '24:00' }] });
      clock.set(at('2026-05-01T14:00:00Z'));
      await schedules.fireDue();
      expect([await slots(open), (await slots(closed)).length]).toEqual([['2026-05-01T14:00:00.000Z'], 3]);
      await manager.delete(CalendarEntity, { id });
      clock.set(at('2026-05-01T15:00:00Z'));
      await schedules.fireDue();
      expect([(await slots(open)).length, (await slots(closed)).length]).toEqual([2, 3]);
    });
  });

  describe('that follow the sun', () => {
    it('schedules fire once a day, for any number of competing workers and restarts', async () => {
      await configuration.change(ada, { site: LONDON });
      const workflow = await sun(-30);
      const first = at((await slotOf(workflow)) ?? '');
      expect(first.toISOString()).toMatch(/^2026-05-01T18:5/);
      for (let day = 0; day < 3; day++) {
        clock.set(new Date((await slotOf(workflow)) ?? ''));
        await upkeep().reconcile();
        await Promise.all([worker(), worker(), worker()].map((one) => one.fireDue()));
        await upkeep().reconcile();
        await worker().fireDue();
      }
      const told = await fired(workflow);
      expect(told.map(({ scheduledAt }) => scheduledAt.slice(0, 10))).toEqual([
        '2026-05-01',
        '2026-05-02',
        '2026-05-03',
      ]);
      expect(told[0]).toMatchObject({ event: 'sunset', scheduledAt: first.toISOString() });
    });

    it("schedules are planned again when the site's position changes, and do not fire without a position", async () => {
      const workflow = await sun();
      const points = { knownCodes: async () => new Set(), similarCodes: async () => new Map() };
      const references = { unknown: () => Promise.resolve([]) };
      const service = new WorkflowWarningsService(
        points as never,
        configuration,
        references as never,
        environment,
        {} as never,
        { ofEach: async () => new Map() } as never,
      );
      const warnedPaths = async () => (await service.withWarnings(workflow)).warnings.map(({ path }) => path);
      expect(await warnedPaths()).toEqual(['trigger']);
      expect(await rowOf(workflow)).toBeNull();
      const keeper = upkeep();
      expect(await keeper.reconcile()).toBe(0);
      await configuration.change(ada, { site: LONDON });
      expect(await keeper.isSiteChanged()).toBe(true);
      expect(await keeper.reconcile()).toBe(1);
      expect(await keeper.isSiteChanged()).toBe(false);
      expect(await slotOf(workflow)).toMatch(/^2026-05-01T19:2/);
      expect(await warnedPaths()).toEqual([]);
      await configuration.change(ada, { site: { latitude: 40.7128, longitude: -74.006 } });
      await keeper.reconcile();
      expect(await slotOf(workflow)).toMatch(/^2026-05-01T23:5/);
      await configuration.change(ada, { site: NOWHERE });
      await keeper.reconcile();
      expect(await rowOf(workflow)).toBeNull();
    });
  });

  describe('repair', () => {
    it('schedules are repaired if rows are missing, superfluous or wrong, and are not changed by a second repair', async () => {
      const { manager } = database.dataSource;
      const [missing, differing, right] = [
        await make('1 * * * *'),
        await make('2 * * * *', 'Asia/Tokyo'),
        await make('3 * * * *'),
      ];
      const off = await change(await make('4 * * * *'), { enabled: false });
      await manager.delete(ScheduleEntity, { ownerId: missing.id });
      await manager.update(ScheduleEntity, { ownerId: differing.id }, { cron: '9 9 * * *' });
      const row = {
        ownerKind: 'workflow' as const,
        cron: '0 * * * *',
        timezone: null,
        nextFireAt: clock.now(),
      };
      await manager.insert(ScheduleEntity, [
        { ...row, ownerId: off.id },
        { ...row, ownerId: 'gone' },
      ]);
      clock.advance(10_000);
      const counts = await Promise.all([upkeep().reconcile(), upkeep().reconcile()]);
      expect(counts[0] + counts[1]).toBe(4);
      expect(await upkeep().reconcile()).toBe(0);
      expect(await manager.count(ScheduleEntity)).toBe(3);
      expect(await rowOf(missing)).toMatchObject({ cron: '1 * * * *', timezone: null });
      expect(await rowOf(differing)).toMatchObject({ cron: '2 * * * *', timezone: 'Asia/Tokyo' });
      expect(await slotOf(missing)).toBe('2026-05-01T10:01:00.000Z');
      expect(await slotOf(right)).toBe('2026-05-01T10:03:00.000Z');
    });

    it('the repair of schedules changes neither a slot that is due nor a slot that a worker with a fast clock has advanced', async () => {
      const [due, ahead] = [await make('1 * * * *'), await make('30 9-17 * * *')];
      await upkeep().reconcile();
      clock.advance(HOUR_MS);
      await database.dataSource.manager.update(
        ScheduleEntity,
        { ownerId: ahead.id },
        { nextFireAt: at('2026-05-01T12:30:00Z') },
      );
      expect(await upkeep().reconcile()).toBe(0);
      expect(await slotOf(due)).toBe('2026-05-01T10:01:00.000Z');
      expect(await slotOf(ahead)).toBe('2026-05-01T12:30:00.000Z');
    });
  });
});
