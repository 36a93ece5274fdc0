import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import { type ContractPart, MeterEntity, ReadingCorrectionEntity } from '@app/entities';
import fc from 'fast-check';
import { anyPart, localAt, modelBill, type ModelPeak, rounded, SERIES } from '../factories/bill-model';
import {
  correctedReadings,
  type ModelMeter,
  modelQuarters,
  type ModelQuarter,
  type ModelReading,
} from '../factories/energy-model';
import { RunningApi } from '../factories/running-api';

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const QUARTER_MS = 900_000;
const HOUR_MS = 4 * QUARTER_MS;
const ZONE = 'Europe/Berlin';
/** Six months, with both changes of the clocks. */
const FIRST_MS = Date.parse('2024-10-01T00:00+02:00');
const END_MS = Date.parse('2025-04-01T00:00+02:00');
const QUARTERS = (END_MS - FIRST_MS) / QUARTER_MS;
const MONTHS = ['2024-10', '2024-11', '2024-12', '2025-01', '2025-02', '2025-03'];
/** The peaks of the 11 months before may determine a demand. They were not measured. */
const EARLIER = Array.from({ length: 11 }, (_, index) =>
  new Date(Date.UTC(2023, 10 + index)).toISOString().slice(0, 7),
);
const METER: ModelMeter = {
  kind: 'cumulative',
  multiplier: 1,
  intervalSeconds: 900,
  stampedAt: 'end',
  registerMax: null,
  maxPowerKw: 60,
};
const quarterAt = (time: string) => (Date.parse(time) - FIRST_MS) / QUARTER_MS;
/** Both days with a change of the clocks have a false reading. */
const FALSE_QUARTERS = ['2024-10-27T02:30+01:00', '2024-12-15T10:00+01:00', '2025-03-30T03:15+02:00'].map(
  quarterAt,
);
const GAP = { first: quarterAt('2025-01-20T08:00+01:00'), count: 12 };

const at = (quarter: number) => FIRST_MS + quarter * QUARTER_MS;
/** The register in kWh, which rises by 2 to 11 kWh in a quarter of an hour. */
const registerAt = (quarter: number) => quarter * 6 + ((quarter * 7919) % 4001) / 1000;
/** The price of an hour in billionths. */
const priceAt = (ms: number) => ((Math.floor(ms / HOUR_MS) * 104_729) % 400_000) * 1000 - 50_000_000;

const READINGS: ModelReading[] = Array.from({ length: QUARTERS + 1 }, (_, quarter) => ({
  atMs: at(quarter),
  value: FALSE_QUARTERS.includes(quarter) ? 900_000 : registerAt(quarter),
  quality: 0,
})).filter((_, quarter) => quarter < GAP.first || quarter >= GAP.first + GAP.count);
const STORED = new Map(READINGS.map((reading) => [reading.atMs, reading]));

/** The meter is read each quarter of an hour, so shorter windows are not measured. Reactive energy is not measured. */
const aPart = anyPart.map((part) => ({
  ...part,
  demand: part.demand && { ...part.demand, windowMinutes: Math.max(15, part.demand.windowMinutes) },
  reactive: undefined,
}));
const withoutDemand = aPart.map((part) => ({ ...part, demand: undefined }));
/** Its demand depends on one month only, so that its bills are complete. */
const withDemand = aPart.map((part) => {
  const demand = part.demand ?? { pricePerKw: 5, windowMinutes: 30, sliding: true };
  return { ...part, demand: { ...demand, basis: 'month' as const } };
});
const someParts = (part: fc.Arbitrary<Omit<ContractPart, 'validFrom'>>) =>
  fc
    .tuple(
      fc.constantFrom('2024-04-01', '2024-10-01', '2024-10-27'),
      fc.uniqueArray(fc.constantFrom('2024-11-12', '2024-12-01', '2025-02-17', '2025-03-30'), {
        minLength: 1,
        maxLength: 2,
      }),
      fc.tuple(part, part, part),
    )
    .map(([first, later, parts]) =>
      [first, ...later.toSorted()].map((validFrom, index) => ({ ...(parts[index] ?? parts[0]), validFrom })),
    );
const aQuarter = fc.oneof(
  fc.nat(QUARTERS),
  fc.constantFrom(...FALSE_QUARTERS, quarterAt('2025-03-01T00:00+01:00'), GAP.first - 1),
);
const anyCase = fc.record({
  contracts: fc.tuple(
    someParts(withoutDemand),
    someParts(withoutDemand),
    someParts(withDemand),
    someParts(aPart),
  ),
  /** The false readings whose true value is entered. */
  repaired: fc.subarray(FALSE_QUARTERS, { minLength: 1 }),
  falseStretches: fc.array(fc.record({ from: aQuarter, quarters: fc.nat(40) }), { maxLength: 3 }),
  values: fc.array(fc.record({ from: aQuarter, kwh: fc.integer({ min: -3000, max: 3000 }) }), {
    maxLength: 2,
  }),
});
type Case = Generated<typeof anyCase>;

