import { randomUUID } from 'node:crypto';
import { RunningApi } from '../factories/running-api';

interface Shown {
  id: number;
  name: string;
  role: string | null;
  revision: number;
  isEditable: boolean;
  widgets: { id: string; layoutX: number; data: unknown; config: { title?: string } }[];
}

const WIDGET = { type: 'stats', layoutX: 0, layoutY: 0, layoutW: 4, layoutH: 2 };
const invalid = (path: string) => ({ status: 400, body: { details: [{ path }] } });
const note = (text: string) => ({ ...WIDGET, config: { title: text }, dataJson: JSON.stringify(text) });

describe('dashboards', () => {
  let api: RunningApi;
  let engineer: string;
  let operator: string;
  let viewer: string;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_DASHBOARD_WIDGETS: 3 });
    engineer = (await api.signInAs('engineer')).token;
    operator = (await api.signInAs('operator')).token;
    viewer = (await api.signInAs('viewer')).token;
  });
  afterAll(() => api.stop());

  const call = async (method: string, path: string, token: string, body?: object) => {
    const answer = await api.call(method, `/api/dashboards${path}`, { token, body });
    return { ...answer, shown: answer.body as Shown };
  };
  const create = (token: string, body: object) => call('POST', '', token, { name: 'Plant', ...body });
  const find = (id: number, token: string) => call('GET', `/${id}`, token);
  const save = (id: number, token: string, body: object) => call('PUT', `/${id}`, token, body);
  const idsFor = async (token: string) =>
    ((await call('GET', '', token)).body as Shown[]).map(({ id }) => id);

  it('dashboards of others are seen from their role on, and personal ones only by their owners', async () => {
    const { revision } = (await find(1, viewer)).shown;
    const shared = (await create(engineer, { role: 'operator' })).shown;
    const own = (await create(viewer, {})).shown;
    expect(shared).toMatchObject({ name: 'Plant', role: 'operator', isEditable: true });
    expect(own).toMatchObject({ role: null, isEditable: true });
    expect(await idsFor(viewer)).toEqual([1, own.id]);
    expect(await idsFor(operator)).toEqual([1, shared.id]);
    // Nobody who edits the default dashboard is disturbed.
    expect((await find(1, viewer)).shown.revision).toBe(revision);
    expect((await find(shared.id, viewer)).status).toBe(404);
    expect((await find(own.id, engineer)).status).toBe(404);
    expect((await save(own.id, engineer, { name: 'Mine' })).status).toBe(404);
    expect((await find(shared.id, operator)).shown).toMatchObject({ isEditable: false, widgets: [] });
  });

  it('dashboards that are shared are changed only by engineers', async () => {
    const { id } = (await create(engineer, { role: 'viewer' })).shown;
    expect((await create(operator, { role: 'viewer' })).status).toBe(403);
    expect((await save(id, operator, { name: 'Other' })).status).toBe(403);
    expect((await call('DELETE', `/${id}`, operator)).status).toBe(403);
    expect((await create(engineer, { role: 'admin' })).status).toBe(403);
    const own = (await create(operator, {})).shown;
    expect((await save(own.id, operator, { role: 'viewer' })).status).toBe(403);
    expect((await find(own.id, operator)).shown).toMatchObject({ role: null });
  });

  it('dashboards are saved as a whole: new widgets, changed ones, and without deleted ones', async () => {
    const { id } = (await create(viewer, {})).shown;
    const first = (await save(id, viewer, { widgets: [note('a'), note('b')] })).shown;
    const [a, b] = first.widgets;
    expect(first.widgets.map(({ data }) => data)).toEqual(expect.arrayContaining(['a', 'b']));
    const changed = { ...a, layoutX: 3, config: { title: 'Moved' }, dataJson: '"other"' };
    const { status, shown } = await save(id, viewer, {
      name: 'Mine',
      revision: first.revision,
      widgets: [changed, note('c')],
    });
    expect(status).toBe(200);
    expect(shown).toMatchObject({ name: 'Mine', revision: first.revision + 1 });
    expect(shown.widgets.map(({ data, layoutX }) => [data, layoutX])).toEqual([
      ['c', 0],
      ['a', 3],
    ]);
    expect(shown.widgets[1]).toMatchObject({ id: a?.id, config: { title: 'Moved' }, dataJson: '"a"' });
    expect(shown.widgets.map((widget) => widget.id)).not.toContain(b?.id);
    expect((await find(id, viewer)).shown).toEqual(shown);
    const names = (await api.auditEntries()).slice(-3).map(({ action, target }) => [action, target]);
    expect(names).toEqual([
      ['dashboard.created', `dashboard ${id}`],
      ['dashboard.changed', `dashboard ${id}`],
      ['dashboard.changed', `dashboard ${id}`],
    ]);
  });

  it('dashboards stay unchanged if one widget is refused, or if the revision is outdated', async () => {
    const { id } = (await create(viewer, {})).shown;
    const { revision, widgets } = (await save(id, viewer, { widgets: [note('a')] })).shown;
    const refused = async (body: object, expected: object) =>
      expect(await save(id, viewer, body)).toMatchObject(expected);
    await refused({ widgets: [{ ...WIDGET, layoutX: 9 }] }, invalid('widgets[0].layoutW'));
    await refused({ widgets: [note('b'), { ...WIDGET, dataJson: '{' }] }, invalid('widgets[1].dataJson'));
    await refused({ widgets: [{ ...WIDGET, id: randomUUID() }] }, invalid('widgets[0].id'));
    const energy = { ...WIDGET, dataType: 'energy', dataJson: '{"areaId":77777}' };
    await refused({ widgets: [energy] }, invalid('widgets[0].dataJson.areaId'));
    await refused(
      { widgets: ['a', 'b', 'c', 'd'].map(note) },
      { status: 409, body: { code: 'dashboard_full' } },
    );
    await refused(
      { revision: revision - 1, widgets: [] },
      { status: 409, body: { code: 'outdated_revision' } },
    );
    await refused({ name: '' }, invalid('name'));
    expect((await find(id, viewer)).shown).toMatchObject({ revision, widgets });
  });

  it('dashboards that are saved by two people at once with the same revision are saved once', async () => {
    const { id, revision } = (await create(engineer, { role: 'viewer' })).shown;
    const saves = [1, 2, 3, 4].map((layoutX) =>
      save(id, engineer, { revision, widgets: [{ ...WIDGET, layoutX }] }),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    expect((await find(id, viewer)).shown.widgets).toHaveLength(1);
  });

  it('dashboards do not share widgets: the routes of the default one keep their meaning', async () => {
    const { id } = (await create(engineer, { role: 'viewer' })).shown;
    const [other] = (await save(id, engineer, { widgets: [{ ...note('x'), config: { public: true } }] }))
      .shown.widgets;
    const own = await api.call('POST', '/api/dashboard', { token: engineer, body: note('default') });
    expect(own.body).toMatchObject({ data: 'default' });
    const listed = (await api.call('GET', '/api/dashboard', { token: viewer })).body;
    expect(listed).toEqual([own.body]);
    expect((await find(1, viewer)).shown.widgets).toEqual(listed);
    const body = { widgets: [{ id: other?.id, layoutX: 1 }] };
    expect((await api.call('PUT', '/api/dashboard/settings', { token: engineer, body })).status).toBe(400);
    expect((await api.call('DELETE', `/api/dashboard/${other?.id}`, { token: engineer })).status).toBe(404);
    const open = (await api.call('GET', '/api/public/dashboard', {})).body as { widgets: unknown[] };
    expect(open.widgets).toEqual([]);
  });

  it('dashboards are deleted with their widgets, but never the default one', async () => {
    const { id } = (await create(engineer, { role: 'viewer' })).shown;
    await save(id, engineer, { widgets: [note('a')] });
    expect((await call('DELETE', `/${id}`, engineer)).status).toBe(200);
    expect((await find(id, engineer)).status).toBe(404);
    expect((await call('DELETE', `/${id}`, engineer)).status).toBe(404);
    const refused = { status: 409, body: { code: 'default_dashboard' } };
    expect(await call('DELETE', '/1', engineer)).toMatchObject(refused);
    expect(await save(1, engineer, { role: 'admin' })).toMatchObject(refused);
    const again = (await create(engineer, { role: 'viewer' })).shown;
    expect(again.id).not.toBe(id);
  });

  it('dashboards that only one person sees are limited, and are deleted with this person', async () => {
    const { id, token } = await api.signInAs('operator');
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await create(token, {}));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 201), 409]);
    expect(answers.at(-1)?.body).toMatchObject({ code: 'too_many_dashboards' });
    const admin = (await api.signInAs('admin')).token;
    expect((await api.call('DELETE', `/api/users/${id}`, { token: admin })).status).toBe(200);
    const rows = await api.database.dataSource.query('SELECT owner_id AS owner FROM dashboard');
    expect((rows as { owner: number | null }[]).map(({ owner }) => owner)).not.toContain(id);
  });
});
