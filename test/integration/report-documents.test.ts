// Runs in the full check only: it draws reports.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AreasService,
  ConfigurationService,
  CostsService,
  EmissionsService,
  EnergyDetailsService,
  EnergyStatsService,
  FaultsService,
  MaintenanceService,
  ManualAlertsService,
  ReportingModule,
} from '@app/domain';
import {
  ReadingIntakeService,
  renderReport,
  type ReportDocument,
  ReportDocumentsService,
  type ReportSection,
  type ReportTable,
  RollupService,
  SHIPPED_NAMES,
  shippedTemplate,
} from '@app/domain/testing';
import { type ReportFormat, type ReportMetric, type ReportSectionConfig } from '@app/entities';
import { Actor, Clock, FixedClock } from '@app/kernel';
import { Test, type TestingModule } from '@nestjs/testing';
import { csvRows, excelSheets, pdfPages } from '../factories/read-report';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { processModules } from '../factories/process-modules';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/London';
const ACTOR = Actor.system('test');
/** The range contains both clock changes of 2026. */
const FIRST_MS = Date.parse('2026-03-01T00:00Z');
/** The periods with readings. They contain all periods of the reports, and the periods before these. */
const STRETCHES = [
  ['2026-03-01', '2026-04-01'],
  ['2026-04-24', '2026-05-09'],
  ['2026-08-29', '2026-11-16'],
] as const;
/** A gap in the readings, so that some hours are unknown. */
const isGap = (hour: number) => hour >= 70 && hour < 73;
const hallKwh = (hour: number) => 20 + ((hour * 7919) % 601) / 100;
const annexKwh = (hour: number) => 3 + ((hour * 104_729) % 211) / 1000;

type PointsQuery = Parameters<EnergyDetailsService['points']>[0];
/** The metrics whose figures another file compares with those of the API. */
const COMPARED_ELSEWHERE = new Set<ReportMetric | undefined>([
  'demand',
  'savings',
  'budgets',
  'losses',
  'bills',
  'benchmarks',
  'change',
]);

type AmountMetric = 'energy' | 'cost' | 'emissions';
interface Range {
  from: string;
  to: string;
}

const meter = (pointCode: string, other: object = {}) => ({
  pointCode,
  kind: 'interval' as const,
  intervalSeconds: 3600,
  since: '2026-03-01',
  ...other,
});

