// Runs in the full check only: it replays a year of measurements.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterDayEntity, MeterHourEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { ImportSite } from '../factories/import-site';
import { openDatabase, type TestDatabase } from '../harness';

const { TEST_DATA_DIR } = process.env;
const given = TEST_DATA_DIR ? it : it.skip; // There are no measurements of real buildings.
const HOUR_MS = 3_600_000;

/** Returns the lines of the first readings of a file. */
const linesOf = (path: string, count: number) =>
  gunzipSync(readFileSync(join(TEST_DATA_DIR ?? '', path)))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1, count + 1)
    .map((line) => line.replaceAll('"', '').split(','));

describe('imported measurements', () => {
  let database: TestDatabase;
  let site: ImportSite;
  let ids: Map<string, number>;

  beforeAll(async () => {
    database = await openDatabase();
    site = new ImportSite(database, new FixedClock(Date.parse('2026-06-01T00:00Z')));
    const { configuration, areas } = site.services();
    await configuration.ensure();
    const hourly = { kind: 'interval' as const, intervalSeconds: 3600 };
    const tenMinutes = { kind: 'interval' as const, intervalSeconds: 600, multiplier: 0.001 };
    const registers = { kind: 'cumulative' as const, intervalSeconds: 3600 };
    const set = await areas.replace(
      Actor.system('test'),
      ['GATEWAY', 'IMPORT'].map((origin) => ({
        name: origin,
        meters: [
          { pointCode: `${origin}.CAMBRIDGE`, ...hourly },
          { pointCode: `${origin}.REGISTER`, ...registers },
          { pointCode: `${origin}.UCI`, ...tenMinutes },
        ],
      })),
    );
    ids = new Map([...set.metersByArea.values()].flat().map(({ pointCode, id }) => [pointCode, id]));
  });
  afterAll(() => database.drop());

  async function expectSame(name: string, readings: { atMs: number; value: number }[], csv: string) {
    const intake = new ReadingIntakeService(database.dataSource, new RollupService());
    const [gatewayId, importId] = [ids.get(`GATEWAY.${name}`) ?? 0, ids.get(`IMPORT.${name}`) ?? 0];
    await intake.take(
      gatewayId,
      readings.map((reading) => ({ ...reading, quality: 0 })),
    );
    const row = await site.import(`IMPORT.${name}`, csv, { timezone: 'Etc/GMT-1' });
    expect(row).toMatchObject({ status: 'done', taken: readings.length, refusedCount: 0, duplicates: 0 });
    const { manager } = database.dataSource;
    const stored = async (meterId: number) => [
      (await manager.find(MeterHourEntity, { where: { meterId }, order: { hour: 'ASC' } })).map((hour) =>
        Object.assign(hour, { meterId: 0 }),
      ),
      (await manager.find(MeterDayEntity, { where: { meterId }, order: { startsAt: 'ASC' } })).map((day) =>
        Object.assign(day, { meterId: 0 }),
      ),
    ];
    const [imported, own] = [await stored(importId), await stored(gatewayId)];
    expect(imported[0]?.length).toBeGreaterThan(1000);
    expect(imported).toEqual(own);
  }

  given(
    'imported measurements of Cambridge give the same hourly and daily energy as measurements from the gateway, for an interval meter and for a register',
    async () => {
      const lines = linesOf('ucam-estates/ucam_electricity_kwh_hourly_2018_2020.csv.gz', 365 * 24);
      const readings = lines.map(([stamp = '', value]) => ({
        atMs: Date.parse(stamp),
        value: Number(value),
      }));
      const csv = lines.map(([stamp, value]) => `${stamp};${value}`).join('\r\n');
      await expectSame('CAMBRIDGE', readings, `timestamp;value\r\n${csv}`);
      let register = 0;
      const registers = readings.map(({ atMs, value }) => ({
        atMs: atMs + HOUR_MS,
        value: (register = Math.round((register + value) * 10) / 10),
      }));
      const newestFirst = registers
        .map(({ atMs, value }) => `${new Date(atMs).toISOString()}\t${value}`)
        .reverse();
      await expectSame('REGISTER', registers, newestFirst.join('\n'));
    },
    120_000,
  );

  given(
    'imported measurements of the UCI house give the same hourly and daily energy as measurements from the gateway',
    async () => {
      const lines = linesOf('uci-appliances/energydata_complete.csv.gz', 90 * 24 * 6);
      const readings = lines.map(([stamp = '', value]) => ({
        atMs: Date.parse(`${stamp.replace(' ', 'T')}+01:00`),
        value: Number(value),
      }));
      const csv = lines.map(([stamp, value]) => `"${stamp}","${value}"`).join('\n');
      await expectSame('UCI', readings, csv);
    },
    120_000,
  );
});
