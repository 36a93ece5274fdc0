import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outbox } from '../../factories/outbox';
import { MovableClock } from '../../servers/movable-clock';
import { ADMIN_PASSWORD, Installation } from './installation';
import type { StreamListener } from './stream-listener';

jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
/** The machine may be busy with other tests. */
const timeoutMs = 90_000;
const POINT = 'AHU1.SUPPLY.TEMP';
const OPERATOR = 'operator@plant.example';
const MANAGER = 'manager@plant.example';

interface Alert {
  id: number;
  title: string;
  status: string;
  occurrences: number;
  source: string;
  severity: string;
}

/** A rule detects a valve that does not close. People are notified, repair the valve, and read the statistics. */
describe('a stuck valve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stuck-valve-'));
  const outbox = new Outbox(folder);
  let installation: Installation;
  let stream: StreamListener;
  let alert: Alert;

  beforeAll(async () => {
    installation = await Installation.start({
      environment: { DATA_DIR: folder, DEFAULT_LANGUAGE: 'en-US' },
      clock: new MovableClock(),
    });
    stream = await installation.listen();
    await installation.observer.write(POINT, 21);
  });
  afterAll(async () => {
    await installation.stop();
    rmSync(folder, { recursive: true });
  });

  const call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    installation.client.succeed<T>(method, path, body);
  /** Signs in again, because the session may have expired after time was skipped. */
  const signIn = () => installation.client.signIn('admin', ADMIN_PASSWORD);
  const alerts = () => call<Alert[]>('GET', `/alerts?pointCode=${POINT}`);
  const sent = (type: string) => stream.of(type).map(({ data }) => data);
  /** Ignores other events, because the simulated building has its own alarms. */
  const sentOfPoint = (type: string) => sent(type).filter(({ code }) => code === POINT);

  it('a stuck valve is found, reported, repaired and counted', async () => {
    await raiseAlert();
    await notifyPeople();
    await repairValve();
    await returnToNormal();
    await showStatistics();
    expect(await call('GET', '/overview/stats')).toMatchObject({ openFaults: 0, openMaintenance: 0 });
    expect((await alerts()).filter(({ status }) => status === 'active')).toEqual([]);
  });

  it('a shelved alert returns by itself when its shelving ends', async () => {
    await signIn();
    const leak = { severity: 'minor', title: 'Leak', type: 'leak' };
    const { id } = await call<Alert>('POST', '/alerts', leak);
    const untilAt = new Date(installation.nowMs() + 30 * MINUTE_MS).toISOString();
    await call('POST', `/alerts/${id}/shelve`, { untilAt, reason: 'Repair is ordered' });
    const shelved = async () => (await call<Alert[]>('GET', '/alerts?shelved=true')).map((one) => one.id);
    expect(await shelved()).toEqual([id]);
    installation.skipTime(30 * MINUTE_MS);
    await signIn();
    await installation.waitFor(async () => (await shelved()).length === 0, { timeoutMs, what: 'the return' });
    expect(await call('GET', `/alerts/${id}`)).toMatchObject({ status: 'active', shelvedUntil: null });
    const history = await call<{ kind: string; username: string }[]>('GET', `/alerts/${id}/history`);
    expect(history.map(({ kind, username }) => [kind, username]).slice(1)).toEqual([
      ['shelved', 'admin'],
      ['unshelved', 'shelving-end'],
    ]);
  });

  it('a rule finds out that an area has no data, although no value arrives', async () => {
    await signIn();
    const [area] = await installation.client.putAreas([{ name: 'Without meters' }]);
    await call('POST', '/alerts/rules', {
      name: 'Meters are silent',
      areaId: area?.id,
      condition: { kind: 'noData', minutes: 10 },
      severity: 'minor',
    });
    // The alert of a later rule shows that the worker has read both rules.
    const later = { name: 'Later rule', pointCode: POINT, comparison: 'lt', threshold: 1000 };
    await call('POST', '/alerts/rules', { ...later, severity: 'minor' });
    const isLater = ({ title, status }: Alert) => title === later.name && status === 'active';
    await installation.waitFor(async () => (await alerts()).some(isLater), {
      timeoutMs,
      what: 'the alert of the later rule',
    });
    const found = () => call<Alert[]>('GET', `/alerts?areaId=${area?.id}`);
    expect(await found()).toEqual([]);
    installation.skipTime(11 * MINUTE_MS);
    await signIn();
    await installation.waitFor(async () => (await found()).length > 0, { timeoutMs, what: 'the alert' });
    expect(await found()).toMatchObject([{ status: 'active', source: 'rule', occurrences: 1 }]);
  });

  /** A rule raises exactly one alert, even if the worker is killed meanwhile. */
  async function raiseAlert(): Promise<void> {
    await call('POST', '/alerts/rules', {
      name: 'Supply air too warm',
      pointCode: POINT,
      comparison: 'gt',
      threshold: 28,
      deadband: 2,
      onDelaySeconds: 2,
      severity: 'major',
    });
    await call('POST', '/notification-rules', {
      name: 'Operators',
      minSeverity: 'minor',
      sources: ['rule'],
      channel: { kind: 'mail', to: [OPERATOR] },
      escalation: [{ afterMinutes: 10, channel: { kind: 'mail', to: [MANAGER] } }],
    });
    await installation.observer.write(POINT, 35);
    const [worker] = installation.workers;
    await worker?.kill();
    await worker?.start();
    const [raised, ...others] = await installation.waitFor(
      async () => {
        const found = await alerts();
        return found.length > 0 && found;
      },
      { timeoutMs, what: 'the alert' },
    );
    expect({ raised, others }).toMatchObject({
      raised: { status: 'active', source: 'rule', severity: 'major' },
      others: [],
    });
    if (!raised) throw new Error('The rule has raised no alert.');
    alert = raised;
    await installation.waitFor(() => sentOfPoint('iot:alarm:trigger').length > 0, {
      timeoutMs,
      what: 'the event',
    });
    expect(sentOfPoint('iot:alarm:trigger')).toEqual([
      expect.objectContaining({ alertId: alert.id, code: POINT, severity: 'major', kind: 'alert' }),
    ]);
  }

  /** The operator gets one mail. The manager also gets one, because nobody acknowledges the alert. */
  async function notifyPeople(): Promise<void> {
    const first = await outbox.next(OPERATOR);
    expect(first.text).toContain('Supply air too warm');
    expect(outbox.has(MANAGER)).toBe(false);
    installation.skipTime(10 * MINUTE_MS);
    expect((await outbox.next(MANAGER)).text).toContain('Supply air too warm');
    expect(outbox.has(OPERATOR)).toBe(false);
  }

  /** A fault and a work order are created and completed. */
  async function repairValve(): Promise<void> {
    await call('POST', `/alerts/${alert.id}/acknowledge`, { note: 'Looking at the valve' });
    const fault = await call<{ id: number; title: string; alertId: number }>('POST', '/faults', {
      alertId: alert.id,
    });
    expect(fault).toMatchObject({ alertId: alert.id, title: 'Supply air too warm' });
    const faultId = fault.id;
    await call('PUT', `/faults/${faultId}`, { status: 'in_progress' });
    const order = await call<{ id: number }>('POST', '/maintenance', {
      title: 'Replace the valve',
      type: 'corrective',
      priority: 'high',
      faultId,
    });
    expect(await call('GET', '/overview/stats')).toMatchObject({ openFaults: 1, openMaintenance: 1 });
    for (const status of ['in_progress', 'completed'])
      await call('PUT', `/maintenance/${order.id}`, { status });
    await call('PUT', `/faults/${faultId}`, { status: 'resolved', rootCause: 'Valve was stuck' });
    await installation.waitFor(() => sent('fault_update').length === 3, {
      timeoutMs,
      what: 'the events of the fault',
    });
    expect(sent('maintenance_update').map(({ status }) => status)).toEqual([
      'open',
      'in_progress',
      'completed',
    ]);
    expect(sent('fault_update').map(({ status }) => status)).toEqual(['open', 'in_progress', 'resolved']);
  }

  /** The alert clears when the temperature is normal. The same people are notified. */
  async function returnToNormal(): Promise<void> {
    await installation.observer.write(POINT, 27);
    await installation.observer.write(POINT, 21);
    await installation.waitFor(async () => (await alerts())[0]?.status === 'cleared', {
      timeoutMs,
      what: 'the clear',
    });
    await installation.waitFor(() => sentOfPoint('iot:alarm:clear').length > 0, {
      timeoutMs,
      what: 'the event',
    });
    for (const address of [OPERATOR, MANAGER]) {
      expect((await outbox.next(address)).text).toContain('Supply air too warm');
    }
    const history = await call<{ kind: string }[]>('GET', `/alerts/${alert.id}/history`);
    expect(history.map(({ kind }) => kind)).toEqual(['raised', 'acknowledged', 'cleared']);
  }

  /** The statistics include the repair. */
  async function showStatistics(): Promise<void> {
    const stats = await call<{ mttrMinutes: number | null }>('GET', '/faults/stats');
    expect(stats).toMatchObject({
      total: 1,
      open: 0,
      resolved: 1,
      bySeverity: { major: 1 },
      mtbfHours: null,
    });
    expect(stats.mttrMinutes).toBeGreaterThanOrEqual(0);
  }
});