interface Bill {
  month: string;
  lines: { kind: string; quantity: number | null; price: number | null; amount: number | null }[];
  net: number | null;
  vat: number | null;
  total: number | null;
  coverage: number;
  missing: { code: string }[];
}

const monthOf = (ms: number) => localAt(ZONE, ms).date.slice(0, 7);
const STARTS = Array.from({ length: QUARTERS }, (_, quarter) => at(quarter));
const STARTS_BY_MONTH = new Map(MONTHS.map((month) => [month, STARTS.filter((ms) => monthOf(ms) === month)]));

const inputsOf = ({ repaired, falseStretches, values }: Case) => [
  ...repaired.map((quarter) => ({ kind: 'value', from: at(quarter), value: registerAt(quarter) })),
  ...falseStretches.map(({ from, quarters }) => ({
    kind: 'false',
    from: at(from),
    ...(quarters > 0 && { to: new Date(at(from + quarters)).toISOString() }),
  })),
  ...values.map(({ from, kwh }) => ({ kind: 'value', from: at(from), value: registerAt(from) + kwh / 1000 })),
];

/** The energy of a quarter in whole milliwatt-hours; null if it was not measured completely. */
const energyOf = (quarters: ReadonlyMap<number, ModelQuarter>, ms: number): number | null => {
  const quarter = quarters.get(ms);
  return quarter?.coveredMs === QUARTER_MS ? quarter.energyMwh : null;
};

interface Windows {
  windowMinutes: number;
  sliding: boolean;
}

/** The highest energy of a window of a month, and the share of the month that its fixed windows cover. */
function modelPeak(
  quarters: ReadonlyMap<number, ModelQuarter>,
  month: string,
  { windowMinutes, sliding }: Windows,
): ModelPeak & { highest: bigint | null; coverage: number } {
  const starts = STARTS_BY_MONTH.get(month) ?? [];
  const count = windowMinutes / 15;
  let highest: bigint | null = null;
  let fixed = 0;
  for (const [index, startMs] of starts.entries()) {
    const window = starts.slice(index, index + count);
    const energies = window.map((ms) => energyOf(quarters, ms));
    const isCut = [startMs, startMs + windowMinutes * 60_000].some((ms) => quarters.get(ms)?.cut);
    const isFixed = startMs % (windowMinutes * 60_000) === 0;
    if (window.length < count || energies.includes(null) || isCut || !(isFixed || sliding)) continue;
    const sum = energies.reduce((total, energy) => total + BigInt(energy ?? 0), 0n);
    if (highest === null || sum > highest) highest = sum;
    if (isFixed) fixed += count;
  }
  const coverage = starts.length === 0 ? 0 : Math.floor((fixed * 1e6) / starts.length) / 1e6;
  const startMs = starts[0] ?? Date.parse(`${month}-01T00:00Z`);
  return { startMs, peakMwh: coverage === 1 ? Number(highest) : null, highest, coverage };
}

/** The bills of a contract that follow from the corrected readings. */
function modelBills(quarters: ReadonlyMap<number, ModelQuarter>, parts: readonly ContractPart[]) {
  const peaksOf = new Map(
    parts.map(({ demand }) => [
      demand,
      demand && [...EARLIER, ...MONTHS].map((month) => modelPeak(quarters, month, demand)),
    ]),
  );
  return MONTHS.map((month, index) => {
    const starts = STARTS_BY_MONTH.get(month) ?? [];
    const lastDate = localAt(ZONE, starts.at(-1) ?? 0).date;
    const last = parts.findLast(({ validFrom }) => validFrom <= lastDate);
    const bill = modelBill({
      zone: ZONE,
      month: { endMs: (starts.at(-1) ?? 0) + QUARTER_MS },
      quarters: starts.map((ms) => ({
        ms,
        local: localAt(ZONE, ms),
        energyMwh: energyOf(quarters, ms),
        reactiveMwh: null,
        price: priceAt(ms),
      })),
      parts,
      currency: 'EUR',
      peaks: peaksOf.get(last?.demand)?.slice(index, index + 12) ?? [],
    });
    return { month, ...bill };
  });
}

