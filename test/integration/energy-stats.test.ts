import {
  AreasService,
  AuditService,
  bucketsBetween,
  EnergyStatsService,
  EnergySumsService,
  HourlyFiguresService,
  PlatformService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain';
import { type MeterEntity, PlatformConfigurationEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The clocks of London and of Lord Howe Island change within these days. */
const FIRST = Date.parse('2024-03-29T00:00Z');
const DAYS = 12;
const SEED = 20_240_329;

interface Measured {
  startMs: number;
  energyMwh: number;
  whole: boolean;
}

describe('statistics of hourly energies', () => {
  const clock = new FixedClock(FIRST + DAYS * 24 * HOUR_MS);
  const random = randomFrom(SEED);
  let database: TestDatabase;
  let sums: EnergySumsService;
  let stats: EnergyStatsService;
  let platform: PlatformService;
  let meters: MeterEntity[];

  beforeAll(async () => {
    database = await openDatabase();
    const audit = new AuditService(database.dataSource, clock);
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'UTC' });
    platform = new PlatformService(database.dataSource, environment, clock, audit);
    await platform.ensure();
    const areas = new AreasService(database.dataSource, platform, clock, audit);
    sums = new EnergySumsService(database.dataSource);
    const hourly = new HourlyFiguresService(database.dataSource, sums);
    stats = new EnergyStatsService(areas, hourly, platform, clock);
    const site = await areas.replace(Actor.system('test'), [
      {
        name: 'Hall',
        meters: [
          { pointCode: 'EXPORT', kind: 'interval', intervalSeconds: 3600 },
          { pointCode: 'HALF-HOURS', kind: 'interval', intervalSeconds: 1800 },
          { pointCode: 'REGISTER', kind: 'cumulative', intervalSeconds: 420 },
        ],
      },
    ]);
    meters = site.metersByArea.get(1) ?? [];
    await takeReadings();
  });

  afterAll(() => database.drop());

  /** With gaps of hours and of single readings, and energy that flows back. */
  async function takeReadings(): Promise<void> {
    const intake = new ReadingIntakeService(database.dataSource, new RollupService());
    for (const { id, pointCode, intervalSeconds } of meters) {
      const stepMs = intervalSeconds * 1000;
      const readings = [];
      let register = 0;
      for (let atMs = FIRST; atMs < clock.nowMs(); atMs += stepMs) {
        const inGap = Math.floor((atMs - FIRST) / HOUR_MS) % 29 < 5;
        register += random();
        const value = pointCode === 'REGISTER' ? register : random() * 10 - (pointCode === 'EXPORT' ? 5 : 0);
        if (!inGap && random() > 0.1) readings.push({ atMs, value, quality: 0 });
      }
      await intake.take(id, readings);
    }
  }

  /** Adds up hour by hour and meter by meter. */
  async function slowly(fromMs: number, toMs: number, zone: string) {
    const hours = bucketsBetween('hour', fromMs, toMs, zone);
    const clipped = hours.map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, fromMs),
      endMs: Math.min(endMs, toMs),
    }));
    const perMeter = [...(await sums.byMeter(meters, clipped, zone, 'hours')).values()];
    const measured = hours.flatMap(({ startMs, endMs }, index): Measured[] => {
      const energies = perMeter.flatMap((ofMeter) => ofMeter[index]?.energyMwh ?? []);
      const energyMwh = energies.reduce((total, energy) => total + energy, 0);
      const whole = startMs >= fromMs && endMs <= toMs;
      return energies.length === 0 ? [] : [{ startMs, energyMwh, whole }];
    });
    const whole = measured.filter((hour) => hour.whole);
    const compared = whole.length > 0 ? whole : measured;
    const peak = Math.max(...compared.map(({ energyMwh }) => energyMwh));
    const peakHour = compared.find(({ energyMwh }) => energyMwh === peak);
    return measured.length === 0
      ? { total: null, avg: null, peak: null, peakTimeMs: null }
      : {
          total: sumKwh(measured),
          avg: sumKwh(compared) / compared.length,
          peak: peak / 1e6,
          peakTimeMs: peakHour?.startMs ?? null,
        };
  }

  it.each([
    'UTC',
    'Europe/London',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Australia/Lord_Howe',
  ])(`equal the sums hour by hour in %s (seed ${SEED})`, async (zone) => {
    const hourly = new HourlyFiguresService(database.dataSource, sums);
    const spanMs = DAYS * 24 * HOUR_MS;
    const ranges = Array.from({ length: 40 }, (_, index) => {
      const grainMs = [HOUR_MS, 15 * MINUTE_MS, MINUTE_MS, 1][index % 4] ?? 1;
      const longestMs = index % 5 === 0 ? 2 * HOUR_MS : spanMs;
      const fromMs =
        FIRST - 5 * HOUR_MS + Math.floor((random() * (spanMs + 8 * HOUR_MS)) / grainMs) * grainMs;
      return {
        startMs: fromMs,
        endMs: fromMs + (1 + Math.floor((random() * longestMs) / grainMs)) * grainMs,
      };
    });
    for (const range of ranges) {
      const expected = await slowly(range.startMs, range.endMs, zone);
      expect([range, await hourly.figures(meters, range, zone)]).toEqual([range, expected]);
    }
  });

  it('count the clipped hours of a custom range in the total only', async () => {
    await database.dataSource.manager.update(PlatformConfigurationEntity, 1, { timezone: 'UTC' });
    const query = { period: 'custom', from: '2024-04-02T06:20Z', to: '2024-04-02T11:40Z' } as const;
    const expected = await slowly(Date.parse(query.from), Date.parse(query.to), 'UTC');
    const found = await stats.stats(query);
    expect(found.total).toBeCloseTo(expected.total ?? Number.NaN, 3);
    expect(found.avg).toBeCloseTo(expected.avg ?? Number.NaN, 3);
    expect(found.peakTime).toBe(new Date(expected.peakTimeMs ?? 0).toISOString());
  });
});

function sumKwh(hours: readonly Measured[]): number {
  return hours.reduce((total, { energyMwh }) => total + energyMwh, 0) / 1e6;
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
