// Runs in the full check only: it lets a day pass, and kills processes.
import { join } from 'node:path';
import { LeaseEntity } from '@app/entities';
import { type components, unwrap } from '../../../clients/typescript/src';
import { MailSink } from '../../servers/mail-sink';
import { MovableClock } from '../../servers/movable-clock';
import { Installation } from './installation';
import type { StreamListener } from './stream-listener';

jest.setTimeout(300_000);

const QUICK_WORKER = join(__dirname, '..', '..', 'servers', 'quick-worker.mjs');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 6 * HOUR_MS;
const DAY = Date.parse('2026-05-04T00:00:00Z');
/** The machine may be busy with other tests. */
const timeoutMs = 90_000;
const POINT = 'AHU1.SUPPLY.TEMP';
const OPERATOR = 'operator@plant.example';
const MANAGER = 'manager@plant.example';
const DIRECTOR = 'director@plant.example';
const RULE_NAME = 'Supply air too warm';
const WINDOW_POINT = 'F2.EAST.ZONE.TEMP';
const WINDOW_RULE = 'A window is open';

/** Returns a time of the day in milliseconds since 1970. Hours above 23 are on the next day. */
const at = (hour: number, minute = 0) => DAY + hour * HOUR_MS + minute * MINUTE_MS;

/** The times at which the valve does not close: in the afternoon, and again in the night. */
const STUCK = [
  { fromMs: at(13, 10), toMs: at(15, 40) },
  { fromMs: at(23), toMs: at(23, 35) },
];

/** Returns the supply temperature in °C. It depends on the time of day, and is 10 K higher while the valve is stuck. */
function temperatureAt(ms: number): number {
  const daily = 21 + 2 * Math.sin(((ms - at(9)) / DAY_MS) * 2 * Math.PI);
  return STUCK.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs) ? daily + 10 : daily;
}

/** Leaves out the events of other points, because the simulated building has its own alarms. */
const ofPoint = <Event extends { code: string | null }>(events: Event[]) =>
  events.filter(({ code }) => code === POINT);

/** Returns the time of day of an instant, to the minute; null if there is none. */
const timeOf = (instant: string | number | null) => instant && new Date(instant).toISOString().slice(11, 16);

type Alert = components['schemas']['AlertDto'];

/**
 * A day with a valve that does not close in the afternoon and in the night. A rule detects it, people are notified,
 * repair the valve, and read the statistics.
 */
