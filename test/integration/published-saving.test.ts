import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  AreasService,
  BaselineSavingsService,
  BaselinesService,
  MeteringModule,
  OutdoorTemperatureService,
} from '@app/domain';
import {
  baselineDays,
  fitBaseline,
  profileHours,
  ReadingIntakeService,
  RollupService,
  savingsOf,
} from '@app/domain/testing';
import { MeterEntity } from '@app/entities';
import { Actor, Clock, FixedClock } from '@app/kernel';
import { Test } from '@nestjs/testing';
import { processModules } from '../factories/process-modules';
import { openDatabase, testEnvironment } from '../harness';

const { TEST_DATA_DIR } = process.env;
const describeWithData = TEST_DATA_DIR ? describe : describe.skip; // There are no published measurements.
const HOUR_MS = 3_600_000;
const ACTOR = Actor.system('test');
const ZONE = 'Etc/GMT+6';
const METHODS = ['dailyChangePoint', 'hourlyTimeOfWeek'] as const;
/** The unit test of the published measurements compares all buildings. */
const NAME = 'il-electricity-cdd-hdd';
const BEFORE = { from: '2015-11-22', to: '2016-12-26' };
const AFTER = { from: '2017-01-04', to: '2018-02-08' };

const read = (name: string) => readFileSync(join(TEST_DATA_DIR ?? '', 'opendsm-samples', name));
/** Returns the values of a file by instant. */
function valuesOf(name: string): (ms: number) => number {
  const [, ...lines] = gunzipSync(read(name)).toString('utf8').trim().split('\n');
  const values = new Map(lines.map((line) => [Date.parse(line.slice(0, 25)), Number(line.slice(26))]));
  return (ms) => values.get(ms) ?? Number.NaN;
}
const atMs = (date: string) => Date.parse(`${date}T00:00-06:00`);
const startsOf = ({ from, to }: typeof BEFORE) =>
  Array.from({ length: (atMs(to) - atMs(from)) / HOUR_MS }, (_, hour) => atMs(from) + hour * HOUR_MS);

describeWithData('a simulated building (skipped without TEST_DATA_DIR)', () => {
  it('has its published saving in the database, and the fits of the published values', async () => {
    const fahrenheitAt = valuesOf(`${NAME}-tempF.csv.gz`);
    const celsiusAt = (ms: number) => ((fahrenheitAt(ms) - 32) * 5) / 9;
    const energyAt = valuesOf(`${NAME}-hourly.csv.gz`);
    const database = await openDatabase();
    const { url: DATABASE_URL, queueUrl: QUEUE_URL, dataSource } = database;
    const environment = testEnvironment({ DATABASE_URL, QUEUE_URL, PLATFORM_TIMEZONE: ZONE });
    const imports = [...processModules(environment), MeteringModule];
    // The history of a temperature point begins two years before this instant.
    const clock = new FixedClock(atMs('2017-11-01'));
    const module = await Test.createTestingModule({ imports })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    try {
      await module.init();
      const meter = {
        pointCode: 'METER',
        kind: 'interval',
        intervalSeconds: 3600,
        since: BEFORE.from,
      } as const;
      await module.get(AreasService).replace(ACTOR, [{ name: NAME, meters: [meter] }]);
      const weather = { location: null, temperaturePointCode: 'OUTSIDE' };
      await module.get(OutdoorTemperatureService).change(ACTOR, { weather });
      const intake = new ReadingIntakeService(dataSource, new RollupService());
      const take = async (
        pointCode: string,
        instants: readonly number[],
        valueAt: (ms: number) => number,
      ) => {
        const { id } = await dataSource.manager.findOneByOrFail(MeterEntity, { pointCode });
        await intake.take(
          id,
          instants.map((ms) => ({ atMs: ms, value: valueAt(ms), quality: 0 })),
        );
      };
      for (const period of [BEFORE, AFTER]) {
        const starts = startsOf(period);
        await take('METER', starts, energyAt);
        await take('OUTSIDE', [...starts, atMs(period.to)], celsiusAt);
      }
      const savings = module.get(BaselineSavingsService);
      const [before, after] = [BEFORE, AFTER].map((period) => daysOf(period, energyAt, celsiusAt));
      for (const method of METHODS) {
        const input = { name: NAME, method, areaId: 1, ...BEFORE, reportingFrom: AFTER.from };
        const { id } = await module.get(BaselinesService).create(ACTOR, input);
        const { fit } = await savings.fitted(id);
        const { saving } = await savings.savings(id, { ...AFTER, interval: 'range' });
        const published = fitBaseline(method, before ?? []);
        if (!('model' in published)) throw new Error(`There is no fit: ${published.missing.code}.`);
        const range = { startMs: atMs(AFTER.from), endMs: atMs(AFTER.to) };
        const expected = savingsOf(published, [range], after ?? []).saving;
        for (const side of ['heatingBalanceC', 'coolingBalanceC'] as const)
          expect(fit?.model[side] ?? 0).toBeCloseTo(published.model[side] ?? 0, 2);
        const percent = saving?.percent ?? Number.NaN;
        expect(percent).toBeCloseTo(expected?.percent ?? Number.NaN, 1);
        const band = (percent * (saving?.uncertaintyPercent ?? Number.NaN)) / 100;
        expect(Math.abs(percent - publishedPercent())).toBeLessThan(Math.min(1.5, band));
      }
    } finally {
      await module.close();
      await database.drop();
    }
  }, 120_000);
});

/** The days of the published values. The temperature of an hour is the mean of its ends. */
function daysOf(
  period: typeof BEFORE,
  energyAt: (ms: number) => number,
  celsiusAt: (ms: number) => number,
): ReturnType<typeof baselineDays> {
  const hours = startsOf(period).map((startMs) => ({ startMs, endMs: startMs + HOUR_MS }));
  const sums = hours.map(({ startMs }) => {
    return { energyMwh: Math.round(energyAt(startMs) * 1e6), coveredMs: HOUR_MS, estimated: false };
  });
  const means = hours.map(({ startMs, endMs }) => (celsiusAt(startMs) + celsiusAt(endMs)) / 2);
  return baselineDays(hours, profileHours(hours, sums, ZONE), means, []);
}

function publishedPercent(): number {
  const metadata = JSON.parse(read('metadata.json').toString()) as Record<string, Record<string, number>>;
  const loads = metadata[`${NAME}-hourly`] ?? {};
  return 100 * (1 - Number(loads.annual_reporting_total_load) / Number(loads.annual_baseline_total_load));
}
