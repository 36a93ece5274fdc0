import { AuditService, ConfigurationService, WeatherHistoryService } from '@app/domain';
import { MetersService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { LocalServer } from '../factories/local-server';
import { RunningApi } from '../factories/running-api';
import { testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAME = { temperaturePointCode: 'weather:provider' };

describe('the temperatures of the weather provider', () => {
  const { signal } = new AbortController();
  const clock = new FixedClock(Date.now());
  let api: RunningApi;
  let token: string;
  let provider: LocalServer;
  let status: number;
  let warmerBy: number;
  let history: WeatherHistoryService;

  const configure = (changes: object) => api.call('PUT', '/api/configs', { token, body: changes });
  const lastDay = async () => {
    const to = new Date(clock.nowMs() - (clock.nowMs() % (24 * HOUR_MS)) - 24 * HOUR_MS);
    const from = new Date(to.getTime() - 24 * HOUR_MS);
    const range = `from=${from.toISOString()}&to=${to.toISOString()}`;
    const path = `/api/energy/degree-days?${range}&interval=day&kind=heating&baseC=20&method=hours`;
    const { body } = await api.call('GET', path, { token });
    return body as { value: number | null; coverage: number }[];
  };
  const asked = () =>
    provider.received.map(({ path }) => {
      const { searchParams } = new URL(path, 'http://provider');
      return [searchParams.get('start_date'), searchParams.get('end_date')];
    });

  beforeAll(async () => {
    status = 200;
    warmerBy = 0;
    provider = await LocalServer.start((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://provider');
      const endMs = Date.parse(searchParams.get('end_date') ?? '') + 24 * HOUR_MS;
      // The provider knows only the last ten days of each range, so that few readings are stored.
      const fromMs = Math.max(Date.parse(searchParams.get('start_date') ?? ''), endMs - 240 * HOUR_MS);
      const time = Array.from(
        { length: (endMs - fromMs) / HOUR_MS },
        (_, hour) => fromMs / 1000 + 3600 * hour,
      );
      const hourly = { time, temperature_2m: time.map(() => 8 + warmerBy) };
      response.writeHead(status).end(JSON.stringify({ hourly }));
    });
    api = await RunningApi.start({ PLATFORM_TIMEZONE: 'UTC' });
    token = await api.signIn();
    const { dataSource } = api.database;
    const environment = testEnvironment({
      WEATHER_HISTORY_URL: `http://127.0.0.1:${provider.port}/history?apikey=hidden`,
    });
    history = new WeatherHistoryService(
      new MetersService(dataSource),
      new ReadingIntakeService(dataSource, new RollupService()),
      new ConfigurationService(dataSource, environment, clock, new AuditService(dataSource, clock)),
      environment,
      clock,
    );
  });
  afterAll(async () => {
    history.onApplicationShutdown();
    await api.stop();
    await provider.stop();
  });

  it('need the coordinates of the site', async () => {
    const answer = await configure({ weather: NAME });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ path: 'weather.temperaturePointCode', code: 'site_for_temperature' }] },
    });
    await history.fetchDue(signal);
    expect(provider.received).toEqual([]);
  });

  it('are fetched for two years, and then every hour for three days', async () => {
    expect(await configure({ site: BERLIN, weather: NAME })).toMatchObject({ status: 200 });
    status = 503;
    await history.fetchDue(signal);
    expect(await lastDay()).toMatchObject([{ value: null }]);

    status = 200;
    provider.received.length = 0;
    await history.fetchDue(signal);
    expect(asked()).toEqual([]);
    clock.advance(5 * 60_000);
    await history.fetchDue(signal);
    expect(asked()).toHaveLength(2);
    expect(provider.received[0]?.path).toContain('apikey=hidden&latitude=52.52&longitude=13.405&');
    expect(await lastDay()).toEqual([expect.objectContaining({ value: 12, coverage: 1 })]);
    const meter = await api.database.dataSource.manager.findOneByOrFail(MeterEntity, {
      pointCode: 'weather:52.52,13.405',
    });
    expect(meter.backfilledTo).toEqual(meter.liveFrom);
    expect(meter).toMatchObject({ liveCaughtUp: true, energyType: 'temperature', removedAt: null });

    await history.fetchDue(signal);
    expect(asked()).toHaveLength(2);
    clock.advance(HOUR_MS);
    warmerBy = 1;
    await history.fetchDue(signal);
    expect(asked()).toHaveLength(3);
    expect(await lastDay()).toMatchObject([{ value: 11 }]);
  });

  it('are fetched again for another place', async () => {
    provider.received.length = 0;
    warmerBy = 4;
    await configure({ site: { latitude: 60 } });
    await history.fetchDue(signal);
    expect(provider.received[0]?.path).toContain('latitude=60');
    expect(asked()).toHaveLength(2);
    expect(await lastDay()).toMatchObject([{ value: 8 }]);
  });
});
