import { WeatherObservationEntity, WidgetEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';

const SITE = { latitude: 52.52, longitude: 13.405 };
const WEATHER = {
  temperatureC: 20.5,
  humidityPercent: 40,
  description: 'clear sky',
  icon: '01d',
  windMetersPerSecond: 2,
  observedAt: '2026-03-29T08:00:00.000Z',
};
const LAYOUT = { type: 'list', layoutX: 0, layoutY: 0, layoutW: 4, layoutH: 2 };
const NONE = { critical: 0, major: 0, minor: 0, warning: 0, indeterminate: 0 };

describe('the public dashboard', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start({ WEATHER_API_KEY: 'key' });
    token = await api.signIn();
    const meters = [{ pointCode: 'SECRET.POINT', kind: 'interval', intervalSeconds: 3600 }];
    await call('PUT', '/energy/areas', { areas: [{ name: 'Offices', meters }] });
    await call('POST', '/alerts', { severity: 'major', title: 'A hidden leak' });
    await call('PUT', '/configs', { platformName: 'Works', site: SITE });
    const { manager } = api.database.dataSource;
    await manager.save(WeatherObservationEntity, {
      id: 1,
      ...SITE,
      conditions: WEATHER,
      fetchedAt: new Date(),
    });
    const open = { ...LAYOUT, config: { title: 'Shown', public: true } };
    await call('POST', '/dashboard', { ...open, dataJson: '{"text":"Welcome"}' });
    await call('POST', '/dashboard', {
      ...LAYOUT,
      config: { title: 'A hidden widget' },
      dataJson: '"hidden"',
    });
    const alerts = { ...open, layoutY: 2, dataType: 'alerts' };
    const { id } = (await call('POST', '/dashboard', alerts)) as { id: string };
    const data = { total: 1, bySeverity: { ...NONE, major: 1 }, newest: [{ title: 'A hidden leak' }] };
    await manager.update(WidgetEntity, { id }, { data });
  });
  afterAll(() => api.stop());

  const call = async (method: string, path: string, body?: unknown) =>
    (await api.call(method, `/api${path}`, { token, body })).body;
  const visit = (headers = {}, by = api) => by.call('GET', '/api/public/dashboard', { headers });

  it('the public dashboard shows a fixed list of figures to everybody, without a token', async () => {
    const { status, body, text } = await visit();
    expect(status).toBe(200);
    const shown = { ...LAYOUT, id: expect.any(String) as string, config: { title: 'Shown', public: true } };
    expect(body).toEqual({
      platformName: 'Works',
      site: {
        currentPower: null,
        energyToday: null,
        energyYesterday: null,
        comparedToYesterday: null,
        coverage: 0,
        silentMeterCount: 1,
      },
      course: {
        today: expect.arrayContaining([{ timestamp: expect.any(String), kw: null }]) as unknown,
        yesterday: expect.arrayContaining([{ timestamp: expect.any(String), kw: null }]) as unknown,
        week: Array.from({ length: 7 }, () => ({
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
          energy: null,
        })),
      },
      areas: [
        {
          id: expect.any(Number),
          parentId: null,
          name: 'Offices',
          currentPower: null,
          energyToday: null,
          energyYesterday: null,
        },
      ],
      alerts: { ...NONE, major: 1 },
      weather: WEATHER,
      widgets: [
        { ...shown, dataType: 'static', data: { text: 'Welcome' }, updatedAt: expect.any(String) },
        {
          ...shown,
          layoutY: 2,
          dataType: 'alerts',
          data: { total: 1, bySeverity: { ...NONE, major: 1 } },
          updatedAt: null,
        },
      ],
      updatedAt: expect.any(String),
    });
    expect(text).not.toMatch(/hidden|SECRET/);
  });

  it('the public dashboard is one snapshot for all visitors, and caches may store the snapshot and revalidate it by its ETag', async () => {
    const first = await visit();
    await call('PUT', '/configs', { platformName: 'Renamed' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit()));
    const { headers } = first;
    expect(headers.get('cache-control')).toBe('public, max-age=15');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    // On a slow machine, a new snapshot may replace the first one, but the 20 visitors never get more than two.
    const texts = new Set(answers.map(({ text }) => text));
    expect(texts.size).toBeLessThanOrEqual(2);
    // The snapshot may expire between the two calls of a pair, so three pairs are sent.
    const known = async () => visit({ 'if-none-match': (await visit()).headers.get('etag') ?? '' });
    const repeated = [await known(), await known(), await known()];
    expect(repeated.map(({ status, text: body }) => [status, body])).toContainEqual([304, '']);
    await call('PUT', '/configs', { platformName: 'Works' });
  });

  it('the public dashboard has no weather if no key for the provider is configured', async () => {
    const without = await api.another({ WEATHER_API_KEY: undefined });
    const { status, body } = await visit({}, without);
    const settings = await without.call('GET', '/api/public/settings');
    await without.stopProcess();
    expect({ status, body }).toMatchObject({ status: 200, body: { weather: null } });
    expect(settings.body).toMatchObject({ weatherEnabled: false });
    expect((await api.call('GET', '/api/public/settings')).body).toMatchObject({ weatherEnabled: true });
  });
});
