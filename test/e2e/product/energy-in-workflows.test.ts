// Runs in the full check only: it replays months of measurements.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation } from './installation';
import { HOUR_MS, wholeMwh } from './measured-energy';
import type { EnergyStats } from './product-client';
import {
  calendarOf,
  FILES,
  halvesOf,
  type Measurement,
  type Measurements,
  priceOf,
  publishedFactorOf,
  ratedSums,
  readMeasurements,
  statsOf,
  sumBy,
  sumOfMeters,
  type Tariff,
  textOf,
  within,
} from './real-measurements';

const ZONE = 'Europe/London';
const calendar = calendarOf(ZONE);
const BUILDINGS = ['b40', 'b59'];
const [FIRST_DAY, LAST_DAY] = ['2019-08-25', '2019-11-02'];
const { TEST_DATA_DIR } = process.env;

/** One price begins at 01:30, within the local hour that occurs twice in autumn. */
const TARIFFS: Tariff[] = [
  {
    currency: 'GBP',
    default: 0.1432,
    periods: [{ days: [6, 7], from: '01:30', to: '04:30', pricePerKwh: 0.0511 }],
  },
  {
    validFrom: '2019-10-27',
    currency: 'GBP',
    default: 0.1617,
    periods: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', pricePerKwh: 0.0989 }],
  },
];

interface Case {
  /** The area; by default, the whole site. Area 1 contains all meters, so its figures equal those of the site. */
  areaId?: number;
  energyType: 'electricity' | 'gas';
  from: string;
  to: string;
  interval: 'hour' | 'day' | 'week';
  /** The length of a bucket that covers the whole range. */
  whole: 'day' | 'month';
  hours: number;
}

const OCTOBER = { from: '2019-10-01', to: '2019-11-01', whole: 'month', hours: 745 } as const;
const AUTUMN_DAY = { from: '2019-10-27', to: '2019-10-28', whole: 'day', hours: 25 } as const;

const CASES: Case[] = [
  { ...AUTUMN_DAY, areaId: 3, energyType: 'electricity', interval: 'hour' },
  { ...OCTOBER, energyType: 'electricity', interval: 'day' },
  { ...OCTOBER, areaId: 2, energyType: 'gas', interval: 'week' },
];

interface Output extends EnergyStats {
  unit: string;
  coverage: number;
  points: { timestamp: string; value: number | null; coverage: number }[];
}

/**
 * Returns the published measurements of some months. Without TEST_DATA_DIR, returns generated ones in the same format.
 */
function fileText(energyType: Case['energyType']): string {
  const all = TEST_DATA_DIR ? textOf(FILES[energyType]).trim().split('\n') : madeUpLines(energyType);
  return all.filter((line, index) => index === 0 || (line >= FIRST_DAY && line < LAST_DAY)).join('\n');
}

function madeUpLines(energyType: Case['energyType']): string[] {
  const [fromMs, toMs] = [Date.parse(FIRST_DAY), Date.parse(LAST_DAY)];
  const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, hour) => hour);
  const step = energyType === 'gas' ? 3571 : 7919;
  const valueOf = (hour: number, column: number) => ((hour * step + column * 4111) % 99_991) / 1000;
  return [
    ['timestamp_utc', ...BUILDINGS].join(','),
    ...hours.map((hour) =>
      [
        new Date(fromMs + hour * HOUR_MS).toISOString(),
        ...BUILDINGS.map((_, column) => valueOf(hour, column)),
      ].join(','),
    ),
  ];
}

const meter = (energyType: Case['energyType'], building: string) => ({
  pointCode: `${energyType}.${building}`,
  energyType,
  kind: 'interval' as const,
  intervalSeconds: 3600,
  since: FIRST_DAY,
});

const inOneBucket = () => 'all';

