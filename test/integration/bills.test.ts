// Runs on both profiles: sums are computed in SQL, and contracts and prices are stored.
import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2025-01-01T00:00+01:00');
const END_MS = Date.parse('2025-05-01T00:00+02:00');
const PEAK_MS = Date.parse('2025-01-15T10:00+01:00');
const FALSE_MS = Date.parse('2025-03-20T12:00+01:00');
const GAP_MS = Date.parse('2025-04-09T03:15+02:00');

/** 4 kW, with a peak of 20 kW. */
function kwhAt(ms: number): number | null {
  if (ms === GAP_MS) return null;
  return ms === FALSE_MS ? 500 : ms === PEAK_MS ? 5 : 1;
}

const demand = { pricePerKw: 10, basis: 'ratchet', ratchetShare: 0.5 };
const shared = { leviesPerKwh: 0.02, vatPercent: 19 };
const PARTS = [
  { validFrom: '2025-01-01', standing: { perMonth: 30 }, energy: { pricePerKwh: 0.25 }, demand, ...shared },
  {
    validFrom: '2025-03-17',
    standing: { perMonth: 45 },
    energy: {
      periods: [
        { days: [1, 2, 3, 4, 5], from: '07:00', to: '20:00', pricePerKwh: 0.3 },
        { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', pricePerKwh: 0.2 },
      ],
    },
    ...shared,
  },
  { validFrom: '2025-04-01', standing: { perMonth: 45 }, energy: { series: 1 } },
];

interface Bill {
  month: string;
  lines: { kind: string; quantity: number | null; price: number | null; amount: number | null }[];
  total: number | null;
  missing: { code: string }[];
}

const linesOf = (bill: Bill | undefined) =>
  bill?.lines.map(({ kind, quantity, price, amount }) => [kind, quantity, price, amount]);
const codesOf = (bills: readonly Bill[]) => bills.map(({ missing }) => missing.map(({ code }) => code));
const detailsOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  details: (body as { details: { path: string; code: string }[] }).details.map(({ path, code }) => [
    path,
    code,
  ]),
});

