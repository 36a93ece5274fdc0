// Runs in the full check only: it takes long.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NotificationMetrics } from '@app/domain/testing';
import {
  AlertEntity,
  AlertNoticeEntity,
  AlertRuleEntity,
  AlertRuleStateEntity,
  AreaEntity,
  NotificationDeliveryEntity,
  NotificationEscalationEntity,
  NotificationRuleEntity,
  NotificationTargetEntity,
  PointValueEntity,
} from '@app/entities';
import { Actor, DomainError, FixedClock, newId, say } from '@app/kernel';
import { Metrics } from '@app/metrics';
import { AlertDesk, aRaise } from '../factories/alert-desk';
import { NotificationDesk } from '../factories/notification-desk';
import { RuleDesk } from '../factories/rule-desk';
import { openDatabase, type TestDatabase } from '../harness';

const NOW = Date.parse('2026-05-01T10:00:00Z');
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const operator = Actor.user(7, 'operator', 'olga');
const mailTo = (...to: string[]) => ({ kind: 'mail' as const, to });
const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const night = { from: '22:00', to: '06:00', timezone: null, days: [1, 2, 3, 4, 5, 6, 7] };
const failed = new DomainError('upstream_failed', 'mail_failed', say('mail_failed'));

describe('notifications', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let alerts: AlertDesk;
  let desk: NotificationDesk;

  beforeAll(async () => {
    database = await openDatabase();
    alerts = new AlertDesk(database, clock);
    desk = await NotificationDesk.open(database, clock, {
      PUBLIC_URL: 'https://plant.example.org',
      LIMIT_ALERT_MAILS_PER_MINUTE: 3,
      JOB_ATTEMPTS: 3,
    });
    mkdirSync(join(desk.environment.DATA_DIR, 'outbox'), { recursive: true });
  });
  afterAll(async () => {
    await desk.close();
    await database.drop();
  });
  beforeEach(async () => {
    for (const entity of [
      AlertEntity,
      AlertNoticeEntity,
      NotificationDeliveryEntity,
      NotificationEscalationEntity,
      NotificationRuleEntity,
      NotificationTargetEntity,
    ])
      await manager().deleteAll(entity);
    clock.set(NOW);
    desk.jobs = [];
    Object.assign(desk.mailer, { failure: null, attempts: 0 });
    Object.assign(desk.configuration, { language: 'en-US', timezone: 'UTC' });
    desk.mails();
  });

  const manager = () => database.dataSource.manager;
  const subjects = () => desk.mails().map(({ headers }) => [headers.get('to'), headers.get('subject')]);
  const onlyAlert = async () => (await manager().findOneByOrFail(AlertEntity, {})).id;
  const at = (offsetMs: number) => new Date(NOW + offsetMs);

  it('notifications are sent to each recipient separately, once each time an alert is raised', async () => {
    await desk.rule({ channel: mailTo(ANN, BOB) });
    await alerts.raise(aRaise());
    await alerts.raise(aRaise());
    await desk.planAndSend();
    await alerts.raise(aRaise());
    await desk.planAndSend();
    const subject = 'Alert (Major): P1 is too high';
    expect(subjects()).toEqual([
      [ANN, subject],
      [BOB, subject],
    ]);
    expect(await desk.planned()).toMatchObject([
      { status: 'sent', attempts: 1, error: null, dueAt: null, sentAt: at(0) },
      { status: 'sent', attempts: 1 },
    ]);
  });

  it('notifications are sent according to the severity, the source and the area of the rules', async () => {
    await desk.rule({ minSeverity: 'critical' });
    await desk.rule({ sources: ['gateway'] });
    await desk.rule({ areaIds: [5] });
    await desk.rule({ enabled: false });
    const right = await desk.rule({ minSeverity: 'major', sources: ['rule'], areaIds: [4] });
    await alerts.raise(aRaise({ areaId: 4 }));
    await desk.plan();
    expect((await desk.planned()).map(({ ruleId }) => ruleId)).toEqual([right.id]);
  });

  it('if an alert changes between two severities, each rule that applies sends only one notification', async () => {
    await desk.rule();
    await desk.rule({
      minSeverity: 'critical',
      channel: mailTo(BOB),
      escalation: [{ afterMinutes: 5, channel: mailTo(BOB) }],
    });
    await alerts.raise(aRaise({ severity: 'minor' }));
    await desk.planAndSend();
    for (const severity of ['critical', 'minor', 'critical'] as const) {
      await alerts.raise(aRaise({ severity }));
      await desk.planAndSend();
    }
    expect(subjects()).toEqual([
      [ANN, 'Alert (Minor): P1 is too high'],
      [BOB, 'Alert (Critical): P1 is too high'],
    ]);
    expect(await manager().count(NotificationEscalationEntity)).toBe(1);
  });

  it('notifications are not sent when the severity of a cleared alert is corrected', async () => {
    await desk.rule({ minSeverity: 'critical' });
    await alerts.raise(aRaise());
    await alerts.raise(aRaise({ severity: 'critical' }));
    await alerts.clear(aRaise());
    await desk.plan();
    expect(await desk.planned()).toMatchObject([{ type: 'alert.raised' }, { type: 'alert.cleared' }]);
    await manager().insert(AlertNoticeEntity, {
      id: newId(),
      alertId: await onlyAlert(),
      kind: 'severity_changed',
      at: clock.now(),
    });
    await desk.rule({ channel: mailTo(BOB) });
    await desk.plan();
    expect(await desk.planned()).toHaveLength(2);
  });

  it('notifications that wait for the end of the quiet hours are sent at once if the alert becomes critical', async () => {
    await desk.rule({ quietHours: night });
    clock.set(at(12 * HOUR_MS));
    await alerts.raise(aRaise({ at: clock.now() }));
    await desk.plan();
    await alerts.raise(aRaise({ severity: 'critical', at: clock.now() }));
    await desk.planAndSend();
    expect(subjects()).toEqual([[ANN, 'Alert (Critical): P1 is too high']]);
  });

  it('notifications contain the facts about the alert as text, even if its title contains markup', async () => {
    Object.assign(desk.configuration, { timezone: 'Asia/Shanghai' });
    await desk.rule();
    const title = 'P1 <img src=x onerror=alert(1)>\r\nBcc: eve@example.org {{link}}';
    await alerts.raise(aRaise({ title, message: '<b>31</b> > 30', value: 31.5, threshold: 30 }));
    await desk.planAndSend();
    const [mail, ...others] = desk.mails();
    expect(others).toEqual([]);
    expect(mail?.headers.get('bcc')).toBeUndefined();
    expect(mail?.headers.get('subject')).toContain('P1 <img src=x onerror=alert(1)> Bcc: eve@example.org');
    expect(mail?.html).not.toMatch(/<img|<b>/);
    expect(mail?.html).toContain('&lt;b&gt;31&lt;/b&gt; &gt; 30');
    expect(mail?.html).toContain('https://plant.example.org');
    for (const fact of ['Value: 31.5', 'Threshold: 30', 'Point: P1', '2026-05-01 18:00:00 (Asia/Shanghai)'])
      expect(mail?.text).toContain(fact);
    expect(mail?.text).toContain('<b>31</b> > 30');
  });

  it('notifications are in the language of the platform', async () => {
    Object.assign(desk.configuration, { language: 'zh-CN' });
    await desk.rule();
    await alerts.raise(aRaise());
    await desk.planAndSend();
    const [mail] = desk.mails();
    expect(mail?.headers.get('subject')).toBe('告警 (重要)：P1 is too high');
    expect(mail?.text).toContain('发生时间');
    expect(mail?.html).toMatch(/lang=['"]zh-CN['"]/);

    const [title, originator] = [say('budget_missed', { month: '2026-05' }), 'budget:1'];
    await alerts.raise(aRaise({ title, message: say('loss_of_energy', { kwh: 40 }), originator }));
    await desk.planAndSend();
    const translated = desk.mails().at(-1);
    expect(translated?.headers.get('subject')).toBe('告警 (重要)：2026-05 的预算将会超支。');
    expect(translated?.text).toContain('每月约损失 40 kWh。');
  });

  it.each([
    [
      'en-US' as const,
      [
        'The value of P1 is 31, above the threshold 30.',
        'The value of P1 has changed by 31 within 60 minutes. The limit is 5.',
        'The value of P2 has not been updated for 15 minutes.',
        'The power of area 4 is 12 kW, at or above the threshold 12 kW.',
      ],
    ],
    [
      'zh-CN' as const,
      [
        '点位 P1 的数值为 31，高于阈值 30。',
        '点位 P1 的数值在 60 分钟内变化了 31，限值为 5。',
        '点位 P2 的数值已有 15 分钟未更新。',
        '区域 4 的功率为 12 kW，不低于阈值 12 kW。',
      ],
    ],
  ])('notifications about alert rules explain the alert in the language %s', async (language, messages) => {
    Object.assign(desk.configuration, { language });
    for (const entity of [AlertRuleEntity, AlertRuleStateEntity, AreaEntity, PointValueEntity])
      await manager().deleteAll(entity);
    const area = { id: 4, name: 'Offices', parentId: null, sortOrder: 0, status: 'normal' };
    await manager().save(AreaEntity, { ...area, warningKw: null, overLimitKw: null });
    const conditions = [
      { pointCode: 'P1', comparison: 'gt', threshold: 30 },
      { pointCode: 'P1', condition: { kind: 'rateOfChange', delta: 5, minutes: 60 } },
      { pointCode: 'P2', condition: { kind: 'noData', minutes: 15 } },
      { areaId: 4, comparison: 'gte', threshold: 12 },
    ] as const;
    const rules = new RuleDesk(database, clock);
    for (const condition of conditions)
      await rules.rules.create(operator, { name: 'Rule', severity: 'major', ...condition });
    await rules.evaluator.tick(undefined);
    for (const value of [0, 31]) {
      const timestamp = clock.now().toISOString();
      const values = [{ code: 'P1', value, quality: 'good' as const, timestamp }];
      await rules.values.accept(values, undefined, rules.evaluator.follower);
      clock.advance(SECOND_MS);
    }
    await rules.evaluator.evaluateAreas([{ id: 4, currentPower: 12 }], undefined);
    await desk.rule();
    await desk.plan();
    clock.set(at(15 * MINUTE_MS));
    await rules.evaluator.tick(undefined);
    await desk.planAndSend();
    clock.advance(MINUTE_MS);
    await desk.send();
    const texts = desk.mails().map(({ text }) => text);
    expect(texts).toHaveLength(messages.length);
    for (const message of messages) expect(texts.filter((text) => text.includes(message))).toHaveLength(1);
    expect(/The (value|power)/.test(texts.join())).toBe(language === 'en-US');

    await manager().update(AlertEntity, { pointCode: 'P2' }, { message: 'Ask Bob' });
    const { id: alertId } = await manager().findOneByOrFail(AlertEntity, { pointCode: 'P2' });
    await alerts.actions.clear(operator, alertId);
    await desk.planAndSend();
    expect(desk.mails()[0]?.text).toContain('Ask Bob');
  });

  it('notifications are planned only once by concurrent planners', async () => {
    await desk.rule({ channel: mailTo(ANN, BOB) });
    const raises = Array.from({ length: 250 }, (_, index) => aRaise({ originator: `P${index}` }));
    await alerts.raise(...raises);
    for (const raise of raises.slice(0, 20)) await alerts.clear(raise);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while ((await desk.notices.planNext()) > 0);
      }),
    );
    const types = (await desk.planned()).map(({ type }) => type);
    expect(types.filter((type) => type === 'alert.raised')).toHaveLength(500);
    expect(types.filter((type) => type === 'alert.cleared')).toHaveLength(40);
    expect(await manager().count(AlertNoticeEntity)).toBe(0);
    expect(desk.jobs).toHaveLength(540);
  });

  it('notifications are not planned twice if the same notice about an alert is processed again', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    const notices = await manager().find(AlertNoticeEntity);
    await desk.plan();
    await manager().insert(AlertNoticeEntity, notices);
    await desk.plan();
    expect(await desk.planned()).toHaveLength(1);
  });

  it('notifications are sent by the sweep if the queue lost its jobs, and only once by concurrent workers', async () => {
    desk.jobs = null;
    await desk.rule();
    await alerts.raise(aRaise());
    await desk.plan();
    const [due] = await desk.deliveries.findDue(10);
    const { deliveryId = '' } = due?.payload ?? {};
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(() => desk.deliveries.deliver(deliveryId, signal)));
    expect(desk.mails()).toHaveLength(1);
    expect(await desk.deliveries.findDue(10)).toEqual([]);
  });

  it('notifications are sent again if the worker died while it was sending', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    await desk.plan();
    const [delivery] = await desk.planned();
    const abandoned = await desk.claims.claim(delivery?.id ?? '');
    await desk.send();
    expect(desk.mails()).toEqual([]);
    clock.advance(MINUTE_MS);
    await desk.send();
    expect(desk.mails()).toHaveLength(1);
    if (abandoned) await desk.claims.fail(abandoned, say('other', { reason: 'Too late' }), true);
    expect(await desk.planned()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
  });

  it('notifications are retried with growing pauses, and finally fail', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    desk.mailer.failure = failed;
    await desk.planAndSend();
    expect(await desk.planned()).toMatchObject([
      { status: 'pending', attempts: 1, error: failed.reason, dueAt: at(30 * SECOND_MS) },
    ]);
    clock.advance(29 * SECOND_MS);
    await desk.send();
    expect(desk.mailer.attempts).toBe(1);
    clock.advance(SECOND_MS);
    await desk.send();
    expect(await desk.planned()).toMatchObject([{ attempts: 2, dueAt: at(90 * SECOND_MS) }]);
    clock.advance(MINUTE_MS);
    await desk.send();
    expect(await desk.planned()).toMatchObject([
      { status: 'failed', attempts: 3, error: failed.reason, dueAt: null, sentAt: null },
    ]);
    await alerts.clear(aRaise());
    await desk.plan();
    expect(await desk.summary()).toEqual([`alert.raised ${ANN} failed`]);
  });

  it('notifications whose sending was interrupted are sent again at once', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    await desk.plan();
    const [due] = await desk.deliveries.findDue(1);
    desk.mailer.failure = failed;
    const interrupted = desk.deliveries.deliver(due?.payload.deliveryId ?? '', AbortSignal.abort());
    await expect(interrupted).rejects.toBe(failed);
    desk.mailer.failure = null;
    await desk.send();
    expect(await desk.planned()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it('notifications are not retried if the mailbox does not exist', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    desk.mailer.failure = new DomainError('upstream_failed', 'mail_refused', 'Refused.');
    await desk.planAndSend();
    expect(await desk.planned()).toMatchObject([{ status: 'failed', attempts: 1 }]);
  });

  it('notifications report the end of an alert to all recipients of messages about it', async () => {
    const escalation = [{ afterMinutes: 5, channel: mailTo(BOB, ANN) }];
    const rule = await desk.rule({ escalation });
    await alerts.raise(aRaise());
    await desk.planAndSend();
    clock.advance(5 * MINUTE_MS);
    await desk.planAndSend();
    await manager().update(NotificationRuleEntity, { id: rule.id }, { minSeverity: 'critical' });
    await alerts.clear(aRaise(), clock.now());
    await desk.planAndSend();
    expect((await desk.summary()).toSorted()).toEqual([
      `alert.cleared ${ANN} sent`,
      `alert.cleared ${BOB} sent`,
      `alert.escalated ${ANN} sent`,
      `alert.escalated ${BOB} sent`,
      `alert.raised ${ANN} sent`,
    ]);
    expect(desk.mails().at(-1)?.text).toContain('Cleared at: 2026-05-01 10:05:00 (UTC)');
  });

  it('notifications report both the beginning and the end of an alert if the first message could not be sent in time', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    await alerts.clear(aRaise());
    await desk.planAndSend();
    expect(subjects().map(([, subject]) => subject)).toEqual([
      'Alert (Major): P1 is too high',
      'Alert cleared (Major): P1 is too high',
    ]);
  });

  it('notifications are escalated on time', async () => {
    await desk.rule({ escalation: [{ afterMinutes: 5, channel: mailTo(BOB) }] });
    await alerts.raise(aRaise());
    clock.advance(5 * MINUTE_MS - 1);
    await desk.planAndSend();
    expect(await desk.summary()).toEqual([`alert.raised ${ANN} sent`]);
    clock.advance(1);
    await Promise.all([desk.escalations.planNext(), desk.escalations.planNext()]);
    await desk.planAndSend();
    expect(subjects().at(-1)).toEqual([BOB, 'Alert without a reaction (Major): P1 is too high']);
    expect(await desk.summary()).toHaveLength(2);
    expect(await manager().count(NotificationEscalationEntity)).toBe(0);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['acknowledged', (id) => alerts.actions.acknowledge(operator, id)],
    [
      'shelved',
      (id) => alerts.actions.shelve(operator, id, { untilAt: '2026-05-02T00:00:00Z', reason: 'Test' }),
    ],
    ['cleared', (id) => alerts.actions.clear(operator, id)],
  ])('notifications are not escalated after the alert was %s', async (_what, act) => {
    await desk.rule({ escalation: [{ afterMinutes: 5, channel: mailTo(BOB) }] });
    await alerts.raise(aRaise());
    await desk.planAndSend();
    await act(await onlyAlert());
    clock.advance(5 * MINUTE_MS);
    await desk.planAndSend();
    expect((await desk.summary()).filter((line) => line.includes(BOB))).toEqual([]);
  });

  it('notifications report the end of an alert to the recipients of its escalation, even if the end and the escalation are planned at the same moment', async () => {
    await desk.rule({ escalation: [{ afterMinutes: 5, channel: mailTo(BOB) }] });
    for (const originator of ['P1', 'P2', 'P3', 'P4', 'P5']) {
      const raise = aRaise({ originator, at: clock.now() });
      await alerts.raise(raise);
      await desk.plan();
      clock.advance(5 * MINUTE_MS);
      await Promise.all([
        desk.escalations.planNext(),
        alerts.clear(raise, clock.now()).then(() => desk.notices.planNext()),
      ]);
      await desk.plan();
    }
    const toBob = (await desk.summary()).filter((line) => line.includes(BOB));
    const count = (type: string) => toBob.filter((line) => line.startsWith(type)).length;
    expect(count('alert.cleared')).toBe(count('alert.escalated'));
  });

  it('notifications are held back until the quiet hours end, unless the alert is critical', async () => {
    await desk.rule({ quietHours: night });
    clock.set(at(12 * HOUR_MS));
    await alerts.raise(aRaise({ at: clock.now() }));
    await alerts.raise(aRaise({ originator: 'P2', severity: 'critical', title: 'Fire', at: clock.now() }));
    await desk.planAndSend();
    expect(subjects()).toEqual([[ANN, 'Alert (Critical): Fire']]);
    expect(await desk.planned()).toMatchObject([
      { status: 'held', dueAt: at(20 * HOUR_MS), attempts: 0 },
      { status: 'sent' },
    ]);
    clock.set(at(20 * HOUR_MS));
    await desk.planAndSend();
    expect(subjects()).toEqual([[ANN, 'Alert (Major): P1 is too high']]);
  });

  it('notifications are dropped if the alert is cleared during the quiet hours', async () => {
    await desk.rule({ quietHours: night });
    clock.set(at(12 * HOUR_MS));
    await alerts.raise(aRaise({ at: clock.now() }));
    await desk.plan();
    await alerts.clear(aRaise(), clock.now());
    clock.set(at(20 * HOUR_MS));
    await desk.planAndSend();
    expect(await desk.planned()).toMatchObject([{ status: 'dropped', error: say('cleared_before_end') }]);
    expect(desk.mails()).toEqual([]);
  });

  it.each<[string, (id: number) => Promise<unknown>, string]>([
    ['sent when they end', () => Promise.resolve(), 'sent'],
    [
      'dropped if the alert was acknowledged meanwhile',
      (id) => alerts.actions.acknowledge(operator, id),
      'dropped',
    ],
  ])('an escalation that is due in the quiet hours is held, and %s', async (_what, act, status) => {
    const escalation = [{ afterMinutes: 5, channel: mailTo(BOB) }];
    await desk.rule({ quietHours: night, escalation });
    clock.set(at(12 * HOUR_MS - MINUTE_MS));
    await alerts.raise(aRaise({ at: clock.now() }));
    await desk.planAndSend();
    clock.advance(5 * MINUTE_MS);
    await desk.planAndSend();
    const toBob = async () => (await desk.planned()).filter(({ type }) => type === 'alert.escalated');
    expect(await toBob()).toMatchObject([{ status: 'held', dueAt: at(20 * HOUR_MS) }]);
    await act(await onlyAlert());
    clock.set(at(20 * HOUR_MS));
    await desk.planAndSend();
    expect(await toBob()).toMatchObject([{ status }]);
    expect(subjects().filter(([to]) => to === BOB)).toHaveLength(status === 'sent' ? 1 : 0);
  });

  it('notifications that could not be sent before the quiet hours begin are held back', async () => {
    await desk.rule({ quietHours: night });
    clock.set(at(12 * HOUR_MS - 1));
    await alerts.raise(aRaise({ at: clock.now() }));
    await desk.plan();
    clock.advance(1);
    await desk.send();
    expect(await desk.summary()).toEqual([`alert.raised ${ANN} held`]);
  });

  it('notifications above the limit of a recipient become one summary, with the most severe alerts first', async () => {
    await desk.rule();
    const raises = Array.from({ length: 40 }, (_, index) =>
      aRaise({
        originator: `P${index}`,
        title: `Alert ${index}`,
        severity: index === 35 ? 'critical' : 'minor',
      }),
    );
    for (const raise of raises) await alerts.raise(raise);
    await desk.planAndSend();
    await desk.send();
    expect(desk.mails()).toHaveLength(3);
    clock.advance(MINUTE_MS);
    await desk.send();
    const [mail, ...others] = desk.mails();
    expect(others).toEqual([]);
    expect(mail?.headers.get('subject')).toBe('37 further alerts - Plantroom');
    const lines = mail?.text.match(/^- .*$/gm) ?? [];
    expect(lines).toHaveLength(20);
    expect(lines[0]).toContain('(Critical): Alert 35');
    expect(mail?.text).toContain('17 more');
    expect((await desk.planned()).filter(({ status }) => status === 'sent')).toHaveLength(40);
  });

  it('a flood of alerts causes one mail and one summary for each recipient', async () => {
    const strict = await NotificationDesk.open(database, clock, { LIMIT_ALERT_MAILS_PER_MINUTE: 1 });
    mkdirSync(join(strict.environment.DATA_DIR, 'outbox'), { recursive: true });
    try {
      const recipients = Array.from({ length: 12 }, (_, index) => `a${index}@example.org`);
      await strict.rule({ channel: mailTo(...recipients.slice(0, 6)) });
      await strict.rule({ channel: mailTo(...recipients.slice(6)) });
      await alerts.raise(...['P1', 'P2', 'P3'].map((originator) => aRaise({ originator })));
      await strict.plan();
      const subjectsByRecipient = new Map<string, string[]>();
      for (let minute = 1; minute <= 3; minute++) {
        await strict.send(10);
        for (const { headers } of strict.mails()) {
          const to = headers.get('to') ?? '';
          subjectsByRecipient.set(to, [...(subjectsByRecipient.get(to) ?? []), headers.get('subject') ?? '']);
        }
        clock.advance(MINUTE_MS);
      }
      expect(subjectsByRecipient).toEqual(
        new Map(recipients.map((to) => [to, [expect.any(String), '2 further alerts - Plantroom']])),
      );
    } finally {
      await strict.close();
    }
  });

  it('notifications are counted by the metrics while they wait, and after each attempt', async () => {
    const metrics = new Metrics();
    const { dataSource } = database;
    new NotificationMetrics(desk.deliveries, metrics, dataSource, clock).onModuleInit();
    await desk.rule();
    await desk.rule({ channel: mailTo(BOB), quietHours: { ...night, from: '09:00', to: '12:00' } });
    for (const originator of ['P1', 'P2']) await alerts.raise(aRaise({ originator }));
    await desk.plan();
    clock.advance(90 * SECOND_MS);
    const text = await metrics.text();
    expect(text).toContain('plantroom_notifications_unsent{state="due"} 2');
    expect(text).toContain('plantroom_notifications_unsent{state="waiting"} 2');
    expect(text).toContain('plantroom_notifications_oldest_overdue_seconds 90');
    await desk.send();
    desk.mailer.failure = failed;
    await alerts.raise(aRaise({ originator: 'P3', at: clock.now() }));
    await desk.planAndSend();
    const attempts = await metrics.text();
    expect(attempts).toContain('plantroom_notification_attempts_total{channel="mail",result="sent"} 2');
    expect(attempts).toContain('plantroom_notification_attempts_total{channel="mail",result="retried"} 1');
    metrics.onApplicationShutdown();
  });

  it('notifications never exceed the limit of a recipient, even if many workers send at once', async () => {
    await desk.rule();
    await alerts.raise(...Array.from({ length: 12 }, (_, index) => aRaise({ originator: `P${index}` })));
    await desk.plan();
    const { signal } = new AbortController();
    const due = await desk.deliveries.findDue(20);
    await Promise.all(due.map(({ payload }) => desk.deliveries.deliver(payload.deliveryId, signal)));
    expect(desk.mails()).toHaveLength(3);
    clock.advance(MINUTE_MS);
    await Promise.all(due.map(({ payload }) => desk.deliveries.deliver(payload.deliveryId, signal)));
    expect(subjects()).toEqual([[ANN, '9 further alerts - Plantroom']]);
  });

  it('notifications above the limit of a recipient postpone all others that are due', async () => {
    await desk.rule();
    await alerts.raise(...Array.from({ length: 6 }, (_, index) => aRaise({ originator: `P${index}` })));
    await desk.plan();
    const { signal } = new AbortController();
    for (const { payload } of await desk.deliveries.findDue(4))
      await desk.deliveries.deliver(payload.deliveryId, signal);
    expect(await desk.deliveries.findDue(6)).toEqual([]);
    clock.advance(MINUTE_MS);
    await desk.send();
    expect(subjects().at(-1)).toEqual([ANN, '3 further alerts - Plantroom']);
  });

  it('notifications above the limit of a recipient are not delayed if the clock was set back', async () => {
    await desk.rule();
    const raised = Array.from({ length: 4 }, (_, index) => aRaise({ originator: `P${index}` }));
    await alerts.raise(...raised.slice(0, 3));
    await desk.planAndSend();
    clock.set(NOW - HOUR_MS);
    await alerts.raise(...raised.slice(3));
    await desk.planAndSend();
    expect(desk.mails()).toHaveLength(4);
  });

  it('notifications from all rules count towards the limit of their recipient', async () => {
    await desk.rule({ channel: mailTo(ANN, BOB), sources: ['rule'] });
    await desk.rule({ channel: mailTo('Ann@Example.org'), sources: ['workflow'] });
    for (const source of ['rule', 'workflow'] as const)
      await alerts.raise(aRaise({ source }), aRaise({ source, originator: 'P2' }));
    await desk.planAndSend();
    const recipients = desk.mails().map(({ headers }) => headers.get('to')?.toLowerCase() ?? '');
    expect(recipients.toSorted((a, b) => a.localeCompare(b))).toEqual([ANN, ANN, ANN, BOB, BOB]);
  });

  it('notifications are sent once to a recipient that several rules name', async () => {
    const escalation = [{ afterMinutes: 5, channel: mailTo(BOB) }];
    await desk.rule({ channel: mailTo(ANN, BOB), escalation });
    await desk.rule({ channel: mailTo('Ann@Example.org'), escalation });
    await alerts.raise(aRaise());
    await desk.planAndSend();
    await alerts.raise(aRaise({ severity: 'critical' }));
    clock.advance(5 * MINUTE_MS);
    await desk.planAndSend();
    await alerts.clear(aRaise(), clock.now());
    await desk.planAndSend();
    expect((await desk.summary()).toSorted()).toEqual([
      `alert.cleared ${ANN} sent`,
      `alert.cleared ${BOB} sent`,
      `alert.escalated ${BOB} sent`,
      `alert.raised ${ANN} sent`,
      `alert.raised ${BOB} sent`,
    ]);
  });

  it('notifications are held only while all rules that name the recipient have quiet hours', async () => {
    await desk.rule({ quietHours: night });
    await desk.rule();
    clock.set(at(12 * HOUR_MS - 1));
    await alerts.raise(aRaise({ at: clock.now() }));
    await desk.plan();
    clock.advance(1);
    await alerts.raise(aRaise({ originator: 'P2', at: clock.now() }));
    await desk.planAndSend();
    expect(await desk.summary()).toEqual([`alert.raised ${ANN} sent`, `alert.raised ${ANN} sent`]);
  });

  it('notifications are not sent about old alerts', async () => {
    await desk.rule();
    await alerts.raise(
      aRaise({ at: at(-24 * HOUR_MS - 1) }),
      aRaise({ originator: 'P2', at: at(-2 * HOUR_MS) }),
    );
    await alerts.clear(aRaise({ originator: 'P2' }), at(-HOUR_MS));
    await desk.plan();
    expect(await desk.planned()).toEqual([]);
    expect(await manager().count(AlertNoticeEntity)).toBe(0);
  });

  it('notifications are not sent about a shelved alert until its shelving ends', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    const untilAt = at(HOUR_MS).toISOString();
    await alerts.actions.shelve(operator, await onlyAlert(), { untilAt, reason: 'Test' });
    await desk.planAndSend();
    expect(await desk.planned()).toEqual([]);
    clock.advance(HOUR_MS);
    await alerts.actions.returnShelved(new AbortController().signal);
    await desk.planAndSend();
    expect(await desk.summary()).toEqual([`alert.returned ${ANN} sent`]);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['was deleted', (id) => manager().delete(NotificationRuleEntity, { id })],
    ['was disabled', (id) => manager().update(NotificationRuleEntity, { id }, { enabled: false })],
    [
      'no longer names the recipient',
      (id) => manager().update(NotificationRuleEntity, { id }, { channel: mailTo(BOB) }),
    ],
  ])('notifications are dropped if the rule %s', async (_what, change) => {
    const { id } = await desk.rule();
    await alerts.raise(aRaise());
    await desk.plan();
    await change(id);
    await desk.send();
    expect(await desk.summary()).toEqual([`alert.raised ${ANN} dropped`]);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['was deleted', (id) => manager().delete(NotificationRuleEntity, { id })],
    ['was disabled', (id) => manager().update(NotificationRuleEntity, { id }, { enabled: false })],
    [
      'no longer names the recipient',
      (id) => manager().update(NotificationRuleEntity, { id }, { channel: mailTo(BOB) }),
    ],
  ])(
    'notifications are sent by another rule that names the recipient if the first rule %s',
    async (_what, change) => {
      const [first, second] = [await desk.rule(), await desk.rule()];
      await alerts.raise(aRaise(), aRaise({ originator: 'P2' }));
      await desk.plan();
      const [one, other] = await desk.planned();
      await change(first.id);
      const { signal } = new AbortController();
      await desk.deliveries.deliver(one?.id ?? '', signal);
      await change(second.id);
      await desk.deliveries.deliver(other?.id ?? '', signal);
      expect(await desk.summary()).toEqual([`alert.raised ${ANN} sent`, `alert.raised ${ANN} dropped`]);
    },
  );

  it('notifications are deleted after 90 days', async () => {
    await desk.rule();
    await alerts.raise(aRaise());
    await desk.planAndSend();
    clock.advance(90 * 24 * HOUR_MS);
    await desk.deliveries.prune(new AbortController().signal);
    expect(await desk.planned()).toHaveLength(1);
    clock.advance(1);
    await desk.deliveries.prune(new AbortController().signal);
    expect(await desk.planned()).toEqual([]);
    expect(await manager().count(NotificationTargetEntity)).toBe(0);
  });
});
