// Runs in the full check only: it starts workers.
import { BuildingObjectEntity, PointEntity, PointValueEntity, WidgetEntity } from '@app/entities';
import { createPlantroom } from '../../clients/typescript/src';
import { StreamListener } from '../e2e/product/stream-listener';
import { aModel } from '../factories/a-model';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

type Json = Record<string, unknown>;
interface Shown extends Json {
  id: string;
  data: unknown;
}

const LAYOUT = { type: 'list', layoutX: 0, layoutY: 0, layoutW: 4, layoutH: 2 };
/** A widget whose area was deleted before the worker starts. */
const WITHOUT_AREA = {
  ...LAYOUT,
  id: '0195e0c1-7b3e-7f04-9c2a-61d8f5b09e37',
  type: 'list' as const,
  config: {},
  dataType: 'energy' as const,
  dataJson: '{"areaId":77777}',
  data: { total: 1 },
  updatedAt: null,
};
const PATIENCE = { timeoutMs: 60_000 };
const HOUR_MS = 3_600_000;

describe('the data of widgets', () => {
  let api: RunningApi;
  let worker: AppProcess;
  let token: string;
  let areaId: number;
  let stream: StreamListener;

  beforeAll(async () => {
    api = await RunningApi.start({ WIDGET_REFRESH_SECONDS: 1 });
    await api.database.dataSource.manager.insert(WidgetEntity, WITHOUT_AREA);
    const admin = await api.signInAs('admin');
    const tariffs = { electricity: { currency: 'EUR', default: 0.25 } };
    await api.call('PUT', '/api/configs', { token: admin.token, body: { tariffs } });
    [worker, { token }] = await Promise.all([
      new AppProcess('worker', api.environment).start(),
      api.signInAs('engineer'),
    ]);
    const meters = [{ pointCode: 'METER', kind: 'interval', intervalSeconds: 3600 }];
    const areas = await call('PUT', '/energy/areas', { areas: [{ name: 'Offices', meters }] });
    areaId = (areas.areas as { id: number }[])[0]?.id ?? 0;
    const viewer = await api.signInAs('viewer');
    const screen = createPlantroom({ baseUrl: api.address, apiKey: viewer.token });
    stream = await StreamListener.open(screen, ['widget']);
  });
  afterAll(async () => {
    await stream?.close();
    await worker?.stop();
    await api.stop();
  });

  const call = async (method: string, path: string, body?: unknown) =>
    (await api.call(method, `/api${path}`, { token, body })).body as Json;
  const create = async (dataType: string, selection: unknown = {}) =>
    (await call('POST', '/dashboard', { ...LAYOUT, dataType, dataJson: JSON.stringify(selection) })) as Shown;
  const shown = async (id: string) =>
    ((await call('GET', '/dashboard')) as unknown as Shown[]).find((widget) => widget.id === id);
  /** Returns the data that the stream has sent for a widget, oldest first. */
  const sent = (id: string) =>
    stream
      .of('widget_update')
      .filter(({ metricKey }) => metricKey === `widget:${id}`)
      .map(({ data }) => data as Json);
  /** Waits until the stream has sent data for which `fits` returns true. Checks that the list has the same data. */
  async function follow(id: string, fits: (data: Json) => boolean): Promise<Json> {
    const data = await waitFor(() => sent(id).find(fits), { ...PATIENCE, what: 'the update' });
    expect((await shown(id))?.data).toEqual(data);
    return data;
  }

  it('widget data is computed after the creation of the widget, and sent once per change', async () => {
    const { id } = await create('alerts', { minSeverity: 'major' });
    const none = { critical: 0, major: 0, minor: 0, warning: 0, indeterminate: 0 };
    await follow(id, ({ total }) => total === 0);
    await call('POST', '/alerts', { severity: 'minor', title: 'Too minor' });
    const alert = await call('POST', '/alerts', { severity: 'major', title: 'Leak' });
    await follow(id, ({ total }) => total === 1);
    const [before, after, ...more] = sent(id);
    expect(before).toEqual({ total: 0, bySeverity: none, newest: [] });
    expect(after).toEqual({ total: 1, bySeverity: { ...none, major: 1 }, newest: [alert] });
    expect(more).toEqual([]);
    expect(stream.of('widget_update').at(-1)).toMatchObject({
      type: 'widget_update',
      kind: 'widget',
      metricKey: `widget:${id}`,
      widgetType: 'list',
    });
  });

  it('widget data is sent only to users who may see the dashboard', async () => {
    const ids: Record<string, string> = {};
    for (const [name, role] of Object.entries({ own: null, engineers: 'engineer', everybody: 'viewer' })) {
      const { id } = await call('POST', '/dashboards', { name, role });
      const widgets = [{ ...LAYOUT, dataType: 'faults' }];
      const saved = await call('PUT', `/dashboards/${Number(id)}`, { widgets });
      ids[name] = (saved.widgets as Shown[])[0]?.id ?? '';
    }
    // The data of all three is computed in one pass, in the order of their creation.
    await waitFor(() => sent(ids.everybody ?? '')[0], { ...PATIENCE, what: 'the update' });
    for (const name of ['everybody', 'own', 'engineers']) {
      const isSent = sent(ids[name] ?? '').length > 0;
      expect([name, isSent]).toEqual([name, name === 'everybody']);
    }
  });

  it('widget data has the statistics of faults soon after a fault has changed', async () => {
    const { id } = await create('faults');
    await follow(id, ({ open }) => open === 0);
    await call('POST', '/faults', { title: 'Fan is loud' });
    const data = await follow(id, ({ open }) => open === 1);
    expect(data).toEqual(await call('GET', '/faults/stats'));
  });

  it('widget data has the names and last values of points in the order of the configured codes', async () => {
    const { manager } = api.database.dataSource;
    const { id: modelId } = await aModel(api.database.dataSource);
    const object = { name: 'Hall', code: 'HALL', modelId, description: null, nodeName: null };
    const { id: objectId } = await manager.save(BuildingObjectEntity, object);
    const point = { code: 'TEMP', name: 'Air of the hall', objectId, unit: '°C', dataType: null };
    await manager.insert(PointEntity, point);
    await manager.insert(PointValueEntity, [
      { code: 'TEMP', value: 21.5, quality: 0, measuredAt: new Date('2026-03-01T10:00Z') },
      { code: 'MODE', value: 'auto', quality: 1, measuredAt: new Date('2026-03-01T10:00Z') },
    ]);
    const { id } = await create('points', { codes: ['MODE', 'NONE', 'TEMP'] });
    const timestamp = '2026-03-01T10:00:00.000Z';
    const unknown = { name: null, unit: null };
    expect(await follow(id, () => true)).toEqual([
      { code: 'MODE', ...unknown, value: 'auto', quality: 'uncertain', timestamp },
      { code: 'NONE', ...unknown, value: null, quality: 'bad', timestamp: null },
      { code: 'TEMP', name: 'Air of the hall', unit: '°C', value: 21.5, quality: 'good', timestamp },
    ]);
  });

  it('widget data has the same energy figures as the other routes', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const lines = [30, 29, 28, 27, 26].map(
      (hours) => `${new Date(hour - hours * HOUR_MS).toISOString()},${hours}`,
    );
    await api.call('POST', '/api/energy/readings/import?pointCode=METER', {
      token,
      body: ['timestamp,value', ...lines, ''].join('\n'),
      headers: { 'content-type': 'text/csv' },
    });
    const isImported = async () => {
      const [first] = (await call('GET', '/energy/readings/imports')) as unknown as Json[];
      return first?.status === 'done';
    };
    await waitFor(isImported, { ...PATIENCE, what: 'the import' });
    const { id } = await create('energy', { areaId, period: 'thisMonth' });
    const data = await follow(id, () => true);
    const stats = await call('GET', `/energy/stats?areaId=${areaId}&period=thisMonth`);
    const chart = await call('GET', '/overview/energy-chart?period=thisMonth');
    // The share of the period that is measured, and the same part of the previous one, change with the time.
    const { total, avg, peak, peakTime } = stats;
    expect(data).toMatchObject({ total, avg, peak, peakTime, interval: chart.interval, unit: 'kWh' });
    expect(data.current).toEqual(chart.current);

    const cost = await create('energy', { areaId, period: 'thisMonth', metric: 'cost' });
    expect(await follow(cost.id, () => true)).toMatchObject({
      total,
      // On the first day of a month, its energy is not known yet.
      amount: total === null ? null : Number(total) * 0.25,
      amountUnit: 'EUR',
    });
  });

  it('widget data is null if the shown area no longer exists', async () => {
    const isNull = async () => (await shown(WITHOUT_AREA.id))?.data === null;
    await waitFor(isNull, { ...PATIENCE, what: 'the computation' });
    expect((await shown(WITHOUT_AREA.id))?.updatedAt).toEqual(expect.any(String));
  });

  it('widget data is deleted with its widget, and the stream reports the deletion', async () => {
    const { id } = await create('faults');
    await follow(id, () => true);
    await call('DELETE', `/dashboard/${id}`);
    const isTold = () => stream.of('widget_delete').find(({ metricKey }) => metricKey === `widget:${id}`);
    const event = await waitFor(isTold, { ...PATIENCE, what: 'the deletion' });
    expect(event).toMatchObject({ type: 'widget_delete', kind: 'widget' });
    expect(await shown(id)).toBeUndefined();
  });

  it('widget data is computed by one of several workers, and by another one if the first one ends', async () => {
    const second = await new AppProcess('worker', api.environment).start();
    const { id } = await create('alerts', { minSeverity: 'critical' });
    const raise = async (total: number) => {
      if (total > 0) await call('POST', '/alerts', { severity: 'critical', title: `Flood ${total}` });
      await follow(id, (data) => data.total === total);
    };
    for (const total of [0, 1, 2]) await raise(total);
    await worker.stop();
    worker = second;
    await raise(3);
    expect(sent(id).map(({ total }) => total)).toEqual([0, 1, 2, 3]);
  });
});
