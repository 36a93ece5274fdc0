import { MeterEntity, MeterHourEntity, ReadingEntity } from '@app/entities';
import { OutdoorTemperatureService } from '@app/domain';
import {
  EnergyScopeService,
  EnergySumsService,
  MetersService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import { Actor, FixedClock, say } from '@app/kernel';
import { ImportSite } from '../factories/import-site';
import { putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.parse('2026-06-01T00:00Z');
const never = new AbortController().signal;
const iso = (ms: number) => new Date(ms).toISOString();
const start = Date.parse('2026-01-01T00:00Z');
const linesOf = (count: number, value = 1) =>
  Array.from({ length: count }, (_, hour) => `${iso(start + hour * HOUR_MS)},${value}\n`).join('');

describe('imports of readings', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let site: ImportSite;
  let meterId: number;

  beforeAll(async () => {
    database = await openDatabase();
    site = new ImportSite(database, clock);
    await site.services().configuration.ensure();
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    const { areas, upkeep } = site.services();
    await putOneArea(areas, { meters: [] });
    if (meterId) await upkeep.remove(meterId, never);
    const meter = { pointCode: 'M', kind: 'interval' as const, intervalSeconds: 3600, since: '2026-05-01' };
    [{ id: meterId } = { id: 0 }] = await putOneArea(areas, { meters: [meter] });
  });

  const hours = async (): Promise<Map<string, number>> => {
    const rows = await database.dataSource.manager.find(MeterHourEntity, {
      where: { meterId },
      order: { hour: 'ASC' },
    });
    return new Map(
      rows.map(({ hour, energy0, energy1, energy2, energy3 }) => [
        hour.toISOString(),
        ((energy0 ?? 0) + (energy1 ?? 0) + (energy2 ?? 0) + (energy3 ?? 0)) / 1e6,
      ]),
    );
  };
  const readings = () => database.dataSource.manager.countBy(ReadingEntity, { meterId });
  const gateway = (atMs: number, value: number | null, quality = 0) =>
    new ReadingIntakeService(database.dataSource, new RollupService()).take(meterId, [
      { atMs, value, quality },
    ]);

  it('imports store each reading once, and report lines that are not readings', async () => {
    const text =
      'timestamp;value\n2026-01-01T00:00Z;1,5\n2026-01-01T00:00Z;9\nyesterday;3\n2026-01-01T01:00Z;\n2026-01-01T02:00+01:00;2\n';
    const row = await site.import('M', text, { decimal: ',' });
    expect(row).toMatchObject({
      status: 'done',
      taken: 2,
      duplicates: 1,
      refusedCount: 2,
      refused: [
        { line: 4, message: expect.stringContaining('yesterday') as string },
        { line: 5, message: 'The line has no value.' },
      ],
      firstAt: new Date('2026-01-01T00:00Z'),
      lastAt: new Date('2026-01-01T01:00Z'),
      file: null,
    });
    expect(site.files.files.size).toBe(0);
    expect(await hours()).toEqual(
      new Map([
        ['2026-01-01T00:00:00.000Z', 1.5],
        ['2026-01-01T01:00:00.000Z', 2],
      ]),
    );
  });

  it('imports of the outdoor temperature give the degree days of the past', async () => {
    const { dataSource } = database;
    const { areas, configuration } = site.services();
    const scopes = new EnergyScopeService(areas, configuration, testEnvironment());
    const outdoor = new OutdoorTemperatureService(
      configuration,
      new MetersService(dataSource),
      scopes,
      new EnergySumsService(dataSource),
      clock,
    );
    await outdoor.change(Actor.system('test'), { weather: { temperaturePointCode: 'OUTSIDE' } });
    // 3 °C until noon, and 13 °C from 13:00 on.
    const degrees = Array.from({ length: 25 }, (_, hour) => (hour <= 12 ? 3 : 13));
    const lines = degrees.map((value, hour) => `${iso(start + hour * HOUR_MS)},${value}\n`);
    expect(await site.import('OUTSIDE', lines.join(''))).toMatchObject({ status: 'done', taken: 25 });
    const day = { from: iso(start), to: iso(start + 24 * HOUR_MS), interval: 'day' } as const;
    const heating = { ...day, kind: 'heating', method: 'hours', baseC: 15 } as const;
    // Twelve hours with 12 degrees, one with 7, and eleven with 2.
    expect(await outdoor.degreeDays(heating)).toMatchObject([{ value: 7.208, coverage: 1 }]);
  });

  it('a list of imports has the first 20 refused lines of each, also if it has many long ones', async () => {
    const control = '\u0001'.repeat(50);
    const ids = [];
    for (const lines of [['yesterday,1'], Array.from({ length: 1100 }, () => `${control},1`)])
      ids.unshift((await site.import('M', ['timestamp,value', ...lines, ''].join('\n'))).id);
    const { imports } = site.services();
    const { items } = await imports.list({ page: 1, limit: 2 });
    expect(items.map(({ id, refused }) => [id, refused.length])).toEqual([
      [ids[0], 20],
      [ids[1], 1],
    ]);
    for (const { id, refused } of items)
      expect((await imports.find(id)).refused.slice(0, 20)).toEqual(refused);
  });

  it('imports store the format of their file, and resume with it', async () => {
    const text = 'Datum;Verbrauch [kWh]\n01.02.2026 01:00;1,5\n01.02.2026 02:00;2\n';
    const row = await site.import('M', text, { timezone: 'Europe/Berlin' });
    expect(row).toMatchObject({ status: 'done', taken: 2, dateFormat: 'dmy', decimalComma: true });
    expect([...(await hours())]).toEqual([
      ['2026-02-01T00:00:00.000Z', 1.5],
      ['2026-02-01T01:00:00.000Z', 2],
    ]);
  });

  it('imports take Green Button XML', async () => {
    const type = '<ReadingType><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType>';
    const block = `<IntervalBlock>${intervalReading(start / 1000, 1500)}${intervalReading(start / 1000 + 3600, 250)}</IntervalBlock>`;
    const row = await site.import('M', `<feed>${type}${block}</feed>`);
    expect(row).toMatchObject({ status: 'done', taken: 2, dateFormat: 'espi' });
    expect([...(await hours()).values()]).toEqual([1.5, 0.25]);
    expect(await site.import('M', '<feed/>')).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('no IntervalReading') as string },
    });
  });

  it('imports read the repeated hour in the order of the file, and refuse times in the skipped hour', async () => {
    const local = ['2025-10-26 01:00', '2025-10-26 02:00', '2025-10-26 02:00', '2025-10-26 03:00'];
    const skipped = ['2026-03-29 01:00', '2026-03-29 02:00', '2026-03-29 03:00'];
    const text = [...local, ...skipped].map((stamp, index) => `${stamp},${index + 1}`).join('\r\n');
    const row = await site.import('M', text, { timezone: 'Europe/Berlin' });
    expect(row).toMatchObject({ taken: 6, refused: [{ line: 6 }] });
    expect([...(await hours())]).toEqual([
      ['2025-10-25T23:00:00.000Z', 1],
      ['2025-10-26T00:00:00.000Z', 2],
      ['2025-10-26T01:00:00.000Z', 3],
      ['2025-10-26T02:00:00.000Z', 4],
      ['2026-03-29T00:00:00.000Z', 5],
      ['2026-03-29T01:00:00.000Z', 7],
    ]);
  });

  it('imported readings do not replace readings of the gateway, and later readings of the gateway replace imported ones', async () => {
    await gateway(start, 10);
    const row = await site.import('M', linesOf(3));
    expect(row).toMatchObject({ taken: 2, duplicates: 1 });
    await gateway(start + HOUR_MS, 20);
    await gateway(start + 2 * HOUR_MS, null, 2);
    expect([...(await hours()).values()]).toEqual([10, 20, 1]);
    await site.undo(row.id);
    expect([...(await hours()).values()]).toEqual([10, 20]);
  });

  it('imports replace a reading of the gateway that has no usable value', async () => {
    await gateway(start, null, 2);
    expect(await site.import('M', linesOf(1))).toMatchObject({ taken: 1, duplicates: 0 });
    expect([...(await hours()).values()]).toEqual([1]);
  });

  it('an import that is undone deletes no reading of the gateway, not even a reading that equals an imported one', async () => {
    const row = await site.import('M', linesOf(2));
    await gateway(start, 1);
    await site.undo(row.id);
    expect([...(await hours())]).toEqual([[iso(start), 1]]);
  });

  it('imports do not change the instant from which the gateway is read', async () => {
    await gateway(start, 10);
    const before = await database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId });
    await site.import('M', linesOf(100));
    expect(await database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId })).toEqual(before);
  });

  it('imports are undone completely, even while they are running, and publish their progress', async () => {
    const count = 21_000;
    const text = Array.from(
      { length: count },
      (_, minute) => `${iso(start - (minute + 1) * 60_000)},1\n`,
    ).join('');
    const id = await site.start('M', text);
    await expect(site.services().work.work(id, abortedAfter(1))).rejects.toThrow('The worker stops.');
    expect(await site.services().imports.find(id)).toMatchObject({
      status: 'running',
      taken: 20_000,
      total: count,
    });
    await site.undo(id);
    expect(await site.services().imports.find(id)).toMatchObject({ status: 'undone' });
    expect([await readings(), (await hours()).size]).toEqual([0, 0]);
    expect(site.files.files.size).toBe(0);
    expect(site.published.filter((update) => (update as { importId: number }).importId === id)).toEqual([
      { importId: id, status: 'running', progress: 0 },
      { importId: id, status: 'running', progress: 0.9523 },
      // The undo begins.
      { importId: id, status: 'running', progress: 0 },
      { importId: id, status: 'running', progress: 1 },
      { importId: id, status: 'undone', progress: 1 },
    ]);
  });

  it('imports resume after an interruption, and store nothing twice even if two workers run them', async () => {
    const minutes = Array.from({ length: 21_000 }, (_, minute) => `${iso(start + minute * 60_000)},1\n`);
    const id = await site.start('M', minutes.join(''));
    await expect(site.services().work.work(id, abortedAfter(1))).rejects.toThrow('The worker stops.');
    const [first, second] = [site.services().work, site.services().work];
    await Promise.all([first.work(id, never), second.work(id, never)]);
    const done = await site.services().imports.find(id);
    expect(done).toMatchObject({ status: 'done', taken: 21_000, processed: 21_000, duplicates: 0 });
    expect(await readings()).toBe(21_000);
  });

  it.each(['cumulative', 'interval'] as const)(
    'imported readings are not pruned, and do not change which other readings of a meter of kind %s are pruned',
    async (kind) => {
      const retaining = new ImportSite(database, clock, testEnvironment({ READING_RETENTION_DAYS: 1 }));
      const { areas, upkeep } = retaining.services();
      /** The readings end 30 hours ago. They begin and end within an hour. */
      const fromMs = NOW - 60 * HOUR_MS + 5 * MINUTE_MS;
      const ofGateway = Array.from({ length: 4 * 30 - 1 }, (_, index) => ({
        atMs: fromMs + index * 15 * MINUTE_MS,
        value: index,
        quality: 0,
      }));
      const importedMs = Array.from({ length: 4 * 70 }, (_, index) => NOW - (index * 15 + 3) * MINUTE_MS);
      const leftAfterPruning = async (pointCode: string, imports: readonly number[]) => {
        const meter = { pointCode, kind, intervalSeconds: 900, since: iso(fromMs) };
        [{ id: meterId } = { id: 0 }] = await putOneArea(areas, { meters: [meter] });
        const intake = new ReadingIntakeService(database.dataSource, new RollupService());
        await intake.take(meterId, ofGateway, { progress: ({ liveFrom }) => ({ backfilledTo: liveFrom }) });
        if (imports.length > 0)
          await retaining.import(pointCode, imports.map((atMs) => `${iso(atMs)},1\n`).join(''));
        await upkeep.prune(never);
        const left = await database.dataSource.manager.findBy(ReadingEntity, { meterId });
        return {
          gateway: left.filter(({ importId }) => importId === null).map(({ at }) => iso(at.getTime())),
          imported: left.filter(({ importId }) => importId !== null).length,
        };
      };
      const { gateway: expected } = await leftAfterPruning(`${kind}-1`, []);
      expect(expected.length).toBeLessThan(ofGateway.length / 2);
      expect(await leftAfterPruning(`${kind}-2`, importedMs)).toEqual({
        gateway: expected,
        imported: importedMs.length,
      });
    },
  );

  it('imports fail with a reason if the meter is removed or the file has no readings', async () => {
    expect(await site.import('M', 'timestamp,value\nno,reading\n')).toMatchObject({
      status: 'failed',
      error: say('import_empty'),
    });
    const id = await site.start('M', linesOf(3));
    await putOneArea(site.services().areas, { meters: [] });
    await site.services().work.work(id, never);
    expect(await site.services().imports.find(id)).toMatchObject({
      status: 'failed',
      error: say('import_meter_gone', { code: 'M' }),
    });
  });
});

/** An hour's reading in Green Button XML. */
function intervalReading(startSeconds: number, wattHours: number): string {
  const period = `<timePeriod><duration>3600</duration><start>${startSeconds}</start></timePeriod>`;
  return `<IntervalReading>${period}<value>${wattHours}</value></IntervalReading>`;
}

/** Returns a signal that is aborted after it was checked `checks` times. */
function abortedAfter(checks: number): AbortSignal {
  let checked = 0;
  return {
    throwIfAborted: () => {
      if (checked++ >= checks) throw new Error('The worker stops.');
    },
  } as AbortSignal;
}
