import type { PointValue } from '@app/contracts';
import type { AlertRuleInput } from '@app/domain';
import {
  AlertEntity,
  AlertEventEntity,
  AlertRuleEntity,
  AlertRuleStateEntity,
  AreaEntity,
  PointValueEntity,
} from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { loggedQueries } from '../factories/logged-queries';
import { RuleDesk } from '../factories/rule-desk';
import { openDatabase, type TestDatabase } from '../harness';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const engineer = Actor.user(3, 'engineer', 'erik');
const above = (threshold: number, deadband = 0) =>
  ({ kind: 'threshold', comparison: 'gt', threshold, deadband }) as const;
const lost = () => Promise.reject(new Error('The lease is lost.'));

describe('alert rules', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let desk: RuleDesk;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    for (const entity of [
      AlertEntity,
      AlertEventEntity,
      AlertRuleEntity,
      AlertRuleStateEntity,
      PointValueEntity,
    ])
      await manager().deleteAll(entity);
    clock.set(NOW);
    restart();
  });

  const manager = () => database.dataSource.manager;
  const restart = () => void (desk = new RuleDesk(database, clock));
  const aRule = (changes: Partial<AlertRuleInput> = {}) =>
    desk.rules.create(engineer, {
      name: 'Too warm',
      severity: 'major',
      pointCode: 'P1',
      condition: above(30),
      ...changes,
    });
  const noData = { condition: { kind: 'noData', minutes: 10 } } as const;

  /** Simulates a poll at the current time. */
  const take = (value: unknown, quality: PointValue['quality'] = 'good', code = 'P1') =>
    desk.values.accept(
      [{ code, value, quality, timestamp: clock.now().toISOString() }],
      undefined,
      desk.evaluator.follower,
    );
  const tick = () => desk.evaluator.tick(undefined);
  /** Evaluates an area as a poll does. */
  const poll = async (currentPower: number | null) => {
    await desk.evaluator.evaluateAreas([{ id: 5, currentPower }], undefined);
    desk.evaluator.areasTried();
    await tick();
  };
  const wait = (seconds: number) => clock.advance(seconds * SECOND_MS);
  const alerts = () => manager().find(AlertEntity, { order: { id: 'ASC' } });
  const shown = async () =>
    (await alerts()).map(({ state, raisedAt, clearedAt, value }) => [
      state,
      (raisedAt.getTime() - NOW) / SECOND_MS,
      clearedAt && (clearedAt.getTime() - NOW) / SECOND_MS,
      value,
    ]);
  const notes = async () =>
    (await manager().find(AlertEventEntity, { order: { id: 'ASC' } })).map(({ kind, note }) => [kind, note]);

  it('alert rules raise and clear one alert as the watched values change', async () => {
    const { id } = await aRule({ condition: above(30, 2) });
    for (const value of [29, 31, 32, 29]) {
      await take(value);
      wait(10);
    }
    expect(await alerts()).toMatchObject([
      {
        source: 'rule',
        type: 'threshold',
        originator: `rule:${id}`,
        severity: 'major',
        state: 'active',
        title: 'Too warm',
        message: 'The value of P1 is 31, above the threshold 30.',
        pointCode: 'P1',
        value: 31,
        threshold: 30,
        occurrences: 1,
      },
    ]);
    await take(28);
    expect(await shown()).toEqual([['cleared', 10, 40, 31]]);
  });

  it('alert rules keep their running delays through a restart', async () => {
    await aRule({ onDelaySeconds: 60, offDelaySeconds: 30 });
    await take(31);
    wait(40);
    restart();
    await tick();
    expect(await shown()).toEqual([]);
    wait(25);
    await tick();
    expect(await shown()).toEqual([['active', 60, null, 31]]);
    await take(20);
    wait(20);
    restart();
    await tick();
    expect(await shown()).toEqual([['active', 60, null, 31]]);
    wait(10);
    await tick();
    expect(await shown()).toEqual([['cleared', 60, 95, 31]]);
  });

  it('alert rules ignore bad quality, null and text', async () => {
    await aRule();
    await take(31, 'bad');
    await take(null);
    await take('31');
    expect(await shown()).toEqual([]);
    wait(1);
    await take(31);
    wait(1);
    await take(20, 'bad');
    expect(await shown()).toMatchObject([['active', 1, null, 31]]);
  });

  it('alert rules treat booleans as 0 and 1', async () => {
    await aRule({ condition: { kind: 'threshold', comparison: 'eq', threshold: 1 } });
    await take(true);
    expect(await shown()).toEqual([['active', 0, null, 1]]);
  });

  it('alert rules evaluate the last known value when they start', async () => {
    await take(31);
    wait(3600);
    await aRule({ onDelaySeconds: 60 });
    await tick();
    wait(60);
    await tick();
    expect(await shown()).toEqual([['active', 3660, null, 31]]);
  });

  it('alert rules raise an alert if a point is silent, and clear the alert at the next value, even after a restart', async () => {
    await aRule(noData);
    await take(1);
    wait(300);
    await take(1);
    restart();
    wait(599);
    await tick();
    expect(await shown()).toEqual([]);
    wait(1);
    await tick();
    expect(await shown()).toEqual([['active', 900, null, null]]);
    wait(60);
    await take(1);
    expect(await shown()).toEqual([['cleared', 900, 960, null]]);
  });

  it.each<[string, unknown, PointValue['quality']]>([
    ['of bad quality', 2, 'bad'],
    ['null', null, 'good'],
  ])(
    'alert rules know the last usable value after a restart, even if a value %s has followed',
    async (_what, value, quality) => {
      await aRule(noData);
      for (let minute = 0; minute < 20; minute++) {
        await take(minute);
        wait(60);
      }
      await take(value, quality);
      wait(60);
      restart();
      await tick();
      expect(await shown()).toEqual([]);
      wait(480);
      await tick();
      expect(await shown()).toEqual([['active', 19 * 60 + 600, null, null]]);
    },
  );

  it('alert rules apply in the hours of the new time after the clock was set back', async () => {
    const calendar = await desk.calendars.create(engineer, {
      name: 'Offices',
      weekly: [{ day: 1, from: '09:00', to: '10:30' }],
    });
    await aRule({ schedule: calendar.id });
    await take(20);
    wait(5 * 86_400);
    await tick();
    clock.set(NOW + 10 * SECOND_MS);
    await tick();
    await take(31);
    expect(await shown()).toEqual([['active', 10, null, 31]]);
    clock.set(NOW - 2 * 60 * MINUTE_MS);
    await tick();
    // An alert is never cleared before it was raised.
    expect(await shown()).toEqual([['cleared', 10, 10, 31]]);
  });

  it('alert rules keep their running delays through a restart after the clock was corrected', async () => {
    await aRule({ onDelaySeconds: 600 });
    await take(31);
    const gatewayMs = NOW + 3 * MINUTE_MS;
    clock.set(gatewayMs + 60 * MINUTE_MS);
    const later = {
      code: 'P1',
      value: 32,
      quality: 'good' as const,
      timestamp: new Date(gatewayMs).toISOString(),
    };
    await desk.values.accept([later], undefined, desk.evaluator.follower);
    restart();
    wait(6 * 60);
    await tick();
    expect(await shown()).toEqual([]);
    wait(60);
    await tick();
    expect(await shown()).toEqual([['active', 600, null, 32]]);
  });

  it('alert rules begin their delays when the calendar opens, even if the process is restarted after it has opened', async () => {
    const calendar = await desk.calendars.create(engineer, {
      name: 'Offices',
      weekly: [
        { day: 1, from: '09:00', to: '10:01' },
        { day: 1, from: '10:05', to: '10:30' },
      ],
    });
    await aRule({ schedule: calendar.id, onDelaySeconds: 300 });
    await take(31);
    clock.set(NOW + 7 * MINUTE_MS);
    restart();
    await tick();
    clock.set(NOW + 11 * MINUTE_MS);
    await tick();
    expect(await shown()).toEqual([['active', 600, null, 31]]);
  });

  it('alert rules watch the rate of change of a value, and continue after a restart', async () => {
    await aRule({
      condition: { kind: 'rateOfChange', delta: 5, minutes: 10 },
    });
    await take(20);
    wait(240);
    restart();
    await take(25);
    expect(await shown()).toEqual([['active', 240, null, 5]]);
    wait(360);
    await tick();
    expect(await shown()).toEqual([['cleared', 240, 600, 5]]);
  });

  it('alert rules raise an alert if a value stays unchanged, even after a restart, and store nothing while it does', async () => {
    await aRule({ condition: { kind: 'unchanged', minutes: 10 } });
    await take(19);
    await take(20);
    wait(300);
    const queries = await loggedQueries(database.dataSource, () => take(20));
    expect(queries.filter((query) => /INSERT INTO .?alert_rule_state/i.test(query))).toEqual([]);
    restart();
    await take(21, 'bad');
    wait(299);
    await take(20);
    expect(await shown()).toEqual([]);
    wait(1);
    await tick();
    expect(await shown()).toEqual([]);
    await take(20);
    expect(await shown()).toEqual([['active', 600, null, 20]]);
    wait(3600);
    restart();
    await tick();
    expect(await shown()).toEqual([['active', 600, null, 20]]);
    await take(21);
    expect(await shown()).toEqual([['cleared', 600, 4200, 20]]);
  });

  describe('about missing data of an area', () => {
    beforeEach(async () => {
      const area = { id: 5, name: 'Offices', parentId: null, sortOrder: 0, status: 'normal' };
      await manager().save(AreaEntity, { ...area, warningKw: null, overLimitKw: null });
      await aRule({ ...noData, pointCode: null, areaId: 5 });
    });

    it('alert rules count the time before a restart', async () => {
      await tick();
      for (let seconds = 0; seconds < 120; seconds += 15) {
        await poll(7);
        wait(15);
      }
      for (let restarts = 0; restarts < 3; restarts++) {
        restart();
        await poll(null);
        wait(180);
      }
      expect(await shown()).toEqual([]);
      restart();
      await poll(null);
      wait(60);
      await poll(null);
      expect(await shown()).toMatchObject([['active', expect.any(Number), null, null]]);
      const [[, raisedSeconds]] = (await shown()) as [[string, number]];
      // The last power was computed after 105 seconds.
      expect(raisedSeconds).toBeGreaterThanOrEqual(105 + 600);
      expect(raisedSeconds).toBeLessThanOrEqual(105 + 660);
    });

    it.each([
      ['a restart', () => restart()],
      ['an interruption of the ingestion', () => desk.evaluator.forget()],
    ])('alert rules wait after %s for the first attempt to compute the power', async (_what, pause) => {
      await tick();
      await poll(7);
      wait(3600);
      pause();
      await tick();
      await poll(7);
      expect(await shown()).toEqual([]);
    });

    it('alert rules store the time of the newest power once a minute', async () => {
      await tick();
      await poll(7);
      const queries = await loggedQueries(database.dataSource, async () => {
        for (let seconds = 0; seconds < 300; seconds += 15) {
          wait(15);
          await poll(7);
        }
      });
      expect(queries.filter((query) => /INSERT INTO .?alert_rule_state/i.test(query))).toHaveLength(5);
    });
  });

  it('alert rules watch the power of areas', async () => {
    const area = { id: 5, name: 'Offices', parentId: null, sortOrder: 0, status: 'normal' };
    await manager().save(AreaEntity, { ...area, warningKw: null, overLimitKw: null });
    await aRule({ pointCode: null, areaId: 5, condition: above(100) });
    await tick();
    await desk.evaluator.evaluateAreas([{ id: 5, currentPower: 120 }], undefined);
    expect(await alerts()).toMatchObject([
      { areaId: 5, pointCode: null, message: 'The power of area 5 is 120 kW, above the threshold 100 kW.' },
    ]);
    await desk.evaluator.evaluateAreas([{ id: 5, currentPower: null }], undefined);
    wait(10);
    await desk.evaluator.evaluateAreas([{ id: 5, currentPower: 80 }], undefined);
    expect(await shown()).toEqual([['cleared', 0, 10, 120]]);
  });

  it('alert rules clear their alert when they are changed, disabled or deleted, and start again when they are enabled', async () => {
    const { id } = await aRule();
    await take(31);
    await desk.rules.change(engineer, id, () => ({ condition: above(30.5) }));
    expect(await notes()).toEqual([
      ['raised', null],
      ['cleared', 'The alert rule was changed.'],
    ]);
    wait(5);
    await tick();
    await desk.rules.change(engineer, id, () => ({ enabled: false }));
    wait(5);
    await take(32);
    await desk.rules.change(engineer, id, () => ({ enabled: true }));
    wait(5);
    await take(33);
    await desk.rules.remove(engineer, id);
    wait(5);
    await take(34);
    expect(await notes()).toEqual([
      ['raised', null],
      ['cleared', 'The alert rule was changed.'],
      ['raised', null],
      ['cleared', 'The alert rule was disabled.'],
      ['raised', null],
      ['cleared', 'The alert rule was deleted.'],
    ]);
    const events = await manager().find(AlertEventEntity, { order: { id: 'ASC' } });
    expect(events.flatMap(({ noteText }) => noteText?.code ?? [])).toEqual([
      'alert_rule_changed',
      'alert_rule_disabled',
      'alert_rule_deleted',
    ]);
    expect(await manager().find(AlertRuleStateEntity)).toEqual([]);
  });

  it('alert rules keep their alert if an update changes no field', async () => {
    const rule = await aRule();
    await take(31);
    await desk.rules.change(engineer, rule.id, () => rule);
    expect(await shown()).toMatchObject([['active', 0, null, 31]]);
  });

  it('alert rules apply only during the hours of their calendar, and start again each time the calendar opens', async () => {
    const calendar = await desk.calendars.create(engineer, {
      name: 'Offices',
      weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '10:30' })),
    });
    await aRule({ schedule: calendar.id, onDelaySeconds: 600 });
    await take(31);
    wait(700);
    await tick();
    expect(await shown()).toEqual([['active', 600, null, 31]]);
    clock.set(NOW + 40 * MINUTE_MS);
    await tick();
    expect(await shown()).toEqual([['cleared', 600, 1800, 31]]);
    expect((await notes()).at(-1)).toEqual(['cleared', 'The calendar of the alert rule has closed.']);
    await take(32);
    restart();
    await tick();
    clock.set(Date.parse('2026-05-05T09:09:00Z'));
    await tick();
    expect(await shown()).toHaveLength(1);
    clock.set(Date.parse('2026-05-05T09:10:00Z'));
    await tick();
    const openedSeconds = (Date.parse('2026-05-05T09:10:00Z') - NOW) / SECOND_MS;
    expect((await shown()).at(-1)).toEqual(['active', openedSeconds, null, 32]);
  });

  it('an alert is stored only together with the values that caused it, and a batch of values that failed is evaluated again', async () => {
    await aRule();
    await take(20);
    wait(10);
    const batch = [{ code: 'P1', value: 31, quality: 'good' as const, timestamp: clock.now().toISOString() }];
    const { follower } = desk.evaluator;
    const failing = {
      takeIn: async (...given: Parameters<typeof follower.takeIn>) => {
        await follower.takeIn(...given);
        throw new Error('The connection was lost.');
      },
    };
    await expect(desk.values.accept(batch, undefined, failing)).rejects.toThrow('lost');
    await expect(desk.values.accept(batch, lost, follower)).rejects.toThrow('lost');
    expect(await shown()).toEqual([]);
    await desk.values.accept(batch, undefined, follower);
    await desk.values.accept(batch, undefined, follower);
    expect(await shown()).toEqual([['active', 10, null, 31]]);
    expect(await alerts()).toMatchObject([{ occurrences: 1 }]);
  });

  it('alert rules continue from the stored progress if the response to a commit was lost', async () => {
    await aRule({ onDelaySeconds: 60 });
    await take(20);
    wait(10);
    const { dataSource } = database;
    const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
    const creating = jest.spyOn(dataSource, 'createQueryRunner').mockImplementation((...mode) => {
      const runner = createQueryRunner(...mode);
      const commit = runner.commitTransaction.bind(runner);
      runner.commitTransaction = async () => {
        await commit();
        throw new Error('The connection was lost.');
      };
      return runner;
    });
    await expect(take(31)).rejects.toThrow('lost');
    creating.mockRestore();
    wait(60);
    await tick();
    expect(await shown()).toEqual([['active', 70, null, 31]]);
  });

  it('alert rules are never evaluated with outdated settings after a change', async () => {
    const { id } = await aRule();
    await take(20);
    wait(1);
    const changed = desk.rules.change(engineer, id, () => ({ condition: above(40) }));
    await Promise.all([take(31), changed]);
    await tick();
    expect((await alerts()).filter(({ state }) => state === 'active')).toEqual([]);
  });

  it.each<[string, Partial<AlertRuleInput>]>([
    ['a threshold', { condition: above(12, 3), onDelaySeconds: 120, offDelaySeconds: 60 }],
    ['silence', { ...noData, onDelaySeconds: 60 }],
    [
      'a change',
      {
        condition: { kind: 'rateOfChange', delta: 9, minutes: 5, deadband: 2 },
        offDelaySeconds: 90,
      },
    ],
    ['a value that does not change', { condition: { kind: 'unchanged', minutes: 1 }, onDelaySeconds: 10 }],
  ])(
    'alert rules that watch for %s raise the same alerts in a test over the history as during operation',
    async (_kind, changes) => {
      const calendar = await desk.calendars.create(engineer, {
        name: 'Offices',
        weekly: [{ day: 1, from: '09:00', to: '13:00' }],
      });
      const rule = await aRule({ ...changes, schedule: calendar.id });
      await tick();
      const series = aSeries(90);
      for (const [index, { atMs, value, quality }] of series.entries()) {
        if (index % 40 === 0) restart();
        for (; clock.nowMs() < atMs - 30_000; wait(30)) await tick();
        clock.set(atMs);
        await tick();
        await take(value, quality);
      }
      const toMs = clock.nowMs() + 20 * MINUTE_MS;
      for (; clock.nowMs() < toMs; wait(30)) await tick();
      const values = series.map(({ atMs, ...sample }) => ({
        timestamp: new Date(atMs).toISOString(),
        ...sample,
      }));
      const tester = new RuleDesk(database, clock, {
        history: ({ from, to }) =>
          Promise.resolve([
            {
              code: 'P1',
              values: values.filter(
                ({ timestamp }) => timestamp >= from.toISOString() && timestamp < to.toISOString(),
              ),
            },
          ]),
      });
      const range = { from: new Date(NOW).toISOString(), to: new Date(toMs - 1).toISOString() };
      const { raised, truncated } = await tester.tests.test({ rule, ...range });
      const live = (await alerts()).map(({ raisedAt, clearedAt, value }) => ({
        from: raisedAt,
        to: clearedAt,
        value,
      }));
      expect(raised.length).toBeGreaterThan(2);
      expect({ raised, truncated }).toEqual({ raised: live, truncated: false });
    },
  );

  it('alert rules send no statement to the database in a tick at which they are not due', async () => {
    await aRule({ onDelaySeconds: 60 });
    await take(31);
    const statements = await loggedQueries(database.dataSource, async () => {
      for (let second = 0; second < 4; second++) {
        wait(1);
        await tick();
      }
    });
    expect(statements).toEqual([]);
  });
});

/** Returns values between 0 and 18, with gaps and with some bad values. The values are the same in each run. */
function aSeries(count: number): { atMs: number; value: number | null; quality: PointValue['quality'] }[] {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  let atMs = NOW;
  return Array.from({ length: count }, () => {
    atMs += next(20) === 0 ? (10 + next(15)) * MINUTE_MS : (1 + next(90)) * SECOND_MS;
    const value = next(30) === 0 ? null : 3 * next(7);
    return { atMs, value, quality: value === null || next(25) === 0 ? 'bad' : 'good' };
  });
}
