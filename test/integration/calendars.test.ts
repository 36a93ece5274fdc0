import { AuditEntryEntity, CalendarEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';

const NONE = { timezone: null, areaIds: [], weekly: [], exceptions: [] };
const weekly = [{ day: 1, from: '07:30', to: '19:00' }];
const holiday = { date: '2026-12-25', kind: 'closed' };
const whole = { from: null, to: null, name: null };
const unityDay = (date: string) => ({ ...whole, date, kind: 'closed', name: 'German Unity Day' });

describe('calendars', () => {
  let api: RunningApi;
  let token: string;
  let areaId: number;

  beforeAll(async () => {
    // The process has the thread that reads iCalendar files.
    api = await RunningApi.startProcess();
    ({ token } = await api.signInAs('engineer'));
    const body = { areas: [{ name: 'Offices', meters: [] }] };
    const areas = await api.call('PUT', '/api/energy/areas', { token, body });
    areaId = (areas.body as { areas: { id: number }[] }).areas[0]?.id ?? 0;
  });
  afterAll(() => api.stop());

  const create = async (body: object = {}) => {
    const answer = await api.call('POST', '/api/calendars', { token, body: { name: 'Offices', ...body } });
    return { ...answer, id: (answer.body as { id: number }).id };
  };
  const get = (id: number) => api.call('GET', `/api/calendars/${id}`, { token });
  const put = (id: number, body: unknown) => api.call('PUT', `/api/calendars/${id}`, { token, body });
  const audited = (id: number) =>
    api.database.dataSource.manager.find(AuditEntryEntity, {
      where: { target: `calendar ${id}` },
      order: { id: 'ASC' },
    });

  it('calendars can be created with only a name, and then cover the whole site and use the time zone of the site', async () => {
    const { status, body, id } = await create();
    expect({ status, body }).toEqual({ status: 201, body: { id, name: 'Offices', ...NONE } });
    expect(await get(id)).toMatchObject({ status: 200, body });
  });

  it('calendars keep areas, weekly hours and exceptions', async () => {
    const exceptions = [
      holiday,
      { date: '2028-02-29', kind: 'open', from: '22:00', to: '02:00', name: 'Gala' },
    ];
    const { body, id } = await create({ timezone: 'Europe/Berlin', areaIds: [areaId], weekly, exceptions });
    expect(body).toEqual({
      id,
      name: 'Offices',
      timezone: 'Europe/Berlin',
      areaIds: [areaId],
      weekly,
      exceptions: [{ ...whole, ...holiday }, exceptions[1]],
    });
    expect((await get(id)).body).toEqual(body);
  });

  it('calendars take a range of dates as one exception for each date, and can be sent back as they were read', async () => {
    const { id } = await create();
    const exceptions = [{ from: '2026-08-03', to: '2026-08-16', kind: 'closed', name: 'Holidays' }, holiday];
    const { status, body } = await put(id, { exceptions });
    const days = Array.from({ length: 14 }, (_, day) => ({
      ...whole,
      date: `2026-08-${String(day + 3).padStart(2, '0')}`,
      kind: 'closed',
      name: 'Holidays',
    }));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { exceptions: [...days, { ...whole, ...holiday }] },
    });
    expect(await put(id, (await get(id)).body)).toMatchObject({ status: 200, body });
  });

  it('calendars keep the fields that the body omits', async () => {
    const { id, body } = await create({ timezone: 'Europe/Berlin', weekly });
    const answer = await put(id, { timezone: null });
    expect(answer).toMatchObject({ status: 200, body: { ...(body as object), timezone: null } });
    expect((await get(id)).body).toEqual(answer.body);
  });

  it('calendars can be sent back as they were read, even after an area was deleted', async () => {
    const { id, body } = await create({ areaIds: [areaId], exceptions: [holiday] });
    await api.database.dataSource.manager.update(CalendarEntity, { id }, { areaIds: [areaId, 77_777] });
    const read = (await get(id)).body;
    expect(read).toEqual({ ...(body as object), areaIds: [areaId, 77_777] });
    expect(await put(id, read)).toMatchObject({ status: 200, body: read });
  });

  it('calendars are listed in pages, oldest first', async () => {
    const [first, second] = [await create(), await create()];
    const total = await api.database.dataSource.manager.count(CalendarEntity);
    const address = `/api/calendars?limit=1&page=${total - 1}`;
    const page = await api.call('GET', address, { token });
    expect(page.body).toEqual([first.body]);
    expect(page.headers.get('x-total-count')).toBe(String(total));
    expect((await api.call('GET', `/api/calendars?limit=1&page=${total}`, { token })).body).toEqual([
      second.body,
    ]);
  });

  it('calendars are not found after their deletion', async () => {
    const { id } = await create();
    const remove = () => api.call('DELETE', `/api/calendars/${id}`, { token });
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
    for (const answer of [await remove(), await get(id), await put(id, {})]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'The calendar was not found.' } });
    }
  });

  describe('with invalid fields', () => {
    let existing: Awaited<ReturnType<typeof create>>;

    beforeAll(async () => (existing = await create()));

    it.each([
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ areaIds: [77_777] }, 'areaIds[0]'],
      [{ areaIds: [1, 1] }, 'areaIds'],
      [{ weekly: null }, 'weekly'],
      [{ weekly: [{ day: 8, from: '07:00', to: '08:00' }] }, 'weekly[0].day'],
      [{ weekly: [{ day: 1, from: '7:00', to: '08:00' }] }, 'weekly[0].from'],
      [{ weekly: [{ day: 1, from: '07:00', to: '24:01' }] }, 'weekly[0].to'],
      [{ exceptions: [{ ...holiday, date: '2026-02-30' }] }, 'exceptions[0].date'],
      [{ exceptions: [{ ...holiday, kind: 'half' }] }, 'exceptions[0].kind'],
      [{ exceptions: [holiday, { ...holiday, from: '10:00' }] }, 'exceptions[1]'],
      [{ exceptions: [{ kind: 'closed' }] }, 'exceptions[0]'],
      [{ exceptions: [{ kind: 'closed', from: '2026-08-16', to: '2026-08-03' }] }, 'exceptions[0]'],
      [{ exceptions: [{ kind: 'closed', from: '1000-01-01', to: '9999-12-31' }] }, 'exceptions[0]'],
      [{ exceptions: [{ kind: 'closed', from: '2026-02-30', to: '2026-03-01' }] }, 'exceptions[0].from'],
    ])('calendars are refused with %j', async (fault, path) => {
      const refused = { status: 400, body: { code: 'validation_failed', details: [{ path }] } };
      const { id, body } = existing;
      expect(await create(fault)).toMatchObject(refused);
      expect(await put(id, fault)).toMatchObject(refused);
      expect((await get(id)).body).toEqual(body);
    });
  });

  it('calendars leave an audit entry for each change, with the fields that changed', async () => {
    const { id, body } = await create();
    await put(id, { name: 'Workshop' });
    await api.call('DELETE', `/api/calendars/${id}`, { token });
    const entries = (await audited(id)).map(({ action, before, after }) => ({ action, before, after }));
    const workshop = { ...(body as object), name: 'Workshop' };
    expect(
      entries.map(({ before, after, ...rest }) => ({
        ...rest,
        before: before === null ? null : JSON.parse(before),
        after: after === null ? null : JSON.parse(after),
      })),
    ).toEqual([
      { action: 'calendar.created', before: null, after: body },
      { action: 'calendar.changed', before: { name: 'Offices' }, after: { name: 'Workshop' } },
      { action: 'calendar.removed', before: workshop, after: null },
    ]);
  });

  /** Imports an iCalendar file. */
  const importLines = (id: number, lines: string[], { query = '', type = 'text/calendar' } = {}) =>
    api.call('POST', `/api/calendars/${id}/import${query}`, {
      token,
      body: ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
      headers: { 'content-type': type },
    });

  describe('that import an iCalendar file', () => {
    const unity = ['BEGIN:VEVENT', 'UID:1', 'DTSTART;VALUE=DATE:19901003', 'RRULE:FREQ=YEARLY'];
    const events = [...unity, 'SUMMARY:German Unity Day', 'END:VEVENT'];
    const query = '?from=2026-01-01&to=2028-01-01';

    it('calendars get the events of an iCalendar file as exceptions, without duplicates if the file is imported again', async () => {
      const { id } = await create({ exceptions: [holiday] });
      const exceptions = [{ ...whole, ...holiday }, unityDay('2026-10-03'), unityDay('2027-10-03')];
      const first = await importLines(id, events, { query });
      expect(first).toMatchObject({ status: 200, body: { id, exceptions } });
      expect(await importLines(id, events, { query })).toMatchObject({ status: 200, body: { exceptions } });
      expect((await get(id)).body).toEqual(first.body);
      expect((await audited(id)).map(({ action }) => action)).toContain('calendar.imported');
    });

    it('the iCalendar import refuses files that are not calendars, unsupported media types, too many events and invalid dates', async () => {
      const { id } = await create();
      const daily = [...unity.slice(0, 2), 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY', 'END:VEVENT'];
      expect(await importLines(id, ['x'], { query })).toMatchObject({
        status: 400,
        body: { code: 'malformed_calendar' },
      });
      expect(await importLines(id, daily, { query })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
      expect((await importLines(id, events, { type: 'application/json' })).status).toBe(415);
      expect((await importLines(id, events, { query: '?from=2026-02-30' })).status).toBe(400);
      expect((await importLines(id, events, { query: '?from=2026-01-01&to=2026-01-01' })).status).toBe(400);
      expect((await importLines(0, events)).status).toBe(400);
      expect((await importLines(987_654, events)).status).toBe(404);
      expect((await get(id)).body).toMatchObject({ exceptions: [] });
    });
  });
});