describe('bills', () => {
  let api: RunningApi;
  let token: string;
  let viewer: string;

  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, `/api/energy/${path}`, { token, body });
  const importPrices = (lines: string) =>
    api.call('POST', '/api/energy/price-series/1/import', {
      token,
      body: lines,
      headers: { 'content-type': 'text/csv' },
    });
  async function bills(range: string): Promise<Bill[]> {
    const { status, body } = await api.call('GET', `/api/energy/bills?contractId=1&${range}`, {
      token: viewer,
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Bill[];
  }
  beforeAll(async () => {
    api = await RunningApi.start({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
    token = await api.signIn();
    viewer = (await api.signInAs('viewer')).token;
    const meter = {
      pointCode: 'HALL',
      kind: 'interval',
      intervalSeconds: 900,
      stampedAt: 'start',
      since: '2025-01-01',
    };
    await call('PUT', 'areas', { areas: [{ name: 'Hall', meters: [meter] }] });
    const { dataSource } = api.database;
    const { id } = await dataSource.manager.findOneByOrFail(MeterEntity, { pointCode: 'HALL' });
    const readings = Array.from({ length: (END_MS - FIRST_MS) / QUARTER_MS }, (_, index) => {
      const atMs = FIRST_MS + index * QUARTER_MS;
      return { atMs, value: kwhAt(atMs), quality: 0 };
    });
    await new ReadingIntakeService(dataSource, new RollupService()).take(id, readings);
    await call('POST', 'price-series', { name: 'Day-ahead', currency: 'EUR' });
  });
  afterAll(() => api.stop());

  it('refuse a contract whose parts contradict each other', async () => {
    const contract = { name: 'Utility', areaId: 1, currency: 'USD' };
    const energies = [
      { pricePerKwh: 0.2, series: 1 },
      { periods: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '07:00', to: '20:00', pricePerKwh: 0.3 }] },
      { tiers: [{ pricePerKwh: 0.2 }, { upToKwh: 10, pricePerKwh: 0.3 }] },
      { series: 1 },
      { series: 2 },
    ];
    const parts = energies.map((energy, index) => ({
      validFrom: index === 1 ? '2024-12-01' : `2025-0${index + 1}-01`,
      standing: { perMonth: 0 },
      energy,
      ...(index === 0 && { demand: { pricePerKw: 1, basis: 'ratchet' } }),
    }));
    expect(detailsOf(await call('POST', 'contracts', { ...contract, areaId: 9, parts }))).toEqual({
      status: 400,
      details: [
        ['areaId', 'unknown_record'],
        ['parts[0].energy', 'one_energy_price'],
        ['parts[0].demand.ratchetShare', 'required_for'],
        ['parts[1].energy.periods', 'periods_incomplete'],
        ['parts[1].validFrom', 'not_after'],
        ['parts[2].energy.tiers', 'tiers_order'],
        ['parts[3].energy.series', 'other_currency'],
        ['parts[4].energy.series', 'unknown_record'],
      ],
    });
  });

  it('follow from the readings and the contract, before and after corrections', async () => {
    const created = await call('POST', 'contracts', {
      name: 'Utility',
      areaId: 1,
      currency: 'EUR',
      parts: PARTS,
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        id: 1,
        energyType: 'electricity',
        supplierBills: [],
        parts: [{ demand: { windowMinutes: 15 } }, {}, {}],
      },
    });
    const before = await bills('from=2024-12-15&to=2025-04-02');
    expect(before.map(({ month }) => month)).toEqual(['2024-12', '2025-01', '2025-02', '2025-03', '2025-04']);
    expect(codesOf(before)).toEqual([
      ['bill_before_contract'],
      [],
      [],
      [],
      ['bill_energy_incomplete', 'bill_prices_incomplete'],
    ]);
    expect(linesOf(before[1])).toEqual([
      ['standing', 1, 30, 30],
      ['energy', 2980, 0.25, 745],
      ['levies', 2980, 0.02, 59.6],
      ['demand', 20, 10, 200],
    ]);
    expect(before[1]).toMatchObject({
      net: 1034.6,
      vat: 196.57,
      total: 1231.17,
      currency: 'EUR',
      coverage: 1,
    });
    // Half of the peak of January is more than the peak of February.
    expect(linesOf(before[2])?.at(-1)).toEqual(['demand', 10, 10, 100]);
    expect(before[2]).toMatchObject({ net: 855.76, vat: 162.59, total: 1018.35 });
    expect(before[3]).toMatchObject({ net: 984.77, coverage: 1 });
    expect(before[4]).toMatchObject({ net: null, vat: null, total: null, coverage: 0 });

    for (const ms of [FALSE_MS, GAP_MS]) {
      const correction = { pointCode: 'HALL', kind: 'value', value: 1, reason: 'The meter was tested.' };
      expect(
        (await call('POST', 'corrections', { ...correction, from: new Date(ms).toISOString() })).status,
      ).toBe(201);
    }
    const [march, april] = await bills('from=2025-03-01&to=2025-05-01');
    expect(linesOf(march)).toEqual([
      ['standing', 0.516129, 30, 15.48],
      ['energy', 1536, 0.25, 384],
      ['levies', 1536, 0.02, 30.72],
      ['standing', 0.483871, 45, 21.77],
      ['energy', 572, 0.3, 171.6],
      ['energy', 864, 0.2, 172.8],
      ['levies', 1436, 0.02, 28.72],
    ]);
    expect(march).toMatchObject({ net: 825.09, vat: 156.77, total: 981.86 });
    expect(codesOf(april ? [april] : [])).toEqual([['bill_prices_incomplete']]);
  });

  it('use the prices of a series, which are replaced by a later import', async () => {
    const aprilMs = Date.parse('2025-04-01T00:00+02:00');
    const lines = (price: (hour: number) => number) =>
      Array.from(
        { length: 720 },
        (_, hour) => `${new Date(aprilMs + hour * HOUR_MS).toISOString()},${price(hour)}`,
      ).join('\n');
    expect(detailsOf(await importPrices('timestamp,price\n2025-04-01T00:00:00Z,much\n'))).toEqual({
      status: 400,
      details: [['line 2', 'line_price']],
    });
    for (const [price, mean, amount] of [
      [() => 1.5, 1.5, 4320],
      [(hour: number) => 0.1 + (hour % 2) / 10, 0.15, 432],
    ] as const) {
      expect(await importPrices(lines(price))).toMatchObject({ status: 200, body: { prices: 720 } });
      const [april] = await bills('from=2025-04-01&to=2025-05-01');
      expect(linesOf(april)).toEqual([
        ['standing', 1, 45, 45],
        ['energy', 2880, mean, amount],
      ]);
      expect(april).toMatchObject({ total: amount + 45, missing: [] });
    }
    expect(await call('DELETE', 'price-series/1')).toMatchObject({
      status: 409,
      body: { code: 'series_in_use' },
    });
  });

  it('are compared with the bills of the supplier, and bill sliding windows from the readings', async () => {
    for (const total of [1, 1250.5])
      await call('PUT', 'contracts/1/supplier-bills', { month: '2025-01', total });
    await call('PUT', 'contracts/1/supplier-bills', { month: '2025-02', total: 1 });
    const stored = await call('PUT', 'contracts/1/supplier-bills', { month: '2025-02', total: null });
    expect(stored.body).toMatchObject({ supplierBills: [{ month: '2025-01', total: 1250.5 }] });
    const parts = [{ ...PARTS[0], demand: { ...demand, windowMinutes: 30, sliding: true } }];
    expect((await call('PUT', 'contracts/1', { parts })).status).toBe(200);
    const [january, february] = await bills('from=2025-01-01&to=2025-03-01');
    expect(january).toMatchObject({ total: 1135.97, supplierTotal: 1250.5, difference: 114.53 });
    expect(february).toMatchObject({ supplierTotal: null, difference: null });
    expect(linesOf(january)?.at(-1)).toEqual(['demand', 12, 10, 120]);
    const tooLong = await call('GET', 'bills?contractId=1&from=2022-01-01&to=2025-01-02');
    expect(detailsOf(tooLong)).toEqual({ status: 400, details: [['to', 'range_too_long']] });
    expect((await call('DELETE', 'price-series/1')).status).toBe(200);
  });
});
