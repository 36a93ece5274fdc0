import { join } from 'node:path';
import { Installation } from './installation';
import { HOUR_MS, wholeMwh } from './measured-energy';
import type { DetailsQuery, EnergyPoint, Meter } from './product-client';
import {
  calendarOf,
  type Measurement,
  type Measurements,
  readMeasurements,
  type Sum,
  sumBy,
} from './real-measurements';

jest.setTimeout(150_000);

const DAY_MS = 24 * HOUR_MS;
const folder = process.env.TEST_DATA_DIR;
const describeWithData = folder ? describe : describe.skip;
if (!folder) console.warn('Real measurements are not tested: TEST_DATA_DIR names no folder that holds them.');

const SMALL = process.env.TEST_PROFILE === 'mariadb';

/** What the service says of one area, in the form of what was computed here. */
function sumsOf(points: readonly EnergyPoint[], areaId: number): Pick<Sum, 'fromMs' | 'mwh'>[] {
  return points
    .filter((point) => point.areaId === areaId)
    .map(({ timestamp, value }) => ({ fromMs: Date.parse(timestamp), mwh: wholeMwh(value) }));
}

const withoutCount = (sums: readonly Sum[]) => sums.map(({ fromMs, mwh }) => ({ fromMs, mwh }));

const kwh = (measured: readonly Measurement[]) =>
  Number(measured.reduce((sum, { mwh }) => sum + mwh, 0n)) / 1e6;

/** One area per column of a file, in the file's order, with ids from 1 on. The installation must be new. */
async function takeIn(
  installation: Installation,
  columns: readonly string[],
  settings: (column: string) => Partial<Meter>,
): Promise<void> {
  const { client } = installation;
  await client.putAreas(
    columns.map((column) => ({
      name: `Building ${column}`,
      meters: [{ pointCode: column, kind: 'interval', ...settings(column) }],
    })),
  );
  await installation.waitFor(() => client.hasAllHistory(), {
    timeoutMs: 120_000,
    what: 'the whole of the history',
  });
}

describeWithData(
  'thirteen university buildings, hourly over three years (skipped without TEST_DATA_DIR)',
  () => {
    const file = join(folder ?? '', 'ucam-estates', 'ucam_electricity_kwh_hourly_2018_2020.csv.gz');
    const all = ['b0', 'b2', 'b27', 'b31', 'b33', 'b35', 'b40', 'b58', 'b59', 'b64', 'b105', 'b109', 'b111'];
    const columns = SMALL ? all.slice(8, 10) : all;
    const range = { from: '2018-01-01', to: '2021-01-01' };
    const calendar = calendarOf('Europe/London');
    let measurements: Measurements;
    let installation: Installation;

    beforeAll(async () => {
      measurements = readMeasurements(file, columns, 1_000_000n);
      installation = await Installation.start({
        gatewayArgs: ['--replay', file, '--no-building'],
        environment: { PLATFORM_TIMEZONE: 'Europe/London' },
      });
      await takeIn(installation, columns, () => ({ since: '2018-01-01', intervalSeconds: 3600 }));
    });
    afterAll(() => installation.stop());

    const details = (query: Omit<DetailsQuery, 'from' | 'to'> & Partial<DetailsQuery>) =>
      installation.client.details({ ...range, ...query });

    function expectToAgree(points: readonly EnergyPoint[], bucketOf: (atMs: number) => string): void {
      for (const [index, column] of columns.entries()) {
        const expected = withoutCount(sumBy(measurements.get(column) ?? [], bucketOf));
        expect({ column, sums: sumsOf(points, index + 1) }).toEqual({ column, sums: expected });
      }
      expect(points.filter(({ estimated }) => estimated)).toEqual([]);
    }

    it('have the energy that was published, day by day', async () => {
      const points = await details({ interval: 'day' });
      expect(points).toHaveLength(columns.length * 1096);
      expectToAgree(points, calendar.day);
      expect(points.filter(({ coverage }) => coverage !== 1)).toEqual([]);
    });

    it('have the energy that was published, week by week from Monday', async () => {
      const points = await details({ interval: 'week' });
      expectToAgree(points, calendar.week);
      // The range ends on a Friday.
      const partly = points.filter(({ coverage }) => coverage !== 1);
      expect(partly).toHaveLength(columns.length);
      for (const { timestamp, coverage } of partly) {
        expect([timestamp, coverage]).toEqual(['2020-12-28T00:00:00.000Z', 4 / 7]);
      }
    });

    it('have the energy that was published, month by month', async () => {
      const points = await details({ interval: 'month' });
      expect(points).toHaveLength(columns.length * 36);
      expectToAgree(points, calendar.month);
      expect(points.filter(({ coverage }) => coverage !== 1)).toEqual([]);
    });

    it.each([
      ['2018-03-25', 23],
      ['2018-10-28', 25],
      ['2019-03-31', 23],
      ['2019-10-27', 25],
      ['2020-03-29', 23],
      ['2020-10-25', 25],
    ])('have %s with %d hours, and the hours of the weeks around it', async (date, count) => {
      const noonMs = Date.parse(`${date}T12:00:00Z`);
      const [from, to] = [noonMs - 7 * DAY_MS, noonMs + 7 * DAY_MS];
      const hours = await details({
        interval: 'hour',
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      });
      const days = await details({ interval: 'day', from: date, to: nextDate(date) });
      for (const [index, column] of columns.entries()) {
        const measured = measurements.get(column) ?? [];
        expect(sumsOf(hours, index + 1)).toEqual(
          measured
            .filter(({ atMs }) => atMs >= from && atMs < to)
            .map(({ atMs, mwh }) => ({ fromMs: atMs, mwh })),
        );
        const [day] = sumBy(
          measured.filter(({ atMs }) => calendar.day(atMs) === date),
          calendar.day,
        );
        expect(day?.count).toBe(count);
        expect(sumsOf(days, index + 1)).toEqual([{ fromMs: day?.fromMs, mwh: day?.mwh }]);
      }
    });

    it('have the key figures of a year, beside those of the year before', async () => {
      for (const [index, column] of columns.entries()) {
        const [of2018 = [], of2019 = []] = ['2018', '2019'].map((year) =>
          (measurements.get(column) ?? []).filter(({ atMs }) => calendar.day(atMs).startsWith(year)),
        );
        const stats = await installation.client.stats({
          areaId: index + 1,
          period: 'custom',
          from: '2019-01-01',
          to: '2020-01-01',
        });
        const peak = of2019.reduce((best, hour) => (hour.mwh > best.mwh ? hour : best));
        expect(stats).toMatchObject({
          total: kwh(of2019),
          peak: kwh([peak]),
          peakTime: new Date(peak.atMs).toISOString(),
        });
        expect(stats.avg).toBeCloseTo(kwh(of2019) / 8760, 2);
        expect(stats.comparedToLastPeriod.total).toBeCloseTo((kwh(of2019) / kwh(of2018) - 1) * 100, 1);
      }
    });
  },
);