const shown = ({ month, lines, net, vat, total, coverage, missing }: Bill) => ({
  month,
  lines: lines.map(({ kind, quantity, price, amount }) => ({ kind, quantity, price, amount })),
  net,
  vat,
  total,
  coverage,
  missing: [...new Set(missing.map(({ code }) => code))].toSorted(),
});

describe('bills of corrected readings', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    // On a busy machine, the bills of half a year take longer than a request usually may.
    api = await RunningApi.start({ PLATFORM_TIMEZONE: ZONE, LIMIT_REQUEST_MS: 60_000 });
    token = await api.signIn();
    const meter = { pointCode: 'HALL', ...METER, since: new Date(FIRST_MS).toISOString() };
    await send('PUT', 'areas', { areas: [{ name: 'Hall', meters: [meter] }] });
    const { dataSource } = api.database;
    const { id } = await dataSource.manager.findOneByOrFail(MeterEntity, { pointCode: 'HALL' });
    await new ReadingIntakeService(dataSource, new RollupService()).take(id, READINGS);
    await dataSource.manager.updateAll(MeterEntity, { backfilledTo: () => 'live_from' });
    await send('POST', 'price-series', { name: 'Day-ahead', currency: 'EUR' });
    const lines = STARTS.filter((ms) => ms % HOUR_MS === 0).map(
      (ms) => `${new Date(ms).toISOString()},${(priceAt(ms) / 1e9).toFixed(9)}`,
    );
    await send('POST', `price-series/${SERIES}/import`, lines.join('\n'), { 'content-type': 'text/csv' });
  });
  afterAll(() => api.stop());

  async function send(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const answer = await api.call(method, `/api/energy/${path}`, { token, body, headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }
  const active = () =>
    api.database.dataSource.manager.find(ReadingCorrectionEntity, { order: { id: 'ASC' } });

  /** Compares the demand and the bills with the model. @returns the bills */
  async function expectBills(contracts: ReadonlyMap<number, ContractPart[]>): Promise<Bill[]> {
    const quarters = modelQuarters(METER, correctedReadings(STORED, await active()));
    for (const windows of [
      { windowMinutes: 15, sliding: false },
      { windowMinutes: 30, sliding: true },
      { windowMinutes: 60, sliding: false },
    ]) {
      const range = 'from=2024-10-01&to=2025-04-01&interval=month';
      const query = `windowMinutes=${windows.windowMinutes}&sliding=${windows.sliding}`;
      const found = await send('GET', `demand?areaId=1&${range}&${query}`);
      const expected = MONTHS.map((month) => {
        const { startMs, highest, coverage } = modelPeak(quarters, month, windows);
        const milliwatts = (highest ?? 0n) * BigInt(60 / windows.windowMinutes);
        return {
          timestamp: new Date(startMs).toISOString(),
          peakKw: highest === null ? null : Number(rounded(milliwatts, 1000n)) / 1000,
          coverage,
        };
      });
      expect(found).toMatchObject(expected);
    }
    const all: Bill[] = [];
    for (const [id, parts] of contracts) {
      const path = `bills?contractId=${id}&from=2024-10-01&to=2025-04-01`;
      const bills = (await send('GET', path)) as Bill[];
      expect(modelBills(quarters, parts)).toMatchObject(bills.map(shown));
      all.push(...bills);
    }
    return all;
  }

  it('complete bills, and the demand, equal those of a slow model, before and after undoing', async () => {
    let complete = 0;
    let completeWithDemand = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async (asked) => {
        const contracts = new Map<number, ContractPart[]>();
        for (const parts of asked.contracts) {
          const body = { name: 'Utility', areaId: 1, currency: 'EUR', parts };
          contracts.set(((await send('POST', 'contracts', body)) as { id: number }).id, parts);
        }
        for (const { from, ...input } of inputsOf(asked)) {
          const times = { from: new Date(from).toISOString(), pointCode: 'HALL', reason: 'Test' };
          await send('POST', 'corrections', { ...times, ...input });
        }
        const bills = (await expectBills(contracts)).filter(({ total }) => total !== null);
        complete += bills.length;
        completeWithDemand += bills.filter(({ lines }) => lines.some(({ kind }) => kind === 'demand')).length;
        for (const { id } of await active()) await send('DELETE', `corrections/${id}`);
        await expectBills(contracts);
        for (const id of contracts.keys()) await send('DELETE', `contracts/${id}`);
      }),
      // All cases run in `npm test`, too.
      { numRuns: 2, endOnFailure: true },
    );
    expect(complete).toBeGreaterThanOrEqual(10);
    expect(completeWithDemand).toBeGreaterThan(0);
  });
});
