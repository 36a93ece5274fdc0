import { GatewayAlarmIntake } from '@app/domain';
import {
  AlertEntity,
  AlertEventEntity,
  AlertNoticeEntity,
  GatewayAlarmEntity,
  GatewayAlarmPollEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import type { GatewayAlarm, GatewayAlarmEvent, GatewayAlarmQuery } from '@app/gateway-client';
import { Actor, chunksOf, FixedClock } from '@app/kernel';
import fc from 'fast-check';
import { AlertDesk } from '../factories/alert-desk';
import { loggedQueries } from '../factories/logged-queries';
import { aSoleGateway } from '../factories/sole-gateway';
import { openDatabase, type TestDatabase } from '../harness';

const NOW = Date.parse('2026-05-01T10:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (ms: number) => new Date(NOW + ms).toISOString();
const guard = () => Promise.resolve();
const operator = Actor.user(7, 'operator', 'olga');

function alarm(id: string, raisedMs: number, clearedMs: number | null = null, code = 'P1'): GatewayAlarm {
  const clearedAt = clearedMs === null ? null : at(clearedMs);
  return { id, code, level: 'major', message: `${code} is too high`, raisedAt: at(raisedMs), clearedAt };
}

/** Returns the event that the gateway pushes when it raises or clears the alarm. */
const event = ({ raisedAt, clearedAt, ...own }: GatewayAlarm): GatewayAlarmEvent => ({
  ...own,
  state: clearedAt ? 'cleared' : 'raised',
  timestamp: clearedAt ?? raisedAt,
});
/** Turns steps into events, one per second. An alarm that has ended gets a new id when it is raised again. */
function pushedEvents(
  steps: readonly { code: string; alarm: number; change: 'raise' | 'clear' | 'repeat' }[],
): GatewayAlarmEvent[] {
  const raisedAt = new Map<string, number>();
  return steps.flatMap(({ code, alarm: number, change }, index) => {
    const name = `${code}-${number}`;
    const open = raisedAt.get(name);
    if (change === 'raise' && open === undefined) raisedAt.set(name, index);
    const since = raisedAt.get(name);
    if (since === undefined) return [];
    if (change === 'clear') raisedAt.delete(name);
    return [event(alarm(`${name}-${since}`, since * 1000, change === 'clear' ? index * 1000 : null, code))];
  });
}

/** Returns the events of a point whose alarm is raised and cleared again and again. */
const fluttering = (point: string, changes: number) =>
  Array.from({ length: changes }, (_, index) => [
    event(alarm(`${point}-${index}`, 1000 * index, null, point)),
    event(alarm(`${point}-${index}`, 1000 * index, 1000 * index + 500, point)),
  ]).flat();

const lost = () => Promise.reject(new Error('The lease is lost.'));

/** A fake gateway that lists the alarms raised in a range. */
class AlarmList {
  alarms: GatewayAlarm[] = [];
  calls = 0;
  /** Requests for ranges that contain this time fail. */
  failsAt: Date | undefined;

  readonly client = {
    alarms: ({ from, to, page, limit }: GatewayAlarmQuery) => {
      this.calls++;
      if (this.failsAt && this.failsAt >= from && this.failsAt < to)
        return Promise.reject(new Error('The gateway does not answer.'));
      const found = this.alarms.filter(({ raisedAt }) => {
        const raised = new Date(raisedAt);
        return raised >= from && raised < to;
      });
      return Promise.resolve({ items: found.slice((page - 1) * limit, page * limit), total: found.length });
    },
  };
}

describe('alarms of the gateway', () => {
  let database: TestDatabase;
  let clock: FixedClock;
  let gateway: AlarmList;
  let desk: AlertDesk;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await empty();
    clock = new FixedClock(NOW);
    gateway = new AlarmList();
    desk = new AlertDesk(database, clock);
  });

  async function empty(): Promise<void> {
    for (const entity of [
      AlertEntity,
      AlertEventEntity,
      AlertNoticeEntity,
      TriggerOccurrenceEntity,
      GatewayAlarmEntity,
      GatewayAlarmPollEntity,
    ])
      await database.dataSource.manager.deleteAll(entity);
  }

  async function shelveAll(): Promise<void> {
    const uncleared = await database.dataSource.manager.findBy(AlertEntity, { state: 'active' });
    for (const { id } of uncleared)
      await desk.actions.shelve(operator, id, { untilAt: at(10_000), reason: 'Repair' });
  }

  /** The stored alerts in the order in which they were raised, each with all that follows from its changes. */
  async function dump(): Promise<unknown[]> {
    const { manager } = database.dataSource;
    const rows = await manager.find(AlertEntity, { order: { originator: 'ASC', id: 'ASC' } });
    const notices = await manager.find(AlertNoticeEntity, { order: { id: 'ASC' } });
    const occurrences = await manager.find(TriggerOccurrenceEntity, { order: { id: 'ASC' } });
    const numbers = new Map(rows.map(({ id }, index) => [id, index]));
    const dumped = await Promise.all(
      rows.map(async ({ id, repeatsEventId, ...alert }) => {
        const events = await manager.find(AlertEventEntity, { where: { alertId: id }, order: { id: 'ASC' } });
        return {
          ...alert,
          countsRepeats: repeatsEventId !== null && repeatsEventId === events.at(-1)?.id,
          events: events.map(({ kind, count, lastAt, shelvedUntil }) => [kind, count, lastAt, shelvedUntil]),
          notices: notices.flatMap(({ alertId, kind, at: time }) => (alertId === id ? [[kind, time]] : [])),
        };
      }),
    );
    const triggers = occurrences.map(({ name, payload }) => {
      // An occurrence shows the alert with all repeats of its batch.
      const { occurrences: _, lastRaisedAt: __, ...alert } = (payload as { alert: AlertEntity }).alert;
      return [name, { ...alert, id: numbers.get(alert.id) }] as const;
    });
    return [dumped, ['P1', 'P2'].map((code) => triggers.filter(([, { pointCode }]) => pointCode === code))];
  }

  /** Creates a new service, as a restart does. */
  const intake = () => new GatewayAlarmIntake(database.dataSource, desk.writer, clock);
  const poll = () => intake().poll(aSoleGateway(gateway.client), guard);
  const push = (...events: GatewayAlarmEvent[]) =>
    intake().accept(aSoleGateway(gateway.client), events, guard);
  async function alerts(): Promise<unknown[]> {
    const found = await database.dataSource.manager.find(AlertEntity, { order: { pointCode: 'ASC' } });
    return found.map(({ pointCode, state, occurrences }) => [pointCode, state, occurrences]);
  }

  it('a gateway alarm becomes one alert, even if it is pushed and polled several times', async () => {
    gateway.alarms = [alarm('a', 0)];
    await push(event(alarm('a', 0)), event(alarm('a', 0)));
    await poll();
    await poll();
    expect(await alerts()).toEqual([['P1', 'active', 1]]);
    await push(event(alarm('a', 0, 5000)));
    gateway.alarms = [alarm('a', 0, 5000)];
    await poll();
    expect(await alerts()).toEqual([['P1', 'cleared', 1]]);
  });

  it('alarms of two gateways with the same id are two alarms, and each gateway ends its own', async () => {
    const north = new AlarmList();
    const [main, other] = [aSoleGateway(gateway.client), aSoleGateway(north.client, 7)];
    const service = intake();
    gateway.alarms = [alarm('a', 0)];
    north.alarms = [alarm('a', 0, null, 'n.P1')];
    await service.poll(main, guard);
    await service.poll(other, guard);
    await service.accept(other, [event(alarm('a', 0, 5000, 'n.P1'))], guard);
    const alerts = await database.dataSource.manager.find(AlertEntity, { order: { originator: 'DESC' } });
    expect(alerts.map(({ originator, clearedAt }) => [originator, clearedAt !== null])).toEqual([
      ['n.P1', true],
      ['P1', false],
    ]);
    const calls = north.calls;
    clock.advance(2 * DAY_MS);
    await service.poll(other, guard);
    // The open alarm of the other gateway is not looked up here.
    expect(north.calls).toBe(calls + 1);
  });

  it('gateway alarms are found after an outage with their original times, even if they have ended', async () => {
    await poll();
    await push(event(alarm('first', 0)));
    clock.advance(3 * DAY_MS);
    gateway.alarms = [
      alarm('first', 0, HOUR_MS),
      alarm('missed', DAY_MS, DAY_MS + 5000, 'P2'),
      alarm('open', 2 * DAY_MS, null, 'P3'),
    ];
    await poll();
    expect(await alerts()).toEqual([
      ['P1', 'cleared', 1],
      ['P2', 'cleared', 1],
      ['P3', 'active', 1],
    ]);
    const missed = await database.dataSource.manager.findOneByOrFail(AlertEntity, { pointCode: 'P2' });
    expect([missed.raisedAt, missed.clearedAt]).toEqual([
      new Date(NOW + DAY_MS),
      new Date(NOW + DAY_MS + 5000),
    ]);
  });

  it('gateway alarms of an outage are found even if a newer alarm is pushed before the next poll', async () => {
    await poll();
    gateway.alarms = [alarm('missed', HOUR_MS, 2 * HOUR_MS), alarm('open', 2 * HOUR_MS, null, 'P2')];
    clock.advance(4 * HOUR_MS);
    gateway.failsAt = clock.now();
    await expect(poll()).rejects.toThrow('The gateway does not answer.');
    const pushed = alarm('pushed', 4 * HOUR_MS, null, 'P3');
    gateway.alarms.push(pushed);
    await push(event(pushed));
    gateway.failsAt = undefined;
    await poll();
    expect(await alerts()).toEqual([
      ['P1', 'cleared', 1],
      ['P2', 'active', 1],
      ['P3', 'active', 1],
    ]);
  });

  it('gateway alarms are found after the clock of the service was corrected', async () => {
    clock.advance(DAY_MS);
    await poll();
    clock.advance(-DAY_MS);
    gateway.alarms = [alarm('open', -1000)];
    await poll();
    expect(await alerts()).toEqual([['P1', 'active', 1]]);
  });

  it('gateway alarms are cleared even if they were raised long before the newest alarm', async () => {
    await poll();
    gateway.calls = 0;
    await push(event(alarm('old', -20 * DAY_MS)), event(alarm('new', 0, null, 'P2')));
    gateway.alarms = [alarm('old', -20 * DAY_MS, 1000), alarm('new', 0, null, 'P2')];
    await poll();
    expect(await alerts()).toEqual([
      ['P1', 'cleared', 1],
      ['P2', 'active', 1],
    ]);
    expect(gateway.calls).toBe(2);
  });

  it('gateway alarms are all checked for their end, a bounded number of hours per poll', async () => {
    const service = intake();
    await service.poll(aSoleGateway(gateway.client), guard);
    const open = Array.from({ length: 45 }, (_, index) =>
      alarm(`a${index}`, -(index + 2) * HOUR_MS, null, `P${index}`),
    );
    await push(...open.map(event));
    gateway.alarms = open.map((each) => ({ ...each, clearedAt: at(0) }));
    for (let polls = 0; polls < 3; polls++) {
      gateway.calls = 0;
      await service.poll(aSoleGateway(gateway.client), guard);
      expect(gateway.calls).toBeLessThanOrEqual(21);
    }
    expect(await database.dataSource.manager.countBy(AlertEntity, { state: 'active' })).toBe(0);
  });

  it('gateway alarms are checked for their end again after all of them have been checked', async () => {
    const service = intake();
    await service.poll(aSoleGateway(gateway.client), guard);
    const old = alarm('old', -DAY_MS);
    await push(event(old));
    gateway.alarms = [old];
    await service.poll(aSoleGateway(gateway.client), guard);
    gateway.alarms = [{ ...old, clearedAt: at(0) }];
    await service.poll(aSoleGateway(gateway.client), guard);
    expect(await alerts()).toEqual([['P1', 'cleared', 1]]);
  });

  it('gateway alarms are checked for their end even if the gateway cannot list an earlier hour', async () => {
    const service = intake();
    await service.poll(aSoleGateway(gateway.client), guard);
    const [refused, listed] = [alarm('refused', -2 * DAY_MS), alarm('listed', -DAY_MS, null, 'P2')];
    await push(event(refused), event(listed));
    gateway.alarms = [refused, { ...listed, clearedAt: at(0) }];
    gateway.failsAt = new Date(refused.raisedAt);
    await expect(service.poll(aSoleGateway(gateway.client), guard)).rejects.toThrow(
      'The gateway does not answer.',
    );
    await service.poll(aSoleGateway(gateway.client), guard);
    expect(await alerts()).toEqual([
      ['P1', 'active', 1],
      ['P2', 'cleared', 1],
    ]);
  });

  it('gateway alarms become alerts at the first start only if they are open', async () => {
    gateway.alarms = [alarm('ended', -2 * DAY_MS, -DAY_MS), alarm('open', -DAY_MS, null, 'P2')];
    await poll();
    expect(await alerts()).toEqual([['P2', 'active', 1]]);
  });

  it('gateway alarms that end while the first poll fails become alerts', async () => {
    const service = intake();
    gateway.failsAt = clock.now();
    await expect(service.poll(aSoleGateway(gateway.client), guard)).rejects.toThrow(
      'The gateway does not answer.',
    );
    gateway.failsAt = undefined;
    gateway.alarms = [alarm('before', -2 * DAY_MS, -1), alarm('meanwhile', -DAY_MS, 1000, 'P2')];
    clock.advance(2000);
    await service.poll(aSoleGateway(gateway.client), guard);
    expect(await alerts()).toEqual([['P2', 'cleared', 1]]);
  });

  it('gateway alarms are read on all pages', async () => {
    gateway.alarms = Array.from({ length: 1001 }, (_, index) => alarm(`a${index}`, index, null, `P${index}`));
    await poll();
    expect(await database.dataSource.manager.countBy(AlertEntity, { state: 'active' })).toBe(1001);
  });

  it('a gateway alarm that flutters is stored with a number of statements that does not depend on its changes', async () => {
    const statements = (point: string, changes: number) =>
      loggedQueries(database.dataSource, () => push(...fluttering(point, changes).slice(0, -1)));
    const few = await statements('P1', 10);
    const many = await statements('P2', 100);
    expect(many.length).toBe(few.length);
    const stored = await database.dataSource.manager.find(AlertEntity, {
      where: { pointCode: 'P2' },
      order: { id: 'ASC' },
    });
    expect(stored.map(({ raisedAt }) => (raisedAt.getTime() - NOW) / 1000)).toEqual([...Array(100).keys()]);
    expect(stored.map(({ state }) => state)).toEqual([...Array<string>(99).fill('cleared'), 'active']);
  });

  it('gateway alarms cause the same alerts, notices and events if they are stored together as if they are stored one by one', async () => {
    const steps = fc.array(
      fc.record({
        code: fc.constantFrom('P1', 'P2'),
        alarm: fc.nat({ max: 2 }),
        change: fc.constantFrom('raise', 'clear', 'repeat'),
      }),
      { minLength: 1, maxLength: 40 },
    );
    // Two alarms open an alert and repeat it once. Two later alarms repeat it twice more.
    const repeatedTwice = (
      [
        [0, 'raise'],
        [1, 'raise'],
        [1, 'clear'],
        [1, 'raise'],
        [2, 'raise'],
      ] as const
    ).map(([number, change]) => ({ code: 'P1' as const, alarm: number, change }));
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 10 }), fc.boolean(), async (all, earlier, isShelved) => {
        const events = pushedEvents(all);
        const dumps: unknown[] = [];
        for (const size of [events.length, 1]) {
          await empty();
          await push(...events.slice(0, earlier));
          if (isShelved) await shelveAll();
          for (const batch of chunksOf(events.slice(earlier), size)) await push(...batch);
          dumps.push(await dump());
        }
        expect(dumps[0]).toEqual(dumps[1]);
      }),
      { numRuns: 6, examples: [[repeatedTwice, 2, false]] },
    );
  }, 120_000);

  it('gateway alarms that a poll finds are processed in order of time, so alarms of a point that overlap are one alert', async () => {
    await poll();
    gateway.alarms = [alarm('first', 0, 5000), alarm('second', 3000, 9000), alarm('third', 9000)];
    await poll();
    const found = await database.dataSource.manager.find(AlertEntity, { order: { id: 'ASC' } });
    expect(
      found.map(({ state, occurrences, raisedAt, clearedAt }) => [state, occurrences, raisedAt, clearedAt]),
    ).toEqual([
      ['cleared', 2, new Date(NOW), new Date(NOW + 9000)],
      ['active', 1, new Date(NOW + 9000), null],
    ]);
  });

  it('gateway alarms are not stored by a worker that has lost its lease', async () => {
    await expect(intake().accept(aSoleGateway(gateway.client), [event(alarm('a', 0))], lost)).rejects.toThrow(
      'The lease is lost.',
    );
    expect(await alerts()).toEqual([]);
  });

  it('gateway alarms are forgotten a month after they were cleared, but never while they are open', async () => {
    await push(event(alarm('a', 0)), event(alarm('a', 0, 1000)), event(alarm('open', 0, null, 'P2')));
    clock.advance(31 * DAY_MS);
    await intake().prune(new AbortController().signal);
    const kept = await database.dataSource.manager.find(GatewayAlarmEntity);
    expect(kept.map(({ id }) => id)).toEqual(['open']);
    expect(await alerts()).toHaveLength(2);
  });
});
