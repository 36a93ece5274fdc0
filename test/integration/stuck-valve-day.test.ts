import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AlertEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { NotificationDesk } from '../factories/notification-desk';
import { RuleDesk } from '../factories/rule-desk';
import { openDatabase, type TestDatabase } from '../harness';

const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;
const DAY = Date.parse('2026-05-04T00:00:00Z');
const POINT = 'AHU1.SUPPLY.TEMP';
const engineer = Actor.user(3, 'engineer', 'erik');
const mailTo = (to: string) => ({ kind: 'mail' as const, to: [`${to}@plant.example`] });

/** Returns a time of the first day in milliseconds since 1970. Hours above 23 are on the next day. */
const at = (hour: number, minute = 0) => DAY + (hour * 60 + minute) * MINUTE_MS;

/** The times at which the valve does not close: in the afternoon, and again in the night. */
const STUCK = [
  { fromMs: at(13, 10), toMs: at(15, 40) },
  { fromMs: at(23), toMs: at(23, 40) },
];

/** Returns the supply temperature in °C. It depends on the time of day, and is 10 K higher while the valve is stuck. */
function temperatureAt(ms: number): number {
  const daily = 21 + 2 * Math.sin(((ms - at(9)) / (24 * 60 * MINUTE_MS)) * 2 * Math.PI);
  return STUCK.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs) ? daily + 10 : daily;
}

describe('an alert rule on a day with a stuck valve', () => {
  const clock = new FixedClock(DAY);
  let database: TestDatabase;
  let plant: RuleDesk;
  let office: NotificationDesk;

  beforeAll(async () => {
    database = await openDatabase();
    plant = new RuleDesk(database, clock);
    office = await NotificationDesk.open(database, clock);
    mkdirSync(join(office.environment.DATA_DIR, 'outbox'), { recursive: true });
  });
  afterAll(async () => {
    await office.close();
    await database.drop();
  });

  it('the alert of the afternoon is escalated, and the messages of the night are dropped because the alert ends in the quiet hours', async () => {
    await plant.rules.create(engineer, {
      name: 'Supply air too warm',
      severity: 'major',
      pointCode: POINT,
      comparison: 'gt',
      threshold: 28,
      deadband: 2,
      onDelaySeconds: 600,
    });
    await office.rule({
      channel: mailTo('operator'),
      escalation: [
        { afterMinutes: 30, channel: mailTo('manager') },
        { afterMinutes: 120, channel: mailTo('director') },
      ],
      quietHours: { from: '22:00', to: '06:00', timezone: null, days: [1, 2, 3, 4, 5, 6, 7] },
    });
    const mails: string[] = [];
    for (let ms = DAY; ms <= at(31); ms += STEP_MS) {
      clock.set(ms);
      await measure(temperatureAt(ms));
      if (ms === at(14, 20)) await acknowledge();
      await office.planAndSend();
      const time = clock.now().toISOString().slice(11, 16);
      for (const { headers } of office.mails())
        mails.push(`${time} ${headers.get('to')} ${headers.get('subject')}`);
    }
    // The delay of the rule is ten minutes. The director gets no mail, because the alert was acknowledged before the
    // step of the escalation that notifies the director.
    expect(mails.toSorted()).toEqual([
      '13:20 operator@plant.example Alert (Major): Supply air too warm',
      '13:50 manager@plant.example Alert without a reaction (Major): Supply air too warm',
      '15:40 manager@plant.example Alert cleared (Major): Supply air too warm',
      '15:40 operator@plant.example Alert cleared (Major): Supply air too warm',
    ]);
    expect(await office.summary()).toEqual([
      'alert.raised operator@plant.example sent',
      'alert.escalated manager@plant.example sent',
      expect.stringMatching(/^alert.cleared .* sent$/),
      expect.stringMatching(/^alert.cleared .* sent$/),
      'alert.raised operator@plant.example dropped',
    ]);
    const alerts = await database.dataSource.manager.find(AlertEntity, { order: { id: 'ASC' } });
    expect(alerts.map(({ raisedAt, clearedAt }) => [raisedAt.getTime(), clearedAt?.getTime()])).toEqual([
      [at(13, 20), at(15, 40)],
      [at(23, 10), at(23, 40)],
    ]);
  });

  /** Stores a value as the ingestion does. */
  async function measure(value: number): Promise<void> {
    const values = [{ code: POINT, value, quality: 'good' as const, timestamp: clock.now().toISOString() }];
    await plant.values.accept(values, undefined, plant.evaluator.follower);
    await plant.evaluator.tick(undefined);
  }

  async function acknowledge(): Promise<void> {
    const { id } = await database.dataSource.manager.findOneByOrFail(AlertEntity, { state: 'active' });
    await plant.alerts.actions.acknowledge(engineer, id);
  }
});
