import { AlertEntity, AuditEntryEntity } from '@app/entities';
import { newId, say } from '@app/kernel';
import { aModel } from '../factories/a-model';
import { type CallOptions, RunningApi } from '../factories/running-api';

interface Alert {
  id: number;
  [field: string]: unknown;
}

const TEXTS = { severity: 'major', title: 'Supply air too warm', message: 'Above 28 °C' };

describe('the routes of alerts', () => {
  let api: RunningApi;
  let operator: string;
  let engineer: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    ({ token: operator } = await api.signInAs('operator'));
    ({ token: engineer } = await api.signInAs('engineer'));
  });
  afterAll(() => api.stop());

  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const answer = await api.call(method, `/api/alerts${path}`, { token: operator, body, ...options });
    return { status: answer.status, headers: answer.headers, body: answer.body as Alert };
  }
  const listed = async (query: string) =>
    ((await call('GET', `?${query}`)).body as unknown as Alert[]).map((alert) => alert.id);
  /** Creates an alert that repeats no other one. */
  const create = async (body: object = {}) =>
    (await call('POST', '', { ...TEXTS, originator: newId(), ...body })).body;

  it('the alert routes create, show, change and delete an alert', async () => {
    const { status, body } = await call('POST', '', { ...TEXTS, pointCode: 'AHU1.SUPPLY.TEMP' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...TEXTS,
        titleText: null,
        messageText: null,
        id: expect.any(Number),
        source: 'manual',
        type: 'manual',
        originator: expect.any(String),
        status: 'active',
        acknowledged: false,
        pointCode: 'AHU1.SUPPLY.TEMP',
        areaId: null,
        value: null,
        threshold: null,
        occurrences: 1,
        raisedAt: expect.stringMatching(/Z$/),
        lastRaisedAt: body.raisedAt,
        acknowledgedAt: null,
        acknowledgedBy: null,
        clearedAt: null,
        clearedBy: null,
        shelvedUntil: null,
        shelvedBy: null,
        shelveReason: null,
      },
    });
    const path = `/${body.id}`;
    expect((await call('GET', path)).body).toEqual(body);
    const changed = { ...body, severity: 'critical', title: 'Supply air hot' };
    expect(await call('PUT', path, changed)).toMatchObject({ status: 200, body: changed });
    expect((await call('DELETE', path)).status).toBe(403);
    expect(await call('DELETE', path, undefined, { token: engineer })).toMatchObject({ status: 200 });
    expect((await call('GET', path)).status).toBe(404);
    const entries = await api.database.dataSource.manager.find(AuditEntryEntity, {
      where: { target: `alert ${body.id}` },
      order: { id: 'ASC' },
    });
    expect(entries.map(({ action }) => action)).toEqual(['alert.created', 'alert.changed', 'alert.removed']);
  });

  it('the alert routes return the code and values of a text of the platform until a person changes the text', async () => {
    const [title, message] = [say('loss_night_load'), say('loss_of_energy', { kwh: 40 })];
    const { id } = await create({ title: title.message, message: message.message });
    await api.database.dataSource.manager.update(AlertEntity, id, { messages: { title, message } });
    expect((await call('GET', `/${id}`)).body).toMatchObject({ titleText: title, messageText: message });
    const { body } = await call('PUT', `/${id}`, { title: 'Night load' });
    expect(body).toMatchObject({ title: 'Night load', titleText: null, messageText: message });
  });

  it('the alert routes acknowledge, shelve, unshelve and clear an alert, and list its history', async () => {
    const { id } = await create();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const steps = [
      ['acknowledge', { note: 'Seen' }, { acknowledged: true }],
      ['shelve', { untilAt: until, reason: 'Repair' }, { shelvedUntil: until, shelveReason: 'Repair' }],
      ['unshelve', {}, { shelvedUntil: null, shelveReason: null }],
      ['clear', { note: null }, { status: 'cleared', clearedAt: expect.any(String) }],
    ] as const;
    for (const [action, body, expected] of steps) {
      expect(await call('POST', `/${id}/${action}`, body)).toMatchObject({ status: 200, body: expected });
    }
    const { body, headers } = await call('GET', `/${id}/history`);
    expect((body as unknown as Alert[]).map(({ kind, note }) => [kind, note])).toEqual([
      ['raised', null],
      ['acknowledged', 'Seen'],
      ['shelved', 'Repair'],
      ['unshelved', null],
      ['cleared', null],
    ]);
    expect(headers.get('x-total-count')).toBe('5');
  });

  it.each([
    ['acknowledge', 'The alert is already acknowledged.'],
    ['clear', 'The alert is already cleared.'],
  ])(
    'the alert routes answer the second of two requests to %s an alert with 409, even if both arrive at once',
    async (action, error) => {
      const { id } = await create();
      const answers = await Promise.all([1, 2, 3].map(() => call('POST', `/${id}/${action}`, {})));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body);
      expect(refused).toEqual([
        { error, code: 'wrong_state' },
        { error, code: 'wrong_state' },
      ]);
    },
  );

  it('the alert routes count further reports of the same problem, with the latest value and texts', async () => {
    const first = await call('POST', '', {
      ...TEXTS,
      type: 'co2',
      originator: 'Room 5',
      value: 950,
      threshold: 900,
    });
    expect(first).toMatchObject({ status: 201, body: { originator: 'Room 5', value: 950, threshold: 900 } });
    const repeat = { ...TEXTS, type: 'co2', originator: 'Room 5', title: 'CO2 too high', value: 1200 };
    expect(await call('POST', '', repeat)).toMatchObject({
      status: 200,
      body: { id: first.body.id, occurrences: 2, title: 'CO2 too high', value: 1200, threshold: null },
    });
    expect(await call('POST', '', { ...repeat, type: 'heat' })).toMatchObject({ status: 201 });
    await call('POST', `/${first.body.id}/clear`, {});
    const next = await call('POST', '', repeat);
    expect(next).toMatchObject({ status: 201, body: { occurrences: 1 } });
    expect(next.body.id).not.toBe(first.body.id);
  });

  it('the alert routes create one alert if equal reports arrive at once, and count each of them', async () => {
    const report = { ...TEXTS, type: 'race', pointCode: 'RACE.TEMP' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', report)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const counts = answers.map(({ body }) => Number(body['occurrences'])).toSorted((a, b) => a - b);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('the alert routes identify a problem by the point, the object or the area, and otherwise by the title', async () => {
    const send = async (method: string, path: string, body: object) =>
      (await api.call(method, path, { token: engineer, body })).body as Alert;
    const site = await send('PUT', '/api/energy/areas', { areas: [{ name: 'Offices', meters: [] }] });
    const [area] = site['areas'] as [Alert];
    const { id: modelId } = await aModel(api.database.dataSource);
    const object = await send('POST', '/api/objects', { modelId, code: 'AHU7', name: 'Unit 7' });
    const owners = [
      [{ pointCode: 'P7', objectId: object.id, areaId: area.id }, 'P7'],
      [{ objectId: object.id, areaId: area.id }, `object:${object.id}`],
      [{ areaId: area.id }, `area:${area.id}`],
    ] as const;
    for (const [owner, originator] of owners) {
      expect(await call('POST', '', { ...TEXTS, ...owner })).toMatchObject({
        status: 201,
        body: { originator },
      });
      expect(await call('POST', '', { ...TEXTS, ...owner })).toMatchObject({ status: 200 });
    }
    const alone = { ...TEXTS, type: 'door', title: 'The door is open' };
    const first = await call('POST', '', alone);
    expect(first).toMatchObject({
      status: 201,
      body: { originator: expect.stringMatching(/^title:\w{64}$/) },
    });
    const { originator } = first.body;
    expect(await call('POST', '', alone)).toMatchObject({
      status: 200,
      body: { id: first.body.id, originator, occurrences: 2 },
    });
    const other = await call('POST', '', { ...alone, title: 'The gate is open' });
    expect(other).toMatchObject({ status: 201, body: { occurrences: 1 } });
    expect(other.body['originator']).not.toBe(originator);
  });

  it.each([
    ['POST', '', { severity: 'major' }, 'title'],
    ['POST', '', { ...TEXTS, objectId: 4711 }, 'objectId'],
    ['POST', '', { ...TEXTS, threshold: 'high' }, 'threshold'],
    ['POST', '', { ...TEXTS, originator: '' }, 'originator'],
    ['POST', '', { ...TEXTS, severity: 'bad' }, 'severity'],
    ['POST', '', { ...TEXTS, areaId: 4711 }, 'areaId'],
    ['GET', '?status=open', undefined, 'status'],
    ['GET', '?from=2026-02-01&to=2026-01-01', undefined, 'from'],
    ['GET', '?areaId=1&source=rule', undefined, 'areaId'],
  ])('the alert routes reject %s /alerts%s with the body %j', async (method, path, sent, field) => {
    const { status, body } = await call(method, path, sent);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(body.details).toContainEqual(expect.objectContaining({ path: field }));
  });

  it('the alert routes reject a shelving whose end is in the past', async () => {
    const { id } = await create();
    const answer = await call('POST', `/${id}/shelve`, { untilAt: '2020-01-01', reason: 'Repair' });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'untilAt' }] } });
  });

  it('the alert routes filter the list', async () => {
    const { id } = await create({ severity: 'indeterminate', pointCode: 'FILTERED' });
    expect(await listed('severity=indeterminate&status=active&acknowledged=false')).toEqual([id]);
    expect(await listed('pointCode=FILTERED&shelved=false')).toEqual([id]);
    expect(await listed('pointCode=FILTERED&shelved=true')).toEqual([]);
    expect(await listed('source=gateway')).toEqual([]);
  });
});
