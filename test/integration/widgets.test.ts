import { randomUUID } from 'node:crypto';
import { WidgetEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';

interface Shown extends Record<string, unknown> {
  id: string;
  layoutX: number;
  config: object;
}

const MAX_WIDGETS = 6;
const LAYOUT = { layoutX: 0, layoutY: 0, layoutW: 4, layoutH: 2 };
const FAULTS = { type: 'stats', ...LAYOUT, dataType: 'faults', dataJson: '{}' };

const energy = (selection: unknown) => ({
  ...FAULTS,
  dataType: 'energy',
  dataJson: JSON.stringify(selection),
});
const points = (codes: unknown) => ({ ...FAULTS, dataType: 'points', dataJson: JSON.stringify({ codes }) });

describe('widgets', () => {
  let api: RunningApi;
  let engineer: string;
  let viewer: string;
  let areaId: number;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_DASHBOARD_WIDGETS: MAX_WIDGETS });
    engineer = (await api.signInAs('engineer')).token;
    viewer = (await api.signInAs('viewer')).token;
    const body = { areas: [{ name: 'Offices', meters: [] }] };
    const areas = await api.call('PUT', '/api/energy/areas', { token: engineer, body });
    areaId = (areas.body as { areas: { id: number }[] }).areas[0]?.id ?? 0;
  });
  afterAll(() => api.stop());
  afterEach(() => api.database.dataSource.manager.deleteAll(WidgetEntity));

  const create = async (body: object, token = engineer) => {
    const answer = await api.call('POST', '/api/dashboard', { token, body });
    return { ...answer, shown: answer.body as Shown };
  };
  const list = async (token = viewer) => (await api.call('GET', '/api/dashboard', { token })).body as Shown[];
  const remove = (id: string) => api.call('DELETE', `/api/dashboard/${id}`, { token: engineer });
  const arrange = (widgets: unknown, token = engineer) =>
    api.call('PUT', '/api/dashboard/settings', { token, body: { widgets } });

  it('widgets are created with their position and data binding, and are listed for viewers', async () => {
    const widget = { ...FAULTS, config: { title: 'Faults' } };
    const { status, shown } = await create(widget);
    expect(status).toBe(201);
    expect(shown).toEqual({ ...widget, id: expect.any(String), data: null, updatedAt: null });
    expect(await list()).toEqual([shown]);
  });

  it('widgets show static data at once', async () => {
    const bare = await create({ type: 'list', ...LAYOUT });
    expect(bare.shown).toMatchObject({ config: {}, dataType: 'static', dataJson: '{}', data: {} });
    const dataJson = ' ["a", {"b": null}]';
    const { shown } = await create({ type: 'list', ...LAYOUT, layoutY: 3, dataJson });
    expect(shown).toMatchObject({ dataJson, data: ['a', { b: null }], updatedAt: expect.any(String) });
    expect(await list()).toEqual([bare.shown, shown]);
  });

  it('widgets can be written only by engineers', async () => {
    const { token } = await api.signInAs('operator');
    const { shown } = await create(FAULTS);
    expect((await create(FAULTS, token)).status).toBe(403);
    expect((await arrange([{ id: shown.id, layoutX: 1 }], token)).status).toBe(403);
    expect((await api.call('DELETE', `/api/dashboard/${shown.id}`, { token })).status).toBe(403);
    expect(await list()).toEqual([shown]);
  });

  it.each<[string, object]>([
    ['type', { type: 'clock' }],
    ['layoutX', { layoutX: -1 }],
    ['layoutX', { layoutX: 12 }],
    ['layoutX', { layoutX: 0.5 }],
    ['layoutX', { layoutX: null }],
    ['layoutY', { layoutY: -1 }],
    ['layoutY', { layoutY: 10_000 }],
    ['layoutW', { layoutW: 0 }],
    ['layoutW', { layoutW: 13 }],
    ['layoutW', { layoutX: 9 }],
    ['layoutH', { layoutH: 0 }],
    ['layoutH', { layoutH: 1001 }],
    ['config', { config: [] }],
    ['config', { config: null }],
    ['config', { config: { text: 'x'.repeat(65_536) } }],
    ['dataType', { dataType: 'sql' }],
    ['dataJson', { dataJson: {} }],
    ['dataJson', { dataJson: '' }],
    ['dataJson', { dataJson: '{' }],
    ['dataJson', { dataJson: '[]' }],
    ['dataJson', { dataType: 'static', dataJson: `"${'x'.repeat(65_535)}"` }],
    ['dataJson', { dataType: 'static', dataJson: `"${'é'.repeat(32_768)}"` }],
    ['dataJson', { dataType: 'static', dataJson: '{"__proto__":{}}' }],
    ['dataJson[0]', { dataType: 'static', dataJson: '[1e999]' }],
    ['dataJson.period', energy({ period: 'thisCentury' })],
    ['dataJson.energyType', energy({ energyType: 'steam' })],
    ['dataJson.areaId', energy({ areaId: '1' })],
    ['dataJson.areaId', energy({ areaId: 77_777 })],
    ['dataJson.codes', points(undefined)],
    ['dataJson.codes', points([])],
    ['dataJson.codes', points(['A', 'A'])],
    ['dataJson.codes[1]', points(['A', ''])],
    ['dataJson.codes', points(Array.from({ length: 101 }, (_, index) => `P${index}`))],
    ['dataJson.minSeverity', { dataType: 'alerts', dataJson: '{"minSeverity":"grave"}' }],
  ])('widgets are refused if this field is invalid: %s', async (path, wrong) => {
    const answer = await create({ ...FAULTS, ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', details: [{ path }] } });
    expect(await list()).toEqual([]);
  });

  it('widgets are refused if their JSON is nested too deeply', async () => {
    const dataJson = '['.repeat(30_000) + ']'.repeat(30_000);
    expect((await create({ ...FAULTS, dataType: 'static', dataJson })).status).toBe(400);
  });

  it.each<[string, object]>([
    ['the whole grid', { layoutX: 0, layoutW: 12, layoutY: 9999, layoutH: 1000 }],
    ['the last column', { layoutX: 11, layoutW: 1 }],
    ['JSON of 64 KB', { dataType: 'static', dataJson: `"${'x'.repeat(65_534)}"` }],
    ['energy of the whole site', energy({})],
    ['a hundred points', points(Array.from({ length: 100 }, (_, index) => `P${index}`))],
    ['severe alerts', { dataType: 'alerts', dataJson: '{"minSeverity":"major","unknown":1}' }],
  ])('widgets are accepted up to their bounds: %s', async (_what, widget) => {
    expect((await create({ ...FAULTS, ...widget })).status).toBe(201);
  });

  it('widgets show the energy of an existing area', async () => {
    const widget = energy({ areaId, energyType: 'gas', period: 'thisMonth' });
    expect((await create(widget)).shown).toMatchObject({ dataJson: widget.dataJson });
  });

  it('widgets are limited in number, even if several are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_WIDGETS + 3 }, () => create(FAULTS)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WIDGETS);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 409, body: { code: 'dashboard_full' } });
    expect(await list()).toHaveLength(MAX_WIDGETS);
  });

  it('widgets are arranged together, and keep the fields that the body omits', async () => {
    const [one, other, third] = [await create(FAULTS), await create(FAULTS), await create(FAULTS)];
    const changes = [
      { id: one.shown.id, layoutX: 8, layoutY: 5 },
      { id: other.shown.id, layoutW: 12, layoutH: 7, config: { title: 'Wide' } },
    ];
    const { status, body } = await arrange(changes);
    expect(status).toBe(200);
    const expected = [{ ...one.shown, ...changes[0] }, { ...other.shown, ...changes[1] }, third.shown];
    expect(new Set(body as Shown[])).toEqual(new Set(expected));
    expect(await list()).toEqual(body);
  });

  it('widgets can be sent back as they were read', async () => {
    await create({ ...FAULTS, config: { public: true } });
    const before = await list();
    expect(await arrange(before)).toMatchObject({ status: 200, body: before });
  });

  it.each<[string, string, (known: string) => object[]]>([
    ['an unknown id', 'widgets[1].id', () => [{ id: randomUUID(), layoutX: 1 }]],
    ['a repeated id', 'widgets[1].id', (id) => [{ id, layoutY: 1 }]],
    ['no id', 'widgets[1].id', () => [{ layoutX: 1 }]],
    ['a widget that leaves the grid', 'widgets[0].layoutW', () => []],
    ['a negative column', 'widgets[1].layoutX', (id) => [{ id, layoutX: -1 }]],
  ])('widgets stay unchanged if the layout has %s', async (_what, path, more) => {
    const { shown } = await create({ ...FAULTS, config: { title: 'Before' } });
    const first = { id: shown.id, layoutX: path.endsWith('layoutW') ? 9 : 3, config: { title: 'After' } };
    const answer = await arrange([first, ...more(shown.id)]);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect(await list()).toEqual([shown]);
  });

  it('widgets get the layout of exactly one person if two people arrange the widgets at once', async () => {
    const widgets = [await create(FAULTS), await create(FAULTS)];
    const ids = widgets.map(({ shown }) => shown.id);
    const layouts = [1, 2, 3, 4].map((layoutX) => arrange(ids.map((id) => ({ id, layoutX }))));
    expect((await Promise.all(layouts)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const columns = (await list()).map(({ layoutX }) => layoutX);
    expect(new Set(columns).size).toBe(1);
  });

  it('widgets can be deleted only once', async () => {
    const { id } = (await create(FAULTS)).shown;
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
    expect((await remove(id)).status).toBe(404);
    expect((await remove('settings')).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('widgets leave audit entries with the changed fields', async () => {
    const { id } = (await create(FAULTS)).shown;
    await arrange([{ id, layoutX: 2 }]);
    await remove(id);
    const entries = (await api.auditEntries()).slice(-3);
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['widget.created', `widget ${id}`],
      ['dashboard.changed', null],
      ['widget.removed', `widget ${id}`],
    ]);
    expect(JSON.parse(entries[1]?.after ?? '')).toEqual({
      [id]: { layoutX: 2, layoutY: 0, layoutW: 4, layoutH: 2, config: {} },
    });
  });

  it('widgets that show the weather are hidden if no key for the provider is configured', async () => {
    const type = 'weather';
    expect((await create({ ...FAULTS, type, dataType: 'weather' })).status).toBe(201);
    expect((await create({ ...FAULTS, type })).status).toBe(201);
    expect(await list()).toEqual([]);
    const withKey = await api.another({ WEATHER_API_KEY: 'key' });
    const { body } = await withKey.call('GET', '/api/dashboard', { token: viewer });
    await withKey.stopProcess();
    expect(body).toHaveLength(2);
  });
});