describe('a report', () => {
  let database: TestDatabase;
  let module: TestingModule | undefined;
  const clock = new FixedClock(Date.parse('2026-11-20T12:00Z'));

  beforeAll(async () => {
    database = await openDatabase();
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const environment = testEnvironment({ DATABASE_URL, QUEUE_URL, PLATFORM_TIMEZONE: ZONE });
    module = await Test.createTestingModule({
      imports: [...processModules(environment), ReportingModule],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    await module.init();
    await service(ConfigurationService).change(ACTOR, {
      currency: 'GBP',
      tariffs: {
        electricity: {
          currency: 'GBP',
          default: 0.21,
          periods: [{ days: [1, 2, 3, 4, 5], from: '23:00', to: '06:00', pricePerKwh: 0.1 }],
        },
      },
    });
    await service(AreasService).replace(ACTOR, [
      { name: 'Site' },
      { name: 'Hall', parentIndex: 0, meters: [meter('HALL')] },
      { name: 'Annex', parentIndex: 0, meters: [meter('ANNEX'), meter('WATER', { energyType: 'water' })] },
    ]);
    const intake = new ReadingIntakeService(database.dataSource, new RollupService());
    for (const [id, kwh] of [
      [1, hallKwh],
      [2, annexKwh],
      [3, annexKwh],
    ] as const) {
      const hours = STRETCHES.flatMap(([from, to]) => {
        const first = (Date.parse(from) - FIRST_MS) / HOUR_MS;
        const count = (Date.parse(to) - Date.parse(from)) / HOUR_MS;
        return Array.from({ length: count }, (_, index) => first + index);
      }).filter((hour) => id !== 1 || !isGap(hour));
      await intake.take(
        id,
        hours.map((hour) => ({ atMs: FIRST_MS + hour * HOUR_MS, value: kwh(hour), quality: 0 })),
      );
    }
  });
  afterAll(async () => {
    await module?.close();
    await database.drop();
  });

  const service = <T>(type: abstract new (...parts: never[]) => T): T => {
    if (!module) throw new Error('The services were not started.');
    return module.get(type, { strict: false });
  };
  const build = (
    sections: ReportSectionConfig[],
    { from, to, zone = ZONE, areaIds = [] }: { from: string; to: string; zone?: string; areaIds?: number[] },
  ): Promise<ReportDocument> => {
    const period = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    const previous = { fromMs: period.fromMs - (period.toMs - period.fromMs), toMs: period.fromMs };
    const config = { title: 'Report', sections };
    return service(ReportDocumentsService).build({
      config,
      language: 'en-US',
      zone,
      period,
      previous,
      areaIds,
    });
  };
  const table = async (section: ReportSectionConfig, when: Parameters<typeof build>[1]) => {
    const { sections } = await build([section], when);
    return sections[0] as ReportSection & ReportTable;
  };
  const figures = async (section: ReportSectionConfig, when: Parameters<typeof build>[1]) => {
    const { sections } = await build([section], when);
    const [summary] = sections as (ReportSection & { kind: 'summary' })[];
    return Object.fromEntries((summary?.figures ?? []).map(({ label, value }) => [label, value]));
  };

  /** Returns the values that the API returns for each bucket. Default: of the whole site, electricity. */
  async function amountsOf(metric: AmountMetric, query: Partial<PointsQuery> & Range) {
    const read = {
      energy: service(EnergyDetailsService),
      cost: service(CostsService),
      emissions: service(EmissionsService),
    };
    const points = await read[metric].points({ areaId: 1, interval: 'range', ...query });
    return points.map(({ value }) => value);
  }
  const amountOf = async (...query: Parameters<typeof amountsOf>) => (await amountsOf(...query))[0] ?? null;

  const MARCH = { from: '2026-03-29T00:00Z', to: '2026-03-29T23:00Z', hours: 23 };
  const OCTOBER = { from: '2026-10-24T23:00Z', to: '2026-10-26T00:00Z', hours: 25 };

  describe.each([MARCH, OCTOBER])('for a day of $hours hours', ({ from, to, hours }) => {
    it.each(['energy', 'cost', 'emissions'] as const)(
      'a report lists the hourly %s that the api returns',
      async (metric) => {
        const read = {
          energy: service(EnergyDetailsService),
          cost: service(CostsService),
          emissions: service(EmissionsService),
        };
        const expected = await read[metric].points({ areaId: 1, from, to, interval: 'hour' });
        const hourly = await table({ kind: 'table', metric, interval: 'hour' }, { from, to });
        expect(hourly.rows).toHaveLength(hours);
        expect(column(hourly, 1)).toEqual(expected.map(({ value }) => value));
        expect(hourly.rows.map(([time]) => time?.atMs)).toEqual(
          expected.map(({ timestamp }) => Date.parse(timestamp)),
        );
      },
    );

    it('a report has the same total, mean and peak as the statistics', async () => {
      const stats = await service(EnergyStatsService).stats({ period: 'custom', from, to });
      expect(await figures({ kind: 'summary', metric: 'energy' }, { from, to })).toMatchObject({
        Total: stats.total,
        'Mean power': stats.avg,
        'Peak power': stats.peak,
      });
    });

    it('a report has the same mean and peak power of the site and of each area as the statistics', async () => {
      const statsOf = (areaId?: number) =>
        service(EnergyStatsService).stats({ period: 'custom', from, to, areaId });
      const site = await statsOf();
      const { 'Load factor': loadFactor, ...powers } = await figures(
        { kind: 'summary', metric: 'power' },
        { from, to },
      );
      expect(powers).toEqual({ 'Mean power': site.avg, 'Peak power': site.peak });
      expect(loadFactor).toBe(Number(((100 * Number(site.avg)) / Number(site.peak)).toFixed(2)));

      const areas = await table({ kind: 'table', metric: 'power', groupBy: 'area' }, { from, to });
      const stats = await Promise.all([1, 2, 3].map(statsOf));
      expect(column(areas, 1)).toEqual(stats.map(({ avg }) => avg));
      expect(column(areas, 2)).toEqual(stats.map(({ peak }) => peak));
      expect(areas.rows.map((row) => row[3]?.atMs)).toEqual(
        stats.map(({ peakTime }) => Date.parse(peakTime ?? '')),
      );

      const hourly = await table({ kind: 'table', metric: 'power', interval: 'hour' }, { from, to });
      const energy = await service(EnergyDetailsService).points({ areaId: 1, from, to, interval: 'hour' });
      expect(column(hourly, 1)).toEqual(energy.map(({ value }) => value));
    });
  });

  it.each<ReportFormat>(['pdf', 'excel', 'csv'])(
    'a report shows the same values in the format %s',
    async (format) => {
      const section = { kind: 'table', metric: 'energy', interval: 'hour' } as const;
      const document = await build([section], OCTOBER);
      const values = column(document.sections[0] as ReportSection & ReportTable, 1) as number[];
      expect(await shownValues(document, format)).toEqual(
        format === 'pdf' ? values.map((value) => halfUp(value)) : values,
      );
    },
  );

  it('a report lists costs by price that add up exactly to the cost of the month', async () => {
    const when = { from: '2026-03-01T00:00Z', to: '2026-03-31T23:00Z' };
    const prices = await table({ kind: 'table', metric: 'cost', groupBy: 'tariff' }, when);
    const [month] = await service(CostsService).points({ areaId: 1, ...when, interval: 'month' });
    const sum = (column(prices, 3) as number[]).reduce((total, value) => total + value, 0);
    expect(sum).toBeCloseTo(month?.value ?? Number.NaN, 9);
    expect(prices.total?.[3]?.value).toBe(month?.value);
    expect(column(prices, 1)).toEqual(expect.arrayContaining(['Mon–Fri 23:00–06:00', 'All other times']));
  });

  it('a report counts each meter only once, even though an area includes its descendants', async () => {
    const when = { from: '2026-05-01T00:00Z', to: '2026-05-08T00:00Z' };
    const areas = await table({ kind: 'table', metric: 'energy', groupBy: 'area' }, when);
    const [site, hall, annex] = column(areas, 1) as number[];
    expect(areas.rows.map(([name]) => name?.value)).toEqual(['Site', '\u2003Hall', '\u2003Annex']);
    expect(site).toBeCloseTo((hall ?? 0) + (annex ?? 0), 9);
    expect(areas.total?.[1]?.value).toBe(site);
  });

  it.each(['cost', 'emissions'] as const)(
    'a report lists the %s of each area and energy type that the api returns',
    async (metric) => {
      const when = { from: '2026-05-01T00:00Z', to: '2026-05-08T00:00Z' };
      const ofAreas = await table({ kind: 'table', metric, groupBy: 'area' }, when);
      const values = await Promise.all([1, 2, 3].map((areaId) => amountOf(metric, { ...when, areaId })));
      expect(values).not.toContain(null);
      expect(column(ofAreas, 1)).toEqual(values);
      expect(ofAreas.total?.[1]?.value).toBe(values[0]);

      const ofTypes = await table({ kind: 'table', metric, groupBy: 'energyType' }, when);
      const electricity = await amountOf(metric, { ...when, areaId: 1 });
      const water = await amountOf(metric, { ...when, areaId: 1, energyType: 'water' });
      // Water has an emission factor, but no price.
      expect(water === null).toBe(metric === 'cost');
      expect(ofTypes.rows.map(([type]) => type?.value)).toEqual(['electricity', 'water']);
      expect(column(ofTypes, 1)).toEqual([electricity, water]);
    },
  );

  /** Returns the label and the value of the first figure of a summary. */
  async function figureOf(metric: ReportMetric, when: Range): Promise<[string, number | null]> {
    if (metric === 'energy') return ['Total', await amountOf(metric, when)];
    if (metric === 'cost') return ['Cost', await amountOf(metric, when)];
    if (metric === 'emissions') return ['Emissions', await amountOf(metric, when)];
    if (metric === 'alerts') return ['Raised in the period', 1];
    return metric === 'faults' ? ['Reported in the period', 1] : ['Completed in the period', 0];
  }

  /** Returns the values of a column of a table or chart, and the number of the column. */
  async function columnOf(section: ReportSectionConfig, when: Range): Promise<[number, unknown[]]> {
    const { metric, groupBy, interval } = section;
    if (metric === 'alerts') return interval ? [1, [0, 0, 0, 0, 0, 0, 1]] : [2, ['Smoke in October']];
    if (metric === 'power') {
      const statsOf = (areaId: number) =>
        service(EnergyStatsService).stats({ period: 'custom', ...when, areaId });
      return [1, (await Promise.all([1, 2, 3].map(statsOf))).map(({ avg }) => avg)];
    }
    const amount = metric as AmountMetric;
    if (interval) return [1, await amountsOf(amount, { ...when, interval })];
    if (groupBy === 'area')
      return [1, await Promise.all([1, 2, 3].map((areaId) => amountOf(amount, { ...when, areaId })))];
    const types = ['electricity', 'water'] as const;
    const values = types.map((energyType) => amountOf(amount, { ...when, energyType }));
    // Amounts of energy have different units, which are in a column before the values.
    return [metric === 'energy' ? 2 : 1, await Promise.all(values)];
  }

  describe('of a shipped template', () => {
    /** The periods contain the end of summer time, and readings of every hour. */
    const PERIODS: Record<(typeof SHIPPED_NAMES)[number], { from: string; to: string }> = {
      'daily-site': { from: '2026-10-24T23:00Z', to: '2026-10-26T00:00Z' },
      'weekly-comparison': { from: '2026-10-18T23:00Z', to: '2026-10-26T00:00Z' },
      'monthly-energy-carbon': { from: '2026-09-30T23:00Z', to: '2026-11-01T00:00Z' },
      'tenant-statement': { from: '2026-09-30T23:00Z', to: '2026-11-01T00:00Z' },
      'management-energy': { from: '2026-09-30T23:00Z', to: '2026-11-01T00:00Z' },
      'efficiency-monitoring': { from: '2026-09-30T23:00Z', to: '2026-11-01T00:00Z' },
    };

    beforeAll(async () => {
      const nowMs = clock.nowMs();
      clock.set(Date.parse('2026-10-25T12:00Z'));
      await service(ManualAlertsService).raise(ACTOR, {
        type: 'smoke',
        severity: 'critical',
        title: 'Smoke in October',
        originator: 'October',
        areaId: 3,
      });
      await service(FaultsService).create(ACTOR, { title: 'Pump in October', severity: 'minor', areaId: 3 });
      clock.set(nowMs);
    });

    it.each(SHIPPED_NAMES)(
      'a report of the shipped template %s shows the figures of the api',
      async (name) => {
        const sections = shippedTemplate(name, 'en-US')?.config.sections ?? [];
        const when = PERIODS[name];
        const document = await build(sections, when);
        const [overview = [], ...sheets] = (await excelSheets(await rendered(document, 'excel'))).values();
        const csv = csvRows(await rendered(document, 'csv')).map((row) => row.slice(0, 2));

        const summaries = sections.filter(({ kind }) => kind === 'summary');
        expect(summaries.length).toBeGreaterThan(0);
        for (const { metric } of summaries) {
          if (COMPARED_ELSEWHERE.has(metric)) continue;
          const [label, value] = await figureOf(metric as ReportMetric, when);
          expect(overview.map((row) => row.slice(0, 2))).toContainEqual([label, value]);
          expect(csv).toContainEqual([label, String(value)]);
        }
        const tables = sections.filter(({ kind }) => kind === 'table' || kind === 'chart');
        expect(sheets).toHaveLength(tables.length);
        for (const [index, section] of tables.entries()) {
          // Another test compares the costs by price.
          if (section.groupBy === 'tariff' || COMPARED_ELSEWHERE.has(section.metric)) continue;
          const [place, values] = await columnOf(section, when);
          const rows = sheets[index]?.slice(1, 1 + values.length) ?? [];
          expect([section, rows.map((row) => row[place])]).toEqual([section, values]);
        }
      },
    );
  });

  it('a report splits the period into days of its own time zone', async () => {
    const when = { from: '2026-05-01T04:00Z', to: '2026-05-03T04:00Z', zone: 'America/New_York' };
    const days = await table({ kind: 'table', metric: 'energy', interval: 'day', areaIds: [2] }, when);
    const starts = ['2026-05-01T04:00Z', '2026-05-02T04:00Z'].map((text) => Date.parse(text));
    for (const [row, startMs] of starts.entries())
      expect(column(days, 1)[row]).toBeCloseTo(dayKwh(startMs), 3);
  });

  it('a report shows unknown values as unknown, with the coverage of the data', async () => {
    const when = { from: '2026-03-03T22:00Z', to: '2026-03-04T02:00Z' };
    const document = await build([{ kind: 'table', metric: 'energy', interval: 'hour', areaIds: [2] }], when);
    const hourly = document.sections[0] as ReportSection & ReportTable;
    expect(column(hourly, 1)).toEqual([null, null, null, 25.26]);
    expect(document.coverage).toBe(0.25);
    expect(hourly.remarks).toContain('–  No data.');
  });

  it('a report shows the coverage of the previous period if data of that period is missing', async () => {
    const section: ReportSectionConfig = { kind: 'summary', metric: 'energy', areaIds: [2] };
    const after = await build([section], { from: '2026-03-04T01:00Z', to: '2026-03-05T01:00Z' });
    expect(after.coverage).toBe(1);
    expect(after.previousText).toMatch(/ \(data coverage 87\.5 %\)$/);
    const later = await build([section], { from: '2026-05-02T00:00Z', to: '2026-05-03T00:00Z' });
    expect(later.previousText).not.toContain('coverage');
  });

  it('a section that names no areas is limited to the areas of its report', async () => {
    const when = { from: '2026-05-01T00:00Z', to: '2026-05-02T00:00Z', areaIds: [3, 99] };
    const { sections, coverage } = await build([{ kind: 'summary', metric: 'energy' }], when);
    const [summary] = sections as (ReportSection & { kind: 'summary' })[];
    const [annex] = await service(EnergyDetailsService).points({ areaId: 3, ...when, interval: 'day' });
    expect(summary?.figures[0]?.value).toBeGreaterThan(annex?.value ?? 0);
    expect(summary?.remarks).toContain('Areas that no longer exist: 99.');
    expect(coverage).toBe(1);
  });

  it('a report does not add up values with different units', async () => {
    const when = { from: '2026-05-01T00:00Z', to: '2026-05-02T00:00Z' };
    const types = await table({ kind: 'table', metric: 'energy', groupBy: 'energyType' }, when);
    expect(types.rows.map(([type, unit]) => [type?.value, unit?.value])).toEqual([
      ['electricity', 'kWh'],
      ['water', 'm³'],
    ]);
    const chart = await table(
      { kind: 'chart', metric: 'energy', groupBy: 'energyType', interval: 'hour' },
      when,
    );
    expect(chart.columns.map(({ title }) => title)).toEqual(['Hour', 'electricity']);
    expect(chart.remarks).toContain('Measured in another unit and therefore not in this chart: water.');
  });

  it('a report is refused if it has too many rows or its period is too long', async () => {
    const hourly = { kind: 'table', metric: 'energy', interval: 'hour' } as const;
    const year = { from: '2026-01-01T00:00Z', to: '2027-01-01T00:00Z' };
    await expect(build([hourly], year)).rejects.toMatchObject({ kind: 'invalid' });
    const long = { from: '2000-01-01T00:00Z', to: '2026-01-01T00:00Z' };
    await expect(build([{ kind: 'summary', metric: 'energy' }], long)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  describe('on alerts, faults and maintenance', () => {
    const when = { from: '2026-11-20T00:00Z', to: '2026-11-21T00:00Z' };

    const titlesOf = async (areaIds: number[]) =>
      column(await table({ kind: 'table', metric: 'alerts', areaIds }, when), 2);

    beforeAll(async () => {
      const alerts = service(ManualAlertsService);
      await alerts.raise(ACTOR, { type: 'leak', severity: 'major', title: 'Leak', areaId: 2 });
      await alerts.raise(ACTOR, { type: 'smoke', severity: 'critical', title: 'Smoke', areaId: 3 });
      await service(FaultsService).create(ACTOR, { title: 'Pump', severity: 'minor', areaId: 3 });
      const maintenance = service(MaintenanceService);
      const { id } = await maintenance.create(ACTOR, { title: 'Filter' });
      await maintenance.change(ACTOR, id, { status: 'in_progress' });
      await maintenance.change(ACTOR, id, { status: 'completed' });
      await maintenance.create(ACTOR, { title: 'Belt', dueAt: '2026-11-01T00:00:00Z' });
    });

    it('a report counts alerts by severity', async () => {
      const severities = await table({ kind: 'table', metric: 'alerts', groupBy: 'severity' }, when);
      expect(column(severities, 1)).toEqual([1, 1, 0, 0, 0]);
      expect(severities.total?.[1]?.value).toBe(2);
    });

    it('a report lists the alerts of an area and of its descendants', async () => {
      expect(await titlesOf([1])).toEqual(['Smoke', 'Leak']);
      expect(await titlesOf([3])).toEqual(['Smoke']);
    });

    it('a report counts faults and work orders', async () => {
      expect(await figures({ kind: 'summary', metric: 'faults' }, when)).toMatchObject({
        'Reported in the period': 1,
        'Of these, resolved': 0,
      });
      expect(await figures({ kind: 'summary', metric: 'maintenance' }, when)).toEqual({
        'Completed in the period': 1,
        'Open now': 1,
        'Overdue now': 1,
      });
    });

    it('a report contains no records of other periods', async () => {
      const earlier = { from: '2026-11-01T00:00Z', to: '2026-11-20T00:00Z' };
      expect((await table({ kind: 'table', metric: 'alerts' }, earlier)).rows).toEqual([]);
      expect((await table({ kind: 'table', metric: 'faults' }, earlier)).rows).toEqual([]);
    });
  });
});

function column({ rows }: ReportTable, index: number): (string | number | null)[] {
  return rows.map((row) => row[index]?.value ?? null);
}

/** Returns the energy of the hall in the 24 hours after an instant. */
function dayKwh(fromMs: number): number {
  const hours = Array.from({ length: 24 }, (_, hour) => hallKwh((fromMs - FIRST_MS) / HOUR_MS + hour));
  return hours.reduce((sum, value) => sum + value, 0);
}

/** Rounds a number half up to two decimals, based on its decimal notation. */
function halfUp(value: number): number {
  return Math.round(Number((value * 100).toPrecision(12))) / 100;
}

async function rendered(document: ReportDocument, format: ReportFormat): Promise<Buffer> {
  const out = new PassThrough();
  const [content] = await Promise.all([buffer(out), renderReport(document, format, out)]);
  return content;
}

/** Renders a report, and reads the second column of its only table from the file. */
async function shownValues(document: ReportDocument, format: ReportFormat): Promise<number[]> {
  const content = await rendered(document, format);
  if (format === 'csv') {
    const rows = csvRows(content);
    const head = rows.findIndex(([first]) => first === 'Hour');
    return rows
      .slice(head + 1)
      .filter(([first]) => /^\d{4}-/.test(first ?? ''))
      .map(([, value]) => Number(value));
  }
  if (format === 'excel') {
    const rows = [...(await excelSheets(content)).values()][1] ?? [];
    return rows.filter(([first]) => first instanceof Date).map(([, value]) => value as number);
  }
  const text = (await pdfPages(content)).join('\n');
  return [...text.matchAll(/^\d{4}-\d\d-\d\d \d\d:\d\d(?: [+-]\d\d:\d\d)? ([\d.,]+)/gm)].map(([, value]) =>
    Number(value),
  );
}
