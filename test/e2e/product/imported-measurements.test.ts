// Runs in the full check only: it replays months of measurements.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation } from './installation';
import { HOUR_MS, millionths, wholeMwh } from './measured-energy';
import type { ImportOptions, Meter } from './product-client';
import {
  calendarOf,
  describeWithData,
  FILES,
  halvesOf,
  type Measurement,
  priceOf,
  publishedFactorOf,
  ratedSums,
  readMeasurements,
  statsOf,
  sumBy,
  type Tariff,
  textOf,
  within,
} from './real-measurements';

jest.setTimeout(150_000);

const ZONE = 'Europe/London';
const calendar = calendarOf(ZONE);
const TEN_MINUTES_MS = 600_000;

const NAMES = ['electricity', 'gas', 'register', 'lights'] as const;

/** Measurements of two meters. One meter reads them from the gateway, the other gets them from an imported file. */
interface Series {
  name: (typeof NAMES)[number];
  energyType: 'electricity' | 'gas';
  settings: Partial<Meter>;
  /** The readings in the unit of the meters. */
  readings: Reading[];
  /** The energy of each interval, with the start of the interval. */
  measured: Measurement[];
  lengthMs: number;
  file: ReadingsFile;
  season: typeof WINTER;
}

interface Reading {
  atMs: number;
  value: string;
}

interface ReadingsFile {
  text: string;
  as: 'body' | 'form';
  options: Omit<ImportOptions, 'pointCode'>;
}

/** The part of the buildings' measurements that is used. The emission factors change within it. */
const WINTER = {
  from: '2018-10-21',
  to: '2019-01-14',
  /** Ranges for statistics, with their numbers of hours. The preceding range of the same length is measured, too. */
  periods: [
    ['2018-12-01', '2019-01-01', 744],
    ['2018-10-28', '2018-10-29', 25],
  ] as [string, string, number][],
  /** A day on which the clocks change. */
  changedDay: ['2018-10-28', '2018-10-29'] as [string, string],
};
/** The part of the house's measurements that is used. */
const SPRING: typeof WINTER = {
  from: '2016-01-30',
  to: '2016-04-04',
  periods: [
    ['2016-03-01', '2016-04-01', 743],
    ['2016-03-27', '2016-03-28', 23],
  ],
  changedDay: ['2016-03-27', '2016-03-28'],
};

