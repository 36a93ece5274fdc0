import type { Maintenance, MaintenanceInput } from '@app/domain';
import {
  isDuplicateKey,
  MAINTENANCE_STATUSES,
  MaintenanceEntity,
  type MaintenanceStatus,
  PointValueEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { FixedClock } from '@app/kernel';
import fc from 'fast-check';
import { WorkDesk } from '../factories/work-desk';
import { openDatabase, type TestDatabase } from '../harness';

const START = '2026-05-01T10:00:00.000Z';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const monthly = { cron: '0 8 1 * *', timezone: 'Europe/Berlin' };
const counter = { pointCode: 'FAN.HOURS', everyHours: 100 };

const at = (text: string) => new Date(text);

describe('work orders', () => {
  const clock = new FixedClock(Date.parse(START));
  let database: TestDatabase;
  let desk: WorkDesk;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    clock.set(Date.parse(START));
    desk = new WorkDesk(database, clock);
    const { manager } = database.dataSource;
    for (const entity of [MaintenanceEntity, TriggerOccurrenceEntity, PointValueEntity])
      await manager.createQueryBuilder().delete().from(entity).execute();
  });

  const create = (input: Partial<MaintenanceInput> = {}) =>
    desk.maintenance.create(desk.actor, { title: 'Replace the filters', ...input });
  const step = async (id: number, ...statuses: MaintenanceStatus[]): Promise<Maintenance | undefined> => {
    let order: Maintenance | undefined;
    for (const status of statuses) order = await desk.maintenance.change(desk.actor, id, { status });
    return order;
  };
  const complete = (id: number) => step(id, 'in_progress', 'completed');
  const wait = (ms: number) => clock.set(clock.nowMs() + ms);
  /** Creates the work orders that are due. @returns all work orders, newest first */
  const sweep = async (): Promise<Maintenance[]> => {
    await desk.recurrence.createDue();
    return (await desk.maintenance.list({ page: 1, limit: 200 })).items;
  };
  const counts = async (value: unknown, quality = 0) => {
    const { manager } = database.dataSource;
    await manager.save(PointValueEntity, { code: 'FAN.HOURS', value, quality, measuredAt: clock.now() });
  };

  it('work orders change to a permitted status, and keep their status if a change is not permitted', async () => {
    const { id } = await create();
    expect(await step(id, 'in_progress')).toMatchObject({ status: 'in_progress' });
    await expect(step(id, 'open')).rejects.toMatchObject({ kind: 'conflict', code: 'wrong_state' });
    expect(await desk.maintenance.find(id)).toMatchObject({ status: 'in_progress' });
    const small = await create();
    const completed = { status: 'completed', startedAt: null, completedAt: clock.now() };
    expect(await step(small.id, 'completed')).toMatchObject(completed);
    expect(await desk.maintenance.find(small.id)).toMatchObject(completed);
  });

  it('work orders of a range are listed by due date, and can be filtered only by status', async () => {
    await create({ title: 'in June', dueAt: '2026-06-30T21:00' });
    await create({ title: 'at the end', dueAt: '2026-07-01T00:00' });
    const { id } = await create({ title: 'in May', dueAt: '2026-05-01T00:00' });
    await create({ title: 'some day', dueAt: null });
    await step(id, 'cancelled');
    const range = { page: 1, limit: 20, from: '2026-05-01', to: '2026-07-01' };
    const titles = async (filter: object) =>
      (await desk.maintenance.list({ ...range, ...filter })).items.map(({ title }) => title);
    expect(await titles({})).toEqual(['in May', 'in June']);
    expect(await titles({ status: 'open' })).toEqual(['in June']);
    expect(await titles({ from: undefined })).toEqual(['in May', 'in June']);
    await expect(titles({ type: 'corrective' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(titles({ from: '2026-08-01' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('work orders have the times of the first start and of the completion', async () => {
    const { id } = await create();
    const startedAt = clock.now();
    expect(await step(id, 'in_progress')).toMatchObject({ startedAt, completedAt: null });
    wait(HOUR_MS);
    await step(id, 'on_hold', 'in_progress');
    wait(HOUR_MS);
    expect(await step(id, 'completed')).toMatchObject({ startedAt, completedAt: clock.now() });
  });

  it('work orders have a permitted status after any sequence of changes by two users', async () => {
    const orders = fc.array(fc.constantFrom(...MAINTENANCE_STATUSES), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(orders, orders, async (one, other) => {
        const { id } = await create();
        const refused: unknown[] = [];
        const inOrder = async (statuses: MaintenanceStatus[]) => {
          for (const status of statuses) {
            await step(id, status).catch((error: unknown) => refused.push(error));
          }
        };
        await Promise.all([inOrder(one), inOrder(other)]);
        for (const error of refused) expect(error).toMatchObject({ code: 'wrong_state' });
        const { status, startedAt, completedAt } = await desk.maintenance.find(id);
        expect(completedAt !== null).toBe(status === 'completed');
        // The events show the steps in the order of their commits.
        const events = desk.published.splice(0).map(({ payload }) => payload as { status?: string });
        expect(events.some((event) => event.status === 'completed')).toBe(completedAt !== null);
        expect(events.some((event) => event.status === 'in_progress')).toBe(startedAt !== null);
      }),
      { numRuns: 8 },
    );
  });

  it('work orders cause only one event when they are completed, even if two people complete them at once', async () => {
    const { id } = await create({ type: 'inspection', recurrence: null });
    await step(id, 'in_progress');
    await Promise.all([step(id, 'completed'), step(id, 'completed')]);
    const recorded = await database.dataSource.manager.find(TriggerOccurrenceEntity);
    expect(recorded).toEqual([
      expect.objectContaining({
        name: 'maintenance.completed',
        payload: expect.objectContaining({
          event: 'maintenance.completed',
          maintenanceId: id,
          title: 'Replace the filters',
          type: 'inspection',
          completedAt: START,
        }) as unknown,
      }),
    ]);
    expect(desk.published).toContainEqual({
      name: 'maintenance-changed',
      payload: { maintenanceId: id, status: 'completed', title: 'Replace the filters' },
    });
  });

  describe('with a cron recurrence', () => {
    it('work orders are due at the next time of their schedule by default, and are followed by another one on completion', async () => {
      const checklist = [{ text: 'Order filters', done: true }];
      const first = await create({ recurrence: monthly, checklist, priority: 'high', type: 'preventive' });
      expect(first.dueAt).toEqual(at('2026-06-01T06:00:00Z'));
      wait(40 * 24 * HOUR_MS);
      expect(await sweep()).toHaveLength(1);
      await complete(first.id);
      expect(await sweep()).toEqual([
        {
          ...first,
          id: expect.any(Number) as number,
          dueAt: at('2026-07-01T06:00:00Z'),
          checklist: [{ text: 'Order filters', done: false }],
        },
        expect.objectContaining({ id: first.id, status: 'completed' }),
      ]);
    });

    it('work orders keep their schedule if they are completed early', async () => {
      const { id } = await create({ recurrence: monthly });
      await complete(id);
      expect((await sweep())[0]?.dueAt).toEqual(at('2026-07-01T06:00:00Z'));
      expect(await sweep()).toHaveLength(2);
    });

    it('work orders use the time zone of the platform by default', async () => {
      desk = new WorkDesk(database, clock, 'Asia/Tokyo');
      const { dueAt } = await create({ recurrence: { cron: '0 8 1 * *' } });
      expect(dueAt).toEqual(at('2026-05-31T23:00:00Z'));
    });

    it('a cancelled work order is followed by another one when the cancelled one would have been due', async () => {
      const { id } = await create({ recurrence: monthly });
      await step(id, 'cancelled');
      expect(await sweep()).toHaveLength(1);
      clock.set(Date.parse('2026-06-01T06:00:00Z'));
      expect((await sweep())[0]).toMatchObject({ status: 'open', dueAt: at('2026-07-01T06:00:00Z') });
    });

    it('work orders end their series if the recurrence is removed or the newest work order is deleted', async () => {
      const first = await create({ recurrence: monthly });
      await desk.maintenance.change(desk.actor, first.id, { recurrence: null });
      await complete(first.id);
      const second = await create({ recurrence: monthly });
      await step(second.id, 'cancelled');
      await desk.maintenance.change(desk.actor, second.id, { recurrence: null });
      const third = await create({ recurrence: monthly });
      await complete(third.id);
      await desk.maintenance.remove(desk.actor, third.id);
      wait(90 * 24 * HOUR_MS);
      expect(await sweep()).toHaveLength(2);
    });

    it('work orders that are closed cannot change their recurrence, but can be sent back as they were read', async () => {
      const { id } = await create({ recurrence: monthly });
      const { recurrence } = (await complete(id)) as Maintenance;
      const change = (input: object) => desk.maintenance.change(desk.actor, id, input);
      expect(await change({ recurrence, title: 'Filters' })).toMatchObject({ title: 'Filters' });
      await expect(change({ recurrence: counterless })).rejects.toMatchObject({ code: 'wrong_state' });
      await sweep();
      await expect(change({ recurrence: null })).rejects.toMatchObject({ code: 'wrong_state' });
    });
    const counterless = { cron: '0 9 * * *' };

    it('the next work order of a series is created only once if several workers race', async () => {
      for (let series = 0; series < 5; series++) {
        const { id } = await create({ recurrence: monthly });
        await complete(id);
      }
      const workers = Array.from({ length: 4 }, () => new WorkDesk(database, clock));
      const created = await Promise.all(workers.map(({ recurrence }) => recurrence.createDue()));
      expect(created.reduce((sum, count) => sum + count, 0)).toBe(5);
      expect(await sweep()).toHaveLength(10);
    });

    it('the database prevents a second open work order in one series', async () => {
      const { id } = await create({ recurrence: monthly });
      const { manager } = database.dataSource;
      const { id: _id, ...row } = await manager.findOneByOrFail(MaintenanceEntity, { id });
      const error = await manager.insert(MaintenanceEntity, row).catch((reason: unknown) => reason);
      expect(isDuplicateKey(error)).toBe(true);
    });

    it('a series of work orders whose time zone no longer exists does not block other series', async () => {
      const [broken, sound] = [await create({ recurrence: monthly }), await create({ recurrence: monthly })];
      await complete(broken.id);
      await complete(sound.id);
      const recurrence = { ...monthly, timezone: 'Mars/Olympus' };
      await database.dataSource.manager.update(MaintenanceEntity, { id: broken.id }, { recurrence });
      expect(await sweep()).toHaveLength(3);
      await database.dataSource.manager.update(MaintenanceEntity, { id: broken.id }, { recurrence: monthly });
      wait(HOUR_MS);
      expect(await sweep()).toHaveLength(4);
    });
  });

  describe('with a counter', () => {
    it('work orders are followed by another one when the counter has advanced enough since the completion', async () => {
      await counts(5000);
      const { id } = await create({ recurrence: counter, dueAt: null });
      await counts(5070);
      await complete(id);
      await counts(5100);
      wait(MINUTE_MS);
      expect(await sweep()).toHaveLength(1);
      await counts(5169.9);
      wait(MINUTE_MS);
      expect(await sweep()).toHaveLength(1);
      await counts(5170);
      wait(MINUTE_MS);
      expect((await sweep())[0]).toMatchObject({ status: 'open', dueAt: clock.now(), recurrence: counter });
      await counts(9000);
      wait(MINUTE_MS);
      expect(await sweep()).toHaveLength(2);
    });

    it('work orders ignore bad values of their counter, and add up its hours before and after a reset', async () => {
      await counts(900);
      const { id } = await create({ recurrence: counter });
      await complete(id);
      const orders: number[] = [];
      for (const [value, quality] of [
        [5000, 2],
        ['off', 0],
        [null, 0],
        [960, 0],
        [0, 0],
        [39, 1],
        [40, 0],
      ] as const) {
        await counts(value, quality);
        wait(MINUTE_MS);
        orders.push((await sweep()).length);
      }
      // The counter advanced by 60 hours before the reset and by 40 hours after it.
      expect(orders).toEqual([1, 1, 1, 1, 1, 1, 2]);
    });

    it('work orders start counting at the first value if the counter had no value at the completion', async () => {
      await counts(null);
      const { id } = await create({ recurrence: counter });
      await complete(id);
      await counts(7000);
      wait(MINUTE_MS);
      expect(await sweep()).toHaveLength(1);
      await counts(7100);
      wait(MINUTE_MS);
      expect(await sweep()).toHaveLength(2);
    });
  });

  it('work orders may count the hours of a point that the gateway has not reported yet', async () => {
    const recurrence = { pointCode: 'NOT.YET', everyHours: 1 };
    const { id } = await create({ recurrence });
    expect(await desk.maintenance.change(desk.actor, id, { title: 'Change the belt' })).toMatchObject({
      recurrence,
    });
  });

  it.each<[string, Partial<MaintenanceInput>]>([
    ['objectId', { objectId: 77_777 }],
    ['faultId', { faultId: 77_777 }],
    ['assigneeId', { assigneeId: 77_777 }],
    ['recurrence.cron', { recurrence: { cron: '61 * * * *' } }],
    ['recurrence', { recurrence: { pointCode: 'NONE' } }],
    ['recurrence', { recurrence: {} }],
    ['recurrence', { recurrence: { cron: '0 8 * * *', everyHours: 1 } }],
  ])('work orders are refused with a detail for %s: %j', async (path, wrong) => {
    const refusal = { kind: 'invalid', details: [{ path }] };
    await expect(create(wrong)).rejects.toMatchObject(refusal);
    const { id } = await create();
    await expect(desk.maintenance.change(desk.actor, id, wrong)).rejects.toMatchObject(refusal);
  });
});