describe('a day with a stuck valve', () => {
  let sink: MailSink;
  let installation: Installation;
  let stream: StreamListener;
  let notificationRuleId: number;

  beforeAll(async () => {
    sink = await MailSink.start();
    installation = await Installation.start({
      environment: {
        DEFAULT_LANGUAGE: 'en-US',
        MAIL_HOST: '127.0.0.1',
        MAIL_PORT: sink.port,
        MAIL_SECURE: false,
        MAIL_FROM: 'plantroom@plant.example',
      },
      clock: new MovableClock(DAY),
      workerEntry: QUICK_WORKER,
    });
    stream = await installation.listen();
  });
  afterAll(async () => {
    await installation.stop();
    await sink.stop();
  });

  /** The session expires whenever more than a quarter of an hour is skipped. The client refreshes it. */
  const api = () => installation.client.api;
  const alerts = () => unwrap(api().GET('/api/alerts', { params: { query: { pointCode: POINT } } }));
  const historyOf = (id: number) =>
    unwrap(api().GET('/api/alerts/{id}/history', { params: { path: { id } } }));
  const raised = () => ofPoint(stream.of('iot:alarm:trigger'));
  const cleared = () => ofPoint(stream.of('iot:alarm:clear'));
  const until = (isTrue: () => boolean | Promise<boolean>, what: string) =>
    installation.waitFor(isTrue, { timeoutMs, what });

  it('a stuck valve is found, reported, repaired and counted, although the worker is killed twice', async () => {
    await createRules();
    await passUntil(at(13, 10));
    await passWithoutWorkerUntil(at(13, 20));
    const alertId = await raiseAlert();
    await passUntil(at(13, 50));
    await escalate();
    await passUntil(at(14, 20));
    await repairValve(alertId);
    await clearAlert(alertId);
    await passNight();
    await readStatistics();
    // Nobody got a second mail about the same event.
    expect(sink.mails.map(({ headers }) => `${headers.get('to')}: ${headers.get('subject')}`)).toEqual([]);
  });

  it('a shelved alert returns by itself when its shelving ends', async () => {
    const leak = { severity: 'minor', title: 'Leak', type: 'leak' } as const;
    const { id } = await unwrap(api().POST('/api/alerts', { body: leak }));
    const params = { path: { id } };
    const untilAt = new Date(installation.nowMs() + 30 * MINUTE_MS).toISOString();
    const shelving = { untilAt, reason: 'Repair is ordered' };
    await unwrap(api().POST('/api/alerts/{id}/shelve', { params, body: shelving }));
    const shelved = async () => {
      const found = await unwrap(api().GET('/api/alerts', { params: { query: { shelved: true } } }));
      return found.map((one) => one.id);
    };
    expect(await shelved()).toEqual([id]);
    await installation.skipTime(30 * MINUTE_MS);
    await installation.waitFor(async () => (await shelved()).length === 0, { timeoutMs, what: 'the return' });
    expect(await unwrap(api().GET('/api/alerts/{id}', { params }))).toMatchObject({
      status: 'active',
      shelvedUntil: null,
    });
    const history = await historyOf(id);
    expect(history.map(({ kind, username }) => [kind, username]).slice(1)).toEqual([
      ['shelved', 'admin'],
      ['unshelved', 'shelving-end'],
    ]);
  });

  it('a rule finds out that an area has no data, although no value arrives', async () => {
    const [area] = await installation.client.putAreas([{ name: 'Without meters' }]);
    await createRule({
      name: 'Meters are silent',
      areaId: area?.id,
      condition: { kind: 'noData', minutes: 10 },
      severity: 'minor',
    });
    // The alert of a later rule shows that the worker has read both rules.
    const later = { name: 'Later rule', pointCode: POINT, comparison: 'lt', threshold: 1000 } as const;
    await createRule({ ...later, severity: 'minor' });
    const isLater = ({ title, status }: Alert) => title === later.name && status === 'active';
    await installation.waitFor(async () => (await alerts()).some(isLater), {
      timeoutMs,
      what: 'the alert of the later rule',
    });
    const found = () => unwrap(api().GET('/api/alerts', { params: { query: { areaId: area?.id ?? 0 } } }));
    expect(await found()).toEqual([]);
    await installation.skipTime(11 * MINUTE_MS);
    await installation.waitFor(async () => (await found()).length > 0, { timeoutMs, what: 'the alert' });
    expect(await found()).toMatchObject([{ status: 'active', source: 'rule', occurrences: 1 }]);
  });

  /** Moves the clock to `ms`, and sets the temperature of that time at the gateway. */
  async function measure(ms: number): Promise<void> {
    await installation.skipTime(ms - installation.nowMs());
    await installation.observer.write(POINT, temperatureAt(ms));
  }

  /** Waits until the temperature of the time `ms` was ingested. */
  async function ingest(ms: number): Promise<void> {
    await until(
      () => ofPoint(stream.of('iot:value:change')).some(({ value }) => value === temperatureAt(ms)),
      `the temperature of ${timeOf(ms)}`,
    );
  }

  /** Replays the temperature of every sixth hour until `ms`, and that of `ms`. */
  async function passUntil(ms: number): Promise<void> {
    const first = Math.ceil(installation.nowMs() / STEP_MS) * STEP_MS;
    for (let next = first; next < ms; next += STEP_MS) {
      await measure(next);
      await ingest(next);
    }
    await measure(ms);
    await ingest(ms);
  }

  /** Kills the worker, and starts it at the time `ms`. */
  async function passWithoutWorkerUntil(ms: number): Promise<void> {
    const [worker] = installation.workers;
    await worker?.kill();
    await measure(ms);
    // Delete the leases of the killed worker, so that the new one need not wait until they expire.
    await installation.database.dataSource.manager.deleteAll(LeaseEntity);
    await worker?.start();
    await ingest(ms);
  }

  async function createRule(body: components['schemas']['AlertRuleInputDto']): Promise<void> {
    await unwrap(api().POST('/api/alerts/rules', { body }));
  }

  async function createRules(): Promise<void> {
    await createRule({
      name: RULE_NAME,
      pointCode: POINT,
      comparison: 'gt',
      threshold: 28,
      deadband: 2,
      onDelaySeconds: 600,
      severity: 'major',
    });
    const rule = await unwrap(
      api().POST('/api/notification-rules', {
        body: {
          name: 'Operators',
          minSeverity: 'minor',
          sources: ['rule'],
          channel: { kind: 'mail', to: [OPERATOR] },
          escalation: [
            { afterMinutes: 30, channel: { kind: 'mail', to: [MANAGER] } },
            { afterMinutes: 120, channel: { kind: 'mail', to: [DIRECTOR] } },
          ],
          quietHours: { from: '22:00', to: '06:00', timezone: null, days: [1, 2, 3, 4, 5, 6, 7] },
        },
      }),
    );
    notificationRuleId = rule.id;
  }

  /** The rule raises one alert ten minutes after the temperature rose. The operator gets one mail. */
  async function raiseAlert(): Promise<number> {
    await until(async () => (await alerts()).length > 0, 'the alert');
    const [alert, ...others] = await alerts();
    if (!alert) throw new Error('The rule has raised no alert.');
    expect({ alert, others }).toMatchObject({
      alert: { status: 'active', source: 'rule', severity: 'major', title: RULE_NAME },
      others: [],
    });
    expect(timeOf(alert.raisedAt)).toBe('13:20');
    await until(() => raised().length > 0, 'the event');
    expect(raised()).toEqual([
      expect.objectContaining({ alertId: alert.id, code: POINT, severity: 'major', kind: 'alert' }),
    ]);
    expect(await subjectTo(OPERATOR)).toBe(`Alert (Major): ${RULE_NAME}`);
    await recorded('alert.raised', OPERATOR);
    return alert.id;
  }

  /** The manager gets one mail, because nobody has acknowledged the alert for half an hour. */
  async function escalate(): Promise<void> {
    expect(await subjectTo(MANAGER, at(13, 50))).toBe(`Alert without a reaction (Major): ${RULE_NAME}`);
  }

  /** The alert is acknowledged. A fault and a work order are created and completed. The director gets no mail. */
  async function repairValve(alertId: number): Promise<void> {
    const acknowledgement = {
      params: { path: { id: alertId } },
      body: { note: 'Looking at the valve' },
    };
    await unwrap(api().POST('/api/alerts/{id}/acknowledge', acknowledgement));
    const fault = await unwrap(api().POST('/api/faults', { body: { alertId } }));
    expect(fault).toMatchObject({ alertId, title: RULE_NAME });
    const changeFault = (body: components['schemas']['FaultChangesDto']) =>
      unwrap(api().PUT('/api/faults/{id}', { params: { path: { id: fault.id } }, body }));
    await changeFault({ status: 'in_progress' });
    const repair = { title: 'Replace the valve', type: 'corrective', priority: 'high' } as const;
    const order = await unwrap(api().POST('/api/maintenance', { body: { ...repair, faultId: fault.id } }));
    expect(await installation.client.overview()).toMatchObject({ openFaults: 1, openMaintenance: 1 });
    const changeOrder = (status: 'in_progress' | 'completed') =>
      unwrap(api().PUT('/api/maintenance/{id}', { params: { path: { id: order.id } }, body: { status } }));
    await changeOrder('in_progress');
    await passUntil(at(15));
    await recorded('alert.escalated', MANAGER);
    await passUntil(at(15, 40));
    await changeOrder('completed');
    await changeFault({ status: 'resolved', rootCause: 'Valve was stuck' });
    await until(() => stream.of('fault_update').length >= 3, 'the events of the fault');
    const states = ['open', 'in_progress'];
    const orderStates = stream.of('maintenance_update').map(({ status }) => status);
    expect(orderStates).toEqual([...states, 'completed']);
    expect(stream.of('fault_update').map(({ status }) => status)).toEqual([...states, 'resolved']);
  }

  /** The alert ends when the temperature is normal. The people who know of the alert get a mail. */
  async function clearAlert(alertId: number): Promise<void> {
    await until(async () => (await alerts())[0]?.status === 'cleared', 'the end of the alert');
    await until(() => cleared().length > 0, 'the event');
    expect(cleared()).toEqual([expect.objectContaining({ alertId, code: POINT })]);
    for (const address of [OPERATOR, MANAGER])
      expect(await subjectTo(address)).toBe(`Alert cleared (Major): ${RULE_NAME}`);
    const history = await historyOf(alertId);
    expect(history.map(({ at: time, kind, note }) => [timeOf(time), kind, note])).toEqual([
      ['13:20', 'raised', null],
      ['14:20', 'acknowledged', 'Looking at the valve'],
      ['15:40', 'cleared', null],
    ]);
  }

  /**
   * The worker is killed while two messages are held. The message about the alert of the night is dropped, because the
   * alert ends in the quiet hours. The message about the window is sent when they end.
   */
  async function passNight(): Promise<void> {
    for (const address of [OPERATOR, MANAGER]) await recorded('alert.cleared', address);
    await passUntil(at(23));
    await openWindow();
    await passUntil(at(23, 10));
    await until(async () => (await alerts()).length > 1, 'the alert of the night');
    await until(async () => (await held()).length === 2, 'the held messages');
    await passWithoutWorkerUntil(at(23, 35));
    expect(sink.mails).toEqual([]);
    await passUntil(at(31));
    await until(async () => (await held()).length === 0, 'the end of the night');
    expect(await subjectTo(OPERATOR, at(30))).toBe(`Alert (Minor): ${WINDOW_RULE}`);
    await recorded('alert.raised', OPERATOR, 2);
    expect(await deliveries()).toEqual([
      `alert.cleared ${MANAGER} sent`,
      `alert.cleared ${OPERATOR} sent`,
      `alert.escalated ${MANAGER} sent`,
      `alert.raised ${OPERATOR} dropped`,
      `alert.raised ${OPERATOR} sent`,
      `alert.raised ${OPERATOR} sent`,
    ]);
    const times = (await alerts()).map(({ raisedAt, clearedAt }) => [timeOf(raisedAt), timeOf(clearedAt)]);
    expect(times).toEqual([
      ['23:10', '23:35'],
      ['13:20', '15:40'],
    ]);
    expect([raised().length, cleared().length]).toEqual([2, 2]);
  }

  /** Raises an alert that lasts until the morning, and acknowledges it, so that it is not escalated. */
  async function openWindow(): Promise<void> {
    const rule = { pointCode: WINDOW_POINT, comparison: 'gt', threshold: -100, severity: 'minor' } as const;
    await createRule({ name: WINDOW_RULE, ...rule });
    const query = { pointCode: WINDOW_POINT, status: 'active' } as const;
    const found = () => unwrap(api().GET('/api/alerts', { params: { query } }));
    const isRaised = ({ title }: Alert) => title === WINDOW_RULE;
    await until(async () => (await found()).some(isRaised), 'the alert of the window');
    const alert = (await found()).find(isRaised);
    const params = { path: { id: alert?.id ?? 0 } };
    await unwrap(api().POST('/api/alerts/{id}/acknowledge', { params, body: {} }));
  }

  /** The repair took 80 minutes. */
  async function readStatistics(): Promise<void> {
    const stats = await unwrap(api().GET('/api/faults/stats'));
    expect(stats).toMatchObject({
      total: 1,
      open: 0,
      resolved: 1,
      bySeverity: { major: 1 },
      mtbfHours: null,
    });
    expect(Math.round(stats.mttrMinutes ?? 0)).toBe(80);
    expect(await installation.client.overview()).toMatchObject({ openFaults: 0, openMaintenance: 0 });
  }

  const held = async () => (await deliveries()).filter((text) => text.endsWith(' held'));

  async function deliveries(): Promise<string[]> {
    const params = { path: { id: notificationRuleId } };
    const found = await unwrap(api().GET('/api/notification-rules/{id}/deliveries', { params }));
    return found
      .map(({ type, channel, status }) => `${type} ${'to' in channel && channel.to?.[0]} ${status}`)
      .toSorted();
  }

  /**
   * Waits until the worker has recorded that a mail was sent. If it is killed between the sending and the record, the
   * mail is sent again.
   */
  async function recorded(type: string, address: string, times = 1): Promise<void> {
    const delivery = `${type} ${address} sent`;
    const count = async () => (await deliveries()).filter((text) => text === delivery).length;
    await until(async () => (await count()) === times, `record ${times} of: ${delivery}`);
  }

  /** Waits for the first mail to `address` that was not read yet. Returns its subject. */
  async function subjectTo(address: string, earliestMs = DAY): Promise<string | undefined> {
    const { headers } = await sink.next(address);
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThanOrEqual(earliestMs);
    return headers.get('subject');
  }
});
