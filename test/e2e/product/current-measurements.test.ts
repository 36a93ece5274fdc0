// Runs in the full check only: it replays years of measurements.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation } from './installation';
import { HOUR_MS, wholeMwh } from './measured-energy';
import {
  calendarOf,
  describeWithData,
  FILES,
  type Measurement,
  priceOf,
  publishedFactorOf,
  ratedSums,
  readMeasurements,
  statsOf,
  sumBy,
  type Tariff,
} from './real-measurements';

jest.setTimeout(120_000);

const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const ZONE = 'Europe/London';
const calendar = calendarOf(ZONE);

const tariff: Tariff = {
  currency: 'GBP',
  default: 0.1432,
  periods: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', pricePerKwh: 0.0875 }],
};

/** The last full hour before the test. */
const END_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** Published measurements of the winter of 2019, moved by whole weeks so that they end at the last full hour. */
function movedMeasurements(building: string): Measurement[] {
  const byMs = Math.floor((END_MS - Date.parse('2020-01-01T00:00Z')) / WEEK_MS) * WEEK_MS;
  const measured = readMeasurements(FILES.electricity, [building], 1_000_000n).get(building) ?? [];
  return measured
    .map(({ atMs, mwh }) => ({ atMs: atMs + byMs, mwh }))
    .filter(({ atMs }) => atMs >= END_MS - 70 * DAY_MS && atMs < END_MS);
}

const kwh = (mwh: bigint) => Number(mwh) / 1e6;

/** The statistics of a day that has no measurements yet. */
const NOTHING = { total: null, avg: null, peak: null, peakTime: null };

/** Returns the energy in kWh; null if nothing was measured. */
const total = (of: readonly Measurement[]): number | null => {
  const [sum] = sumBy(of, () => '');
  return sum ? kwh(sum.mwh) : null;
};

const rated = (of: readonly Measurement[], rateAt: (atMs: number) => bigint, places: number) =>
  ratedSums(of, () => '', rateAt, places)[0] ?? null;

/** Repeats the call if midnight passes while it runs. @returns the answer, and an instant on the day of the call */
async function withinOneDay<T>(call: () => Promise<T>): Promise<{ answer: T; nowMs: number }> {
  const nowMs = Date.now();
  const answer = await call();
  return calendar.day(Date.now()) === calendar.day(nowMs) ? { answer, nowMs } : withinOneDay(call);
}

describeWithData('measurements up to the current hour (skipped without TEST_DATA_DIR)', () => {
  const buildings = ['b0', 'b59'];
  let folder: string;
  let installation: Installation;
  let measured: Measurement[][];
  /** The measurements of all buildings in one list. */
  let site: Measurement[];

  beforeAll(async () => {
    measured = buildings.map(movedMeasurements);
    site = measured.flat();
    folder = mkdtempSync(join(tmpdir(), 'measurements-'));
    const file = join(folder, 'measurements.csv');
    const lines = (measured[0] ?? []).map(({ atMs }, index) =>
      [new Date(atMs).toISOString(), ...measured.map((one) => kwh(one[index]?.mwh ?? 0n))].join(','),
    );
    writeFileSync(file, [['time', ...buildings].join(','), ...lines].join('\n'));
    installation = await Installation.start({
      gatewayArgs: ['--replay', file, '--no-building'],
      environment: { PLATFORM_TIMEZONE: ZONE },
    });
    const { client } = installation;
    await client.configure({ tariffs: { electricity: tariff }, carbon: { region: 'GB' } });
    await client.putAreas([
      { name: 'Site' },
      ...buildings.map((building, index) => ({
        name: building,
        parentIndex: 0,
        meters: [
          {
            pointCode: building,
            kind: 'interval' as const,
            intervalSeconds: 3600,
            since: new Date(measured[index]?.[0]?.atMs ?? 0).toISOString(),
          },
        ],
      })),
    ]);
    await installation.waitFor(() => client.hasAllHistory(), { what: 'the history' });
  });
  afterAll(async () => {
    await installation.stop();
    rmSync(folder, { recursive: true });
  });

  /** Returns the measurements of the day, week or month that contains the instant. */
  const ofPeriod = (period: 'day' | 'week' | 'month', atMs: number, of = site) =>
    of.filter((one) => calendar[period](one.atMs) === calendar[period](atMs));

  it('the measurements match the energy, the emissions and the cost of the overview', async () => {
    const overview = await installation.client.overview();
    const nowMs = Date.parse(overview.updatedAt);
    const [today, month] = [ofPeriod('day', nowMs), ofPeriod('month', nowMs)];
    const factorAt = publishedFactorOf('electricity', calendar);
    expect(overview).toMatchObject({
      energyToday: total(today),
      energyMonth: total(month),
      carbonToday: rated(today, factorAt, 3),
      carbonMonth: rated(month, factorAt, 3),
      costMonth: rated(month, priceOf([tariff], calendar), 2),
    });
  });

  it('the measurements match the energy of each area', async () => {
    const { answer, nowMs } = await withinOneDay(() => installation.client.areas());
    const figures = [site, ...measured].map((of) => ({
      energyToday: total(ofPeriod('day', nowMs, of)),
      energyMonth: total(ofPeriod('month', nowMs, of)),
    }));
    expect(answer).toMatchObject(figures);
  });

  it.each([
    ['today', 'day'],
    ['thisWeek', 'week'],
    ['thisMonth', 'month'],
  ] as const)(
    'the total, the average and the peak of %s agree with the measurements',
    async (period, length) => {
      const query = { areaId: 1, period };
      const { answer, nowMs } = await withinOneDay(() => installation.client.stats(query));
      const hours = sumBy(ofPeriod(length, nowMs), calendar.hour);
      const { total: sum, avg, peak, peakTime } = hours.length === 0 ? NOTHING : statsOf(hours, hours);
      expect(answer).toMatchObject({ total: sum, avg, peak, peakTime });
    },
  );

  it.each([
    ['today', 'day', 'hour'],
    ['thisWeek', 'week', 'day'],
    ['thisMonth', 'month', 'day'],
  ] as const)('the chart of %s agrees with the measurements', async (period, length, interval) => {
    const { answer, nowMs } = await withinOneDay(() => installation.client.chart(period));
    const sums = sumBy(ofPeriod(length, nowMs), calendar[interval]);
    const current = answer.current.flatMap(({ value }) => (value === null ? [] : [wholeMwh(value)]));
    expect(current).toEqual(sums.map(({ mwh }) => mwh));
    const startMs = Date.parse(answer.current[0]?.timestamp ?? '');
    const beforeMs = ofPeriod(length, startMs - 1)[0]?.atMs ?? 0;
    expect(answer.previous[0]?.timestamp).toBe(new Date(beforeMs).toISOString());
    // The last bucket of the previous period is cut off at the current time of day and therefore incomplete, so it is
    // not compared.
    const previous = answer.previous.slice(0, -1).map(({ value }) => wholeMwh(value));
    const after = sumBy(
      site.filter(({ atMs }) => atMs >= beforeMs),
      calendar[interval],
    );
    expect(previous).toEqual(after.slice(0, previous.length).map(({ mwh }) => mwh));
  });
});
