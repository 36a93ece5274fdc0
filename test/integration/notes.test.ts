import { AuditEntryEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';

describe('notes', () => {
  let api: RunningApi;
  let token: string;
  let areaId: number;

  beforeAll(async () => {
    api = await RunningApi.start({ PLATFORM_TIMEZONE: 'Asia/Shanghai' });
    ({ token } = await api.signInAs('engineer'));
    const { body } = await call('PUT', '/api/energy/areas', { areas: [{ name: 'Offices', meters: [] }] });
    areaId = (body as { areas: { id: number }[] }).areas[0]?.id ?? 0;
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, body?: unknown) => api.call(method, path, { token, body });
  const create = (series: string, at: string, text = 'A note') =>
    call('POST', '/api/notes', { series, at, text });
  const listed = async (...series: string[]) => {
    const query = series.map((one) => `series=${encodeURIComponent(one)}`).join('&');
    const { body } = await call('GET', `/api/notes?from=2026-03-01&to=2026-03-02&${query}`);
    return (body as { text: string }[]).map(({ text }) => text);
  };

  it('notes are listed by their points and areas in a period of the platform zone, oldest first', async () => {
    const area = `area:${areaId}`;
    await create('PLANT.A+B', '2026-03-01T12:00:00Z', 'second');
    await create(area, '2026-03-01', 'first');
    await create(area, '2026-02-28T15:59:59Z', 'too early');
    await create(area, '2026-03-02', 'too late');
    await create('plant.a+b', '2026-03-01T12:00:00Z', 'of another point');
    expect(await listed('PLANT.A+B', area)).toEqual(['first', 'second']);
    expect(await listed('PLANT.A+B')).toEqual(['second']);
  });

  it('notes of unknown areas and notes without a text are refused', async () => {
    const unknown = await create('area:999', '2026-03-01T12:00:00Z');
    expect([unknown.status, unknown.body]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ path: 'series' })] }),
    ]);
    expect((await create('PLANT.A', '2026-03-01T12:00:00Z', '')).status).toBe(400);
    expect((await call('GET', '/api/notes?from=2026-03-01&to=2026-03-02')).status).toBe(400);
  });

  it('a note is deleted once, and the audit log has both changes', async () => {
    const { body } = await create('PLANT.C', '2026-03-01T12:00:00Z', 'wrong');
    const { id } = body as { id: number };
    const first = await call('DELETE', `/api/notes/${id}`);
    const second = await call('DELETE', `/api/notes/${id}`);
    expect([first.status, second.status, await listed('PLANT.C')]).toEqual([200, 404, []]);
    const entries = await api.database.dataSource.manager.findBy(AuditEntryEntity, { target: `note ${id}` });
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['note.created', 'note.removed']);
  });
});
