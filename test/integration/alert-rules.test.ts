import { AuditEntryEntity, PointValueEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';

const warm = { name: 'Too warm', pointCode: 'P1', comparison: 'gt', threshold: 30, severity: 'major' };

describe('alert rules', () => {
  let api: RunningApi;
  let token: string;
  let areaId: number;
  let calendarId: number;

  beforeAll(async () => {
    api = await RunningApi.start();
    ({ token } = await api.signInAs('engineer'));
    const areas = await api.call('PUT', '/api/energy/areas', {
      token,
      body: { areas: [{ name: 'Offices', meters: [] }] },
    });
    areaId = (areas.body as { areas: { id: number }[] }).areas[0]?.id ?? 0;
    const calendar = await api.call('POST', '/api/calendars', { token, body: { name: 'Offices' } });
    calendarId = (calendar.body as { id: number }).id;
    await api.database.dataSource.manager.insert(PointValueEntity, {
      code: 'P1',
      value: 20,
      quality: 0,
      measuredAt: new Date(),
    });
  });
  afterAll(() => api.stop());

  const create = async (body: object) => {
    const answer = await api.call('POST', '/api/alerts/rules', { token, body });
    return { ...answer, id: (answer.body as { id: number }).id };
  };
  const get = (id: number) => api.call('GET', `/api/alerts/rules/${id}`, { token });
  const put = (id: number, body: unknown) => api.call('PUT', `/api/alerts/rules/${id}`, { token, body });

  it('alert rules return a threshold both as separate fields and as a condition', async () => {
    const { status, body, id } = await create(warm);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...warm,
        id,
        areaId: null,
        deadband: 0,
        onDelaySeconds: 0,
        offDelaySeconds: 0,
        enabled: true,
        condition: { kind: 'threshold', comparison: 'gt', threshold: 30, deadband: 0 },
        schedule: null,
        warnings: [],
      },
    });
    expect(await get(id)).toMatchObject({ status: 200, body });
  });

  it.each([
    { condition: { kind: 'noData', minutes: 15 } },
    { condition: { kind: 'rateOfChange', delta: 4, minutes: 10, deadband: 1 } },
    { condition: { kind: 'unchanged', minutes: 60 } },
  ])('alert rules can have the condition %j, and can be sent back as they were read', async (condition) => {
    const { name, severity, pointCode } = warm;
    const { body, id } = await create({ name, severity, pointCode, ...condition });
    expect(body).toMatchObject({ ...condition, comparison: null, threshold: null });
    expect(await put(id, body)).toMatchObject({ status: 200, body });
    const audited = await api.database.dataSource.manager.findBy(AuditEntryEntity, {
      target: `alert rule ${id}`,
    });
    expect(audited.map(({ action }) => action)).toEqual(['alert_rule.created']);
  });

  it('alert rules watch an area during the hours of a calendar', async () => {
    const { body } = await create({ ...warm, pointCode: null, areaId, schedule: calendarId });
    expect(body).toMatchObject({ pointCode: null, areaId, schedule: calendarId });
  });

  it('alert rules are saved with a warning if the gateway has not reported their point', async () => {
    const { status, body } = await create({ ...warm, pointCode: 'P2' });
    expect({ status, body }).toMatchObject({ status: 201, body: { warnings: [{ path: 'pointCode' }] } });
  });

  it.each<[object, string[]]>([
    [{ pointCode: null, areaId: 77_777 }, ['areaId']],
    [{ schedule: 77_777 }, ['schedule']],
    [{ areaId: 1 }, ['pointCode', 'areaId']],
    [{ threshold: 'high' }, ['threshold']],
    [{ threshold: null }, ['threshold']],
    [{ condition: { kind: 'noData', minutes: 0 } }, ['condition.minutes']],
    [{ condition: { kind: 'unchanged', minutes: 44_641 } }, ['condition.minutes']],
    [{ condition: { kind: 'other' } }, ['condition.kind']],
    [{ condition: null }, ['condition']],
    [{ onDelaySeconds: -1 }, ['onDelaySeconds']],
    [{ severity: 'high' }, ['severity']],
  ])('alert rules with %j are refused', async (changes, paths) => {
    const { status, body } = await create({ ...warm, ...changes });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { details: paths.map((path) => ({ path })) },
    });
  });

  it('alert rules keep the fields that the body omits, and record who changed them', async () => {
    const { id } = await create(warm);
    expect(await put(id, { threshold: 32 })).toMatchObject({
      status: 200,
      body: { threshold: 32, comparison: 'gt', condition: { threshold: 32 } },
    });
    const [, changed] = await api.database.dataSource.manager.find(AuditEntryEntity, {
      where: { target: `alert rule ${id}` },
      order: { id: 'ASC' },
    });
    expect(changed).toMatchObject({ action: 'alert_rule.changed', username: expect.any(String) as string });
  });

  it('alert rules are listed in pages and deleted', async () => {
    const { id } = await create(warm);
    const last = await api.call('GET', '/api/alerts/rules?limit=200', { token });
    expect((last.body as { id: number }[]).at(-1)).toMatchObject({ id });
    expect(await api.call('DELETE', `/api/alerts/rules/${id}`, { token })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await get(id)).toMatchObject({ status: 404 });
  });

  it.each<[string, object, object, object]>([
    ['an unknown area', { pointCode: null, areaId: 77_777 }, {}, { details: [{ path: 'rule.areaId' }] }],
    ['more than 31 days', {}, { to: '2026-04-02' }, { details: [{ path: 'to' }] }],
    ['an empty range', {}, { to: '2026-03-01' }, { details: [{ path: 'from' }] }],
    ['an incomplete rule', { threshold: null }, {}, { details: [{ path: 'rule.threshold' }] }],
    ['an unknown calendar', { schedule: 77_777 }, {}, { details: [{ path: 'rule.schedule' }] }],
    ['no severity', { severity: undefined }, {}, { details: [{ path: 'rule.severity' }] }],
  ])('a test of an alert rule is refused for %s', async (_case, changes, range, expected) => {
    const body = { rule: { ...warm, ...changes }, from: '2026-03-01', to: '2026-03-02', ...range };
    const { status, body: answer } = await api.call('POST', '/api/alerts/rules/test', { token, body });
    expect({ status, answer }).toMatchObject({ status: 400, answer: expected });
  });

  it('alert rules can be tested for an area without values', async () => {
    const rule = { ...warm, pointCode: null, areaId };
    const body = { rule, from: '2026-03-01', to: '2026-03-31' };
    expect(await api.call('POST', '/api/alerts/rules/test', { token, body })).toMatchObject({
      status: 200,
      body: { raised: [], evaluated: 0, truncated: false },
    });
  });

  it('the test of an alert rule reports a failure of the gateway', async () => {
    const body = { rule: warm, from: '2026-03-01', to: '2026-03-02' };
    expect(await api.call('POST', '/api/alerts/rules/test', { token, body })).toMatchObject({ status: 502 });
  });
});