describe('a workflow that reads energy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'energy-in-workflows-'));
  const fileOf = (energyType: Case['energyType']) => join(folder, `${energyType}.csv`);
  let installation: Installation;
  let outputs: Map<string, Output>;
  const measurements = new Map<Case['energyType'], Measurements>();

  beforeAll(async () => {
    for (const energyType of ['electricity', 'gas'] as const) {
      writeFileSync(fileOf(energyType), fileText(energyType));
      measurements.set(energyType, readMeasurements(fileOf(energyType), BUILDINGS, 1_000_000n));
    }
    installation = await Installation.start({
      gatewayArgs: [
        '--no-building',
        ...(['electricity', 'gas'] as const).flatMap((energyType) => [
          '--replay',
          fileOf(energyType),
          '--replay-prefix',
          `${energyType}.`,
        ]),
      ],
      environment: { PLATFORM_TIMEZONE: ZONE, READING_RETENTION_DAYS: 36_500 },
    });
    const { client } = installation;
    await client.configure({ tariffs: { electricity: TARIFFS, gas: TARIFFS }, carbon: { region: 'GB' } });
    await client.putAreas([
      { name: 'Site' },
      { name: 'b40', parentIndex: 0, meters: [meter('electricity', 'b40'), meter('gas', 'b40')] },
      { name: 'b59', parentIndex: 0, meters: [meter('electricity', 'b59')] },
    ]);
    const what = 'the history of the meters';
    await installation.waitFor(() => client.hasAllHistory(), { what });
    outputs = await readByWorkflow();
  });
  afterAll(async () => {
    await installation.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs one workflow that has a node for each metric of each case. @returns the outputs by node id */
  async function readByWorkflow(): Promise<Map<string, Output>> {
    const { client } = installation;
    const reading = CASES.flatMap(({ areaId, energyType, from, to, interval }, index) =>
      ['energy', 'cost', 'emissions'].map((metric) => ({
        id: `${metric}-${index}`,
        type: 'read_energy',
        config: { areaId, energyType, from, to, interval, metric, period: 'custom' },
      })),
    );
    const nodes = [{ id: 'start', type: 'start' }, ...reading];
    const edges = reading.map(({ id }, index) => ({ source: nodes[index]?.id, target: id }));
    const saved = await client.send<{ id: string }>('POST', '/workflows', { name: 'Energy', nodes, edges });
    const path = `/workflows/${saved.body.id}`;
    const started = await client.send<{ executionId: string }>('POST', `${path}/trigger`, {});
    const ended = await installation.waitFor(
      async () => {
        const { body } = await client.send<{
          status: string;
          nodeResults: { nodeId: string; output: Output }[];
        }>('GET', `${path}/executions/${started.body.executionId}`);
        return body.status !== 'running' && body;
      },
      { what: 'the end of the execution' },
    );
    expect(ended.status).toBe('success');
    return new Map(ended.nodeResults.map(({ nodeId, output }) => [nodeId, output]));
  }

  const outputOf = (metric: string, index: number) => outputs.get(`${metric}-${index}`) as Output;

  /** Returns the measurements of the area or of the whole site. */
  function measuredOf({ areaId = 1, energyType }: Case): Measurement[] {
    const measured = measurements.get(energyType);
    const own = areaId === 1 ? BUILDINGS : BUILDINGS.slice(areaId - 2, areaId - 1);
    return sumOfMeters(own.map((building) => measured?.get(building) ?? []));
  }

  function measuredIn(given: Case): Measurement[] {
    const { from, to, hours } = given;
    const inRange = measuredOf(given).filter(({ atMs }) => {
      const day = calendar.day(atMs);
      return day >= from && day < to;
    });
    expect(inRange).toHaveLength(hours);
    return inRange;
  }

  /** Returns the figures of a route in the form of the node's output. */
  const asPoints = (points: readonly Output['points'][number][]) =>
    points.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage }));

  describe.each(CASES.map((given, index) => [index, given] as const))('in case %d (%j)', (index, given) => {
    const { areaId, energyType, from, to, interval, whole } = given;
    const query = { areaId: areaId ?? 1, energyType, from, to };

    it("the node's output agrees with the statistics route and the measurements on total, mean and peak", async () => {
      const { points: _, unit, ...summary } = outputOf('energy', index);
      const { client } = installation;
      expect(summary).toEqual(await client.stats({ areaId, energyType, period: 'custom', from, to }));
      const hours = measuredIn(given);
      const startMs = hours[0]?.atMs ?? 0;
      const before = within(measuredOf(given), startMs - hours.length * HOUR_MS, startMs);
      expect(summary).toEqual(statsOf(sumBy(hours, calendar.hour), sumBy(before, calendar.hour)));
      expect(unit).toBe('kWh');
    });

    it("the node's output agrees with the details route on all points, exact to the milliwatt-hour", async () => {
      const { points } = outputOf('energy', index);
      const { client } = installation;
      expect(points).toEqual(asPoints(await client.details({ ...query, interval })));
      const measured = measuredIn(given);
      const expected = sumBy(measured, calendar[interval]).map(({ mwh }) => mwh);
      expect(points.map(({ value }) => wholeMwh(value))).toEqual(expected);
      const [all] = await client.details({ ...query, interval: whole });
      expect(wholeMwh(all?.value ?? null)).toBe(expected.reduce((sum, mwh) => sum + mwh, 0n));
    });

    it("the node's output agrees with the costs route and the measurements", async () => {
      const { points, total, unit } = outputOf('cost', index);
      const { client } = installation;
      expect(points).toEqual(asPoints(await client.rated('costs', { ...query, interval })));
      const [all] = await client.rated('costs', { ...query, interval: whole });
      expect([total, unit]).toEqual([all?.value, 'GBP']);
      const halves = halvesOf(measuredIn(given), HOUR_MS);
      expect([total]).toEqual(ratedSums(halves, inOneBucket, priceOf(TARIFFS, calendar), 2));
    });

    it("the node's output agrees with the emissions route and the published measurements", async () => {
      const { points, total, unit } = outputOf('emissions', index);
      const { client } = installation;
      expect(points).toEqual(asPoints(await client.rated('emissions', { ...query, interval })));
      const [all] = await client.rated('emissions', { ...query, interval: whole });
      expect([total, unit]).toEqual([all?.value, 'kg CO2e']);
      expect(total).toBeGreaterThan(0);
      // Without the published data, the published factors are missing, too.
      if (!TEST_DATA_DIR) return;
      const factorAt = publishedFactorOf(energyType, calendar);
      expect([total]).toEqual(ratedSums(measuredIn(given), inOneBucket, factorAt, 3));
    });
  });
});