describeWithData(
  'a house, every ten minutes, in a zone of half an hour (skipped without TEST_DATA_DIR)',
  () => {
    const file = join(folder ?? '', 'uci-appliances', 'energydata_complete.csv.gz');
    const lengthMs = 600_000;
    /** One meter is taken to stamp the starts of its intervals, the other the ends. */
    const meters = [
      { column: 'Appliances', stampedAt: 'start' as const, beginsMs: 0 },
      { column: 'lights', stampedAt: 'end' as const, beginsMs: -lengthMs },
    ];
    const columns = meters.map(({ column }) => column);
    const calendar = calendarOf('Asia/Kolkata');
    let measurements: Measurements;
    let installation: Installation;

    beforeAll(async () => {
      measurements = readMeasurements(file, columns, 1000n);
      installation = await Installation.start({
        gatewayArgs: ['--replay', file, '--no-building'],
        environment: { PLATFORM_TIMEZONE: 'Asia/Kolkata' },
      });
      await takeIn(installation, columns, (column) => ({
        since: '2016-01-11',
        intervalSeconds: lengthMs / 1000,
        multiplier: 0.001,
        stampedAt: meters.find((meter) => meter.column === column)?.stampedAt,
      }));
    });
    afterAll(() => installation.stop());

    it.each(['day', 'week', 'month'] as const)(
      'has the energy that was published by %s',
      async (interval) => {
        const points = await installation.client.details({ from: '2016-01-11', to: '2016-05-28', interval });
        for (const [index, { column, beginsMs }] of meters.entries()) {
          const measured = (measurements.get(column) ?? []).map(({ atMs, mwh }) => ({
            atMs: atMs + beginsMs,
            mwh,
          }));
          const expected = withoutCount(sumBy(measured, calendar[interval]));
          const sums = sumsOf(points, index + 1);
          expect(sums.map(({ mwh }) => mwh)).toEqual(expected.map(({ mwh }) => mwh));
          // The first of them begins before there is anything measured.
          expect(sums.slice(1)).toEqual(expected.slice(1));
        }
        expect(points.filter(({ estimated }) => estimated)).toEqual([]);
      },
    );
  },
);

function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
