import type { RequestListener } from 'node:http';
import { AuditService, ConfigurationService, WeatherRefreshService } from '@app/domain';
import { WeatherService, WeatherSource } from '@app/domain/testing';
import { Actor, FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { LocalServer } from '../factories/local-server';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const KEY = 'hidden-key';
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const MINUTE_MS = 60_000;
const SUNNY = {
  temperatureC: 20.5,
  humidityPercent: 40,
  description: 'clear sky',
  icon: '01d',
  windMetersPerSecond: 2,
  observedAt: '2026-03-29T08:00:00.000Z',
};
const answerWith = (temp: number) => ({
  weather: [{ description: 'clear sky', icon: '01d' }],
  main: { temp, humidity: 40 },
  wind: { speed: 2 },
  dt: Date.parse('2026-03-29T08:00Z') / 1000,
});

const reply =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

/** Runs the callback of the timer with this delay, instead of waiting for it. Requires a spy on `setTimeout`. */
function expireTimer(delayMs: number): void {
  const [callback] = jest.mocked(setTimeout).mock.calls.find(([, ms]) => ms === delayMs) ?? [];
  (callback as () => void)();
}

describe('the weather', () => {
  const { signal } = new AbortController();
  const clock = new FixedClock(Date.parse('2026-03-29T08:05Z'));
  let database: TestDatabase;
  let provider: LocalServer;
  let answer: RequestListener;
  let refreshing: WeatherRefreshService;
  let weather: WeatherService;
  let source: WeatherSource;
  let configuration: ConfigurationService;
  let published: string[];

  function services(key: string | undefined) {
    const { dataSource } = database;
    const environment = testEnvironment({
      WEATHER_API_KEY: key,
      WEATHER_URL: `http://127.0.0.1:${provider.port}/now?lang=en`,
    });
    configuration = new ConfigurationService(
      dataSource,
      environment,
      clock,
      new AuditService(dataSource, clock),
    );
    source = new WeatherSource(environment);
    const bus = { publish: ({ name }: { name: string }) => void published.push(name) } as never;
    refreshing = new WeatherRefreshService(dataSource, source, configuration, bus, environment, clock);
    weather = new WeatherService(dataSource, configuration, environment);
  }
  const locate = (site: { latitude: number | null; longitude: number | null }) =>
    configuration.change(Actor.system('test'), { site });

  beforeAll(async () => {
    database = await openDatabase();
    provider = await LocalServer.start((request, response) => answer(request, response));
  });
  afterAll(async () => {
    await provider.stop();
    await database.drop();
  });
  beforeEach(async () => {
    published = [];
    provider.received.length = 0;
    answer = reply(answerWith(20.5));
    services(KEY);
    await locate(BERLIN);
    // Advance the clock, so that earlier observations are outdated.
    clock.advance(60 * MINUTE_MS);
  });
  afterEach(() => source.onApplicationShutdown());

  it('the weather is fetched for the coordinates of the building, and again after ten minutes', async () => {
    expect(await refreshing.refresh(signal)).toBe(true);
    expect(await weather.current()).toEqual(SUNNY);
    expect(published).toEqual(['weather-observed']);
    const { pathname, searchParams } = new URL(provider.received[0]?.path ?? '', 'http://provider');
    expect(pathname).toBe('/now');
    expect(Object.fromEntries(searchParams)).toEqual({
      lang: 'en',
      lat: '52.52',
      lon: '13.405',
      appid: KEY,
      units: 'metric',
    });
    clock.advance(10 * MINUTE_MS - 1);
    expect(await refreshing.refresh(signal)).toBe(false);
    expect(provider.received).toHaveLength(1);
    clock.advance(1);
    answer = reply(answerWith(25));
    expect(await refreshing.refresh(signal)).toBe(true);
    expect(await weather.current()).toEqual({ ...SUNNY, temperatureC: 25 });
  });

  it.each<[string, RequestListener, string]>([
    ['an error', reply('no', 500), 'status 500'],
    ['a refusal of the key', reply({ cod: 401, message: 'Invalid API key' }, 401), 'status 401'],
    ['another format', reply({ temperature: 20 }), 'not usable'],
    ['a page instead of JSON', reply('<html>'), 'not usable'],
    ['a body that is too large', reply(`{"a":"${'x'.repeat(100_000)}"}`), 'larger than'],
    [
      'a redirect, which is not followed, to protect the key',
      (_request, response) => void response.writeHead(302, { location: '/other' }).end(),
      'status 302',
    ],
    ['a closed connection', ({ socket }) => void socket.destroy(), 'connection'],
    ['nothing within eight seconds', () => expireTimer(8000), 'within 8 s'],
    [
      'a body that does not end within eight seconds',
      (_request, response) => void response.write('{', () => expireTimer(8000)),
      'within 8 s',
    ],
  ])('the weather is kept with its time if the provider answers with %s', async (_what, failing, reason) => {
    await refreshing.refresh(signal);
    clock.advance(10 * MINUTE_MS);
    answer = failing;
    const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    expect(await refreshing.refresh(signal)).toBe(false);
    timers.mockRestore();
    expect(await weather.current()).toEqual(SUNNY);
    const lines = JSON.stringify(logged.mock.calls);
    logged.mockRestore();
    expect(lines).toContain(reason);
    expect(lines).not.toContain(KEY);
    expect(published).toHaveLength(1);
  });

  it('the weather is fetched again a minute after a failure, but not sooner', async () => {
    const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    answer = reply('no', 503);
    await refreshing.refresh(signal);
    answer = reply(answerWith(20.5));
    clock.advance(MINUTE_MS - 1);
    expect(await refreshing.refresh(signal)).toBe(false);
    clock.advance(1);
    expect(await refreshing.refresh(signal)).toBe(true);
    expect(provider.received).toHaveLength(2);
    logged.mockRestore();
  });

  it('the weather is no longer shown after a change of the coordinates, and is fetched at once for the new place', async () => {
    await refreshing.refresh(signal);
    await locate({ latitude: 31.23, longitude: 121.47 });
    expect(await weather.current()).toBeNull();
    expect(await refreshing.refresh(signal)).toBe(true);
    expect(provider.received.at(-1)?.path).toContain('lat=31.23&lon=121.47');
    expect(await weather.current()).toEqual(SUNNY);
  });

  it('the weather is unknown without coordinates', async () => {
    await refreshing.refresh(signal);
    await locate({ latitude: 52.52, longitude: null });
    expect(await refreshing.refresh(signal)).toBe(false);
    expect(await weather.current()).toBeNull();
  });

  it('the weather is neither fetched nor shown without a key', async () => {
    await refreshing.refresh(signal);
    services(undefined);
    clock.advance(10 * MINUTE_MS);
    expect(await refreshing.refresh(signal)).toBe(false);
    expect(await weather.current()).toBeNull();
    expect(provider.received).toHaveLength(1);
  });
});