const tariff: Tariff = {
  currency: 'GBP',
  default: 0.1432,
  periods: [
    { days: [6, 7], from: '01:30', to: '04:30', pricePerKwh: 0.0511 },
    { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', pricePerKwh: 0.0875 },
  ],
};

const kwhText = (mwh: bigint) => `${mwh / 1_000_000n}.${String(mwh % 1_000_000n).padStart(6, '0')}`;
const utc = (atMs: number) => new Date(atMs).toISOString();

/** Returns the local time without an offset, as many meters write it. */
function localText(atMs: number): string {
  const { date, minute } = calendar.local(atMs);
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${date} ${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function buildingSeries(): Series[] {
  const electricity = readWinter(FILES.electricity, 'b59');
  const gas = readWinter(FILES.gas, 'b0');
  const registers = registerOf(electricity);
  const common = { lengthMs: HOUR_MS, season: WINTER };
  const settings = { kind: 'interval', intervalSeconds: 3600 } as const;
  return [
    {
      ...common,
      name: 'electricity',
      energyType: 'electricity',
      settings,
      readings: readingsOf(electricity),
      measured: electricity,
      file: { text: localFile(electricity), as: 'body', options: {} },
    },
    {
      ...common,
      name: 'gas',
      energyType: 'gas',
      settings,
      readings: readingsOf(gas),
      measured: gas,
      file: { text: newestFirstFile(gas), as: 'form', options: { decimal: ',' } },
    },
    {
      ...common,
      name: 'register',
      energyType: 'electricity',
      settings: { kind: 'cumulative', intervalSeconds: 3600 },
      readings: registers,
      measured: electricity,
      file: {
        text: registers.map(({ atMs, value }) => `${utc(atMs)}\t${value}`).join('\n'),
        as: 'body',
        options: {},
      },
    },
  ];
}

function readWinter(file: string, column: string): Measurement[] {
  const measured = readMeasurements(file, [column], 1_000_000n).get(column) ?? [];
  return measured.filter(({ atMs }) => {
    const date = calendar.day(atMs);
    return date >= WINTER.from && date < WINTER.to;
  });
}

const readingsOf = (measured: readonly Measurement[]): Reading[] =>
  measured.map(({ atMs, mwh }) => ({ atMs, value: kwhText(mwh) }));

/**
 * Returns a file with local times. In autumn, one local hour occurs twice. Only the order of the lines shows which
 * occurrence a line belongs to.
 */
function localFile(measured: readonly Measurement[]): string {
  const lines = measured.map(({ atMs, mwh }) => `${localText(atMs)},${kwhText(mwh)}`);
  return ['timestamp,value', ...lines].join('\r\n');
}

/** Returns a file with decimal commas, the columns in reverse order and the newest reading first. */
function newestFirstFile(measured: readonly Measurement[]): string {
  const lines = measured.map(({ atMs, mwh }) => `${kwhText(mwh).replace('.', ',')};${utc(atMs)}`);
  return ['value;timestamp', ...lines.toReversed()].join('\n');
}

/** Returns the readings of a register that stood at 1000 kWh before the measurements. */
function registerOf(measured: readonly Measurement[]): Reading[] {
  let state = 1_000_000_000n;
  return [
    { atMs: measured[0]?.atMs ?? 0, value: kwhText(state) },
    ...measured.map(({ atMs, mwh }) => ({ atMs: atMs + HOUR_MS, value: kwhText((state += mwh)) })),
  ];
}

/**
 * Returns the series of a meter that stamps its intervals at their ends. The imported file is a part of the published
 * one, with other names in its header.
 */
function houseSeries(): Series {
  const [header = '', ...lines] = textOf(FILES.house).trim().split('\n');
  const rows = lines.filter((line) => line >= `"${SPRING.from}` && line < `"${SPRING.to}`);
  const names = header.replace('"date"', '"timestamp"').replace('"lights"', '"value"');
  const inSpring = ({ atMs }: { atMs: number }) =>
    atMs >= Date.parse(`${SPRING.from}T00:00:00+01:00`) && atMs < Date.parse(`${SPRING.to}T00:00:00+01:00`);
  const stamped = (readMeasurements(FILES.house, ['lights'], 1000n, '+01:00').get('lights') ?? []).filter(
    inSpring,
  );
  return {
    name: 'lights',
    energyType: 'electricity',
    lengthMs: TEN_MINUTES_MS,
    season: { ...SPRING, from: '2016-01-31', to: '2016-04-03' },
    settings: { kind: 'interval', intervalSeconds: 600, multiplier: 0.001, stampedAt: 'end' },
    readings: stamped.map(({ atMs, mwh }) => ({ atMs, value: String(mwh / 1000n) })),
    measured: stamped.map(({ atMs, mwh }) => ({ atMs: atMs - TEN_MINUTES_MS, mwh })),
    file: { text: [names, ...rows].join('\n'), as: 'body', options: { timezone: 'Etc/GMT-1' } },
  };
}

/** Returns a file for the gateway with one column for each series. */
function gatewayFile(columns: readonly Series[]): string {
  const rows = new Map<number, string[]>();
  for (const [index, { readings }] of columns.entries()) {
    for (const { atMs, value } of readings) {
      const row = rows.get(atMs) ?? columns.map(() => '');
      row[index] = value;
      rows.set(atMs, row);
    }
  }
  const lines = [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([atMs, values]) => [utc(atMs), ...values].join(','));
  return [['time', ...columns.map(({ name }) => `GATEWAY.${name}`)].join(','), ...lines].join('\n');
}

describeWithData('measurements from the gateway and from imports (skipped without TEST_DATA_DIR)', () => {
  let folder: string;
  let installation: Installation;
  let series: Series[];
  let importIds: number[];

  beforeAll(async () => {
    series = [...buildingSeries(), houseSeries()];
    folder = mkdtempSync(join(tmpdir(), 'measurements-'));
    const file = join(folder, 'measurements.csv');
    writeFileSync(file, gatewayFile(series));
    installation = await Installation.start({
      gatewayArgs: ['--replay', file, '--no-building'],
      environment: { PLATFORM_TIMEZONE: ZONE, READING_RETENTION_DAYS: 36_500 },
    });
    const { client } = installation;
    await client.configure({ tariffs: { electricity: tariff, gas: tariff }, carbon: { region: 'GB' } });
    await client.putAreas(
      series.flatMap(({ name, energyType, settings, readings }) => [
        {
          name: `${name} by the gateway`,
          meters: [
            { pointCode: `GATEWAY.${name}`, energyType, since: utc(readings[0]?.atMs ?? 0), ...settings },
          ],
        },
        { name: `${name} by import`, meters: [{ pointCode: `IMPORT.${name}`, energyType, ...settings }] },
      ]),
    );
    importIds = await Promise.all(
      series.map(({ name, file: { text, as, options } }) =>
        client.importReadings({ pointCode: `IMPORT.${name}`, ...options }, text, as),
      ),
    );
    await installation.waitFor(
      async () => {
        const imports = await Promise.all(importIds.map((id) => client.readingImport(id)));
        return imports.every(({ status }) => status !== 'running') && client.hasAllHistory();
      },
      { timeoutMs: 120_000, what: 'the history of the gateway and the imports' },
    );
  });
  afterAll(async () => {
    await installation.stop();
    rmSync(folder, { recursive: true });
  });

  describe.each(NAMES)('series "%s"', (name) => {
    const index = NAMES.indexOf(name);
    const [byGateway, byImport] = [2 * index + 1, 2 * index + 2];
    const ofName = () => series.find((one) => one.name === name) as Series;

    it('all measurements are imported', async () => {
      const { readings } = ofName();
      expect(await installation.client.readingImport(importIds[index] ?? 0)).toMatchObject({
        status: 'done',
        error: null,
        taken: readings.length,
        duplicates: 0,
        refusedCount: 0,
        from: utc(readings.at(0)?.atMs ?? 0),
        to: utc(readings.at(-1)?.atMs ?? 0),
      });
    });

    it('imported measurements have the same timestamps as the measurements from the gateway', async () => {
      const { readings, file } = ofName();
      const options = { pointCode: `GATEWAY.${name}`, ...file.options };
      expect(await installation.client.previewImport(options, file.text)).toMatchObject({
        taken: 0,
        duplicates: readings.length,
        refusedCount: 0,
      });
    });

    /** Gets a figure for both meters, and checks that the answers differ only in the area. @returns the values */
    async function agreedValues(
      figure: 'details' | 'costs' | 'emissions',
      interval: 'hour' | 'day' | 'week' | 'month',
    ): Promise<(number | null)[]> {
      const { client } = installation;
      const { energyType, season } = ofName();
      const [gateway, imported] = await Promise.all(
        [byGateway, byImport].map(async (areaId) => {
          const query = { areaId, energyType, interval, from: season.from, to: season.to };
          const points = await (figure === 'details' ? client.details(query) : client.rated(figure, query));
          expect(points.filter((point) => point.areaId !== areaId)).toEqual([]);
          return points.map((point) => ({ ...point, areaId: undefined }));
        }),
      );
      expect(imported).toEqual(gateway);
      return (imported ?? []).map(({ value }) => value);
    }

    const inSeason = () => {
      const { measured, season } = ofName();
      return measured.filter(({ atMs }) => {
        const date = calendar.day(atMs);
        return date >= season.from && date < season.to;
      });
    };

    it.each(['hour', 'day', 'week', 'month'] as const)(
      'the energy per %s equals the published energy',
      async (interval) => {
        const values = await agreedValues('details', interval);
        expect(values.map(wholeMwh)).toEqual(sumBy(inSeason(), calendar[interval]).map(({ mwh }) => mwh));
      },
    );

    it.each(['hour', 'day', 'week', 'month'] as const)(
      'the costs and emissions per %s are those of the published energy',
      async (interval) => {
        const { energyType, lengthMs } = ofName();
        const bucketOf = calendar[interval];
        const priced = ratedSums(halvesOf(inSeason(), lengthMs), bucketOf, priceOf([tariff], calendar), 2);
        expect(await agreedValues('costs', interval)).toEqual(priced);
        const factorAt = publishedFactorOf(energyType, calendar);
        expect(await agreedValues('emissions', interval)).toEqual(
          ratedSums(inSeason(), bucketOf, factorAt, 3),
        );
      },
    );

    it('the statistics have the same average and peak for the gateway and for the import', async () => {
      const { energyType, measured, season } = ofName();
      for (const [from, to, count] of season.periods) {
        const hours = sumBy(
          measured.filter(({ atMs }) => calendar.day(atMs) >= from && calendar.day(atMs) < to),
          calendar.hour,
        );
        expect(hours).toHaveLength(count);
        const startMs = hours[0]?.fromMs ?? 0;
        const before = sumBy(within(measured, startMs - count * HOUR_MS, startMs), calendar.hour);
        for (const areaId of [byGateway, byImport]) {
          const query = { areaId, energyType, period: 'custom', from, to } as const;
          expect(await installation.client.stats(query)).toEqual(statsOf(hours, before));
        }
      }
    });

    it("the explanation of a day's energy lists the measurements of the day as its readings", async () => {
      const { energyType, readings, measured, season } = ofName();
      const [from, to] = season.changedDay;
      const isOfDay = ({ atMs }: { atMs: number }) => calendar.day(atMs) === from;
      const [day] = sumBy(measured.filter(isOfDay), calendar.day);
      const expected = readings.filter(isOfDay).map(({ atMs, value }) => [utc(atMs), Number(value)]);
      for (const [areaId, code, importId] of [
        [byGateway, `GATEWAY.${name}`, null],
        [byImport, `IMPORT.${name}`, importIds[index]],
      ] as const) {
        const { value, meters } = await installation.client.explain({ areaId, energyType, from, to });
        const [meter] = meters;
        expect([wholeMwh(value), meters.length, meter?.pointCode]).toEqual([day?.mwh, 1, code]);
        expect(meter?.share).toBe(value);
        const shown = (meter?.readings ?? []).filter(({ timestamp }) =>
          isOfDay({ atMs: Date.parse(timestamp) }),
        );
        expect(shown.map((reading) => [reading.timestamp, reading.value])).toEqual(expected);
        expect(new Set(shown.map((reading) => reading.importId))).toEqual(new Set([importId]));
      }
    });

    it('the explanation of a day lists its prices and its emission factor', async () => {
      const { client } = installation;
      const { energyType, measured, lengthMs, season } = ofName();
      const [from, to] = season.changedDay;
      const day = measured.filter(({ atMs }) => calendar.day(atMs) === from);
      const halves = halvesOf(day, lengthMs);
      const priceAt = priceOf([tariff], calendar);
      const factorAt = publishedFactorOf(energyType, calendar);
      const prices = [tariff.default, 0.0511].map((price) => {
        const atPrice = halves.filter(({ atMs }) => priceAt(atMs) === millionths(price));
        return [price, sumBy(atPrice, calendar.day)[0]?.mwh];
      });
      for (const areaId of [byGateway, byImport]) {
        const query = { areaId, energyType, from, to };
        const costs = await client.explain({ ...query, metric: 'cost' });
        expect(costs.value).toBe(ratedSums(halves, calendar.day, priceAt, 2)[0]);
        const shown = (costs.price ?? []).map(({ price, energy }) => [price, wholeMwh(energy)]);
        expect(shown.toSorted(([one], [other]) => Number(other) - Number(one))).toEqual(prices);
        const emissions = await client.explain({ ...query, metric: 'emissions' });
        const amount = ratedSums(day, calendar.day, factorAt, 3)[0];
        expect(emissions.value).toBe(amount);
        expect(emissions.factor).toMatchObject([
          { factor: Number(factorAt(day[0]?.atMs ?? 0)) / 1e6, emissions: amount },
        ]);
      }
    });
  });
});
