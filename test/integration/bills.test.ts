// Runs on both profiles: each database has statements of its own.
import { PriceFetchesService } from '@app/domain';
import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterEntity, PriceDayEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { OutboundHttp } from '@app/outbound-http';
import { LocalServer } from '../factories/local-server';
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
  {
    validFrom: '2025-04-01',
    standing: { perMonth: 45 },
    energy: { pricePerKwh: null, series: 1 },
    demand: null,
  },
];

interface Bill {
  month: string;
  lines: {
    kind: string;
    quantity: number | null;
    price: number | null;
    amount: number | null;
    explanation: { code: string; values: object; message: string }[];
  }[];
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

const term = (pointCode: string) => ({ pointCode, factor: 1 });

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
    api = await RunningApi.start({
      PLATFORM_TIMEZONE: 'Europe/Berlin',
      WORKFLOW_HTTP_ALLOWLIST: ['127.0.0.1'],
    });
    token = await api.signIn();
    viewer = (await api.signInAs('viewer')).token;
    const meter = {
      pointCode: 'HALL',
      kind: 'interval',
      intervalSeconds: 900,
      stampedAt: 'start',
      since: '2025-01-01',
    };
    const tenant = { ...meter, pointCode: 'SHOP' };
    await call('PUT', 'areas', {
      areas: [
        { name: 'Hall', meters: [meter] },
        { name: 'Mall', floorAreaM2: 100, meters: [meter] },
        { name: 'Shop', parentIndex: 1, floorAreaM2: 25.5, meters: [tenant] },
        { name: 'Store', parentIndex: 1, floorAreaM2: 50 },
        {
          name: 'Motors',
          meters: [
            { ...meter, pointCode: 'MOTORS' },
            { ...meter, pointCode: 'MOTORS.KVARH', energyType: 'reactive' },
          ],
        },
      ],
    });
    const { dataSource } = api.database;
    const idOf = async (pointCode: string) =>
      (await dataSource.manager.findOneByOrFail(MeterEntity, { pointCode })).id;
    const readings = Array.from({ length: (END_MS - FIRST_MS) / QUARTER_MS }, (_, index) => {
      const atMs = FIRST_MS + index * QUARTER_MS;
      return { atMs, value: kwhAt(atMs), quality: 0 };
    });
    const intake = new ReadingIntakeService(dataSource, new RollupService());
    await intake.take(await idOf('HALL'), readings);
    const ofJanuary = readings.filter(({ atMs }) => atMs < Date.parse('2025-02-01T00:00+01:00'));
    for (const [pointCode, value] of [
      ['SHOP', 0.25],
      ['MOTORS', 3],
      ['MOTORS.KVARH', 4],
    ] as const)
      await intake.take(
        await idOf(pointCode),
        ofJanuary.map((reading) => ({ ...reading, value })),
      );
    await call('POST', 'price-series', { name: 'Day-ahead', currency: 'EUR' });
  });
  afterAll(() => api.stop());

  it('refuse a contract whose parts contradict each other', async () => {
    const contract = { name: 'Utility', areaId: 1, currency: 'USD' };
    const energies = [
      { pricePerKwh: 0.2, series: 1 },
      { periods: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '07:00', to: '20:00', pricePerKwh: 0.3 }] },
      {
        tiers: [
          { upToKwh: null, pricePerKwh: 0.2 },
          { upToKwh: 10, pricePerKwh: 0.3 },
        ],
      },
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
    expect((created.body as { parts: object[] }).parts[2]).toEqual({
      validFrom: '2025-04-01',
      standing: { perMonth: 45 },
      energy: { series: 1 },
      leviesPerKwh: 0,
      vatPercent: 0,
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
    const why = (index: number) =>
      before[index]?.lines.flatMap(({ explanation }) => explanation.map(({ message }) => message));
    expect(why(1)).toEqual([
      '31 of the 31 days of the month',
      'The energy from 2025-01-01 to 2025-01-31, with the price that is valid from 2025-01-01 on',
      'The energy from 2025-01-01 to 2025-01-31, with the price that is valid from 2025-01-01 on',
      'The highest mean power of 15 minutes was 20 kW from 2025-01-15 10:00 on.',
    ]);
    expect(why(2)?.slice(-2)).toEqual([
      'The highest mean power of 15 minutes was 4 kW from 2025-02-01 00:00 on.',
      '50 % of the highest peak of 12 months are more: 20 kW from 2025-01-15 10:00 on.',
    ]);
    expect(why(3)?.slice(-4)).toEqual([
      '15 of the 31 days of the month',
      'The energy of the 143 h with this price',
      'The energy of the 216 h with this price',
      'The energy from 2025-03-17 to 2025-03-31, with the price that is valid from 2025-03-17 on',
    ]);
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

  it('use prices that are fetched each hour, and say why they cannot be', async () => {
    let answer = { status: 503, body: '' };
    const source = await LocalServer.start((_, response) =>
      response.writeHead(answer.status).end(answer.body),
    );
    const http = new OutboundHttp({ allowlist: ['127.0.0.1'], maxMs: 30_000, maxBytes: 1_000_000 });
    try {
      const url = `http://127.0.0.1:${source.port}/prices.csv`;
      const refused = await call('POST', 'price-series', {
        name: 'Inside',
        currency: 'EUR',
        url: 'http://10.1.2.3/',
      });
      expect(detailsOf(refused)).toEqual({ status: 400, details: [['url', 'address_refused']] });
      const { body } = await call('POST', 'price-series', {
        name: 'Fetched',
        currency: 'EUR',
        url: `${url}?key=7Kd2`,
      });
      const { id } = body as { id: number };
      const clock = new FixedClock(Date.parse('2025-04-30T12:00Z'));
      const inBerlin = { timezone: () => Promise.resolve('Europe/Berlin') } as never;
      const fetches = new PriceFetchesService(api.database.dataSource, http, inBerlin, clock);
      const fetched = async () => {
        await fetches.fetchDue(new AbortController().signal);
        return ((await call('GET', `price-series/${id}`)).body as { source: object }).source;
      };

      const first = { url, triedAt: '2025-04-30T12:00:00.000Z', fetchedAt: null };
      expect(await fetched()).toMatchObject({ ...first, failure: { code: 'prices_status' } });
      // The next try is an hour later.
      answer = { status: 200, body: 'timestamp,price\n2025-04-01T00:00:00Z,much\n' };
      clock.advance(HOUR_MS - 1);
      expect(await fetched()).toMatchObject(first);
      clock.advance(1);
      expect(await fetched()).toMatchObject({
        fetchedAt: null,
        failure: {
          code: 'price_line_unreadable',
          values: { line: 2, reason: { code: 'line_price' } },
        },
      });

      answer.body = '2025-04-01 00:00,0.5\n2025-03-31T23:00:00Z,0.7';
      expect((await call('PUT', `price-series/${id}`, { url })).body).toMatchObject({
        name: 'Fetched',
        source: { triedAt: null },
      });
      const fetchedAt = clock.now().toISOString();
      expect(await fetched()).toEqual({ url, triedAt: fetchedAt, fetchedAt, failure: null });
      const [day] = await api.database.dataSource.manager.findBy(PriceDayEntity, { seriesId: id });
      expect(day?.prices.slice(86)).toEqual([null, null, ...Array(4).fill(5e8), ...Array(4).fill(7e8)]);
      expect(source.received).toHaveLength(3);
      expect((await call('PUT', `price-series/${id}`, { url: null })).body).toMatchObject({ source: null });
      expect((await call('GET', `price-series/${id + 1}`)).status).toBe(404);
    } finally {
      http.onApplicationShutdown();
      await source.stop();
    }
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

  it('are divided among the areas by their energy or floor area', async () => {
    const contract = { name: 'Mall', areaId: 2, currency: 'EUR', parts: PARTS.slice(0, 2) };
    expect((await call('POST', 'contracts', contract)).body).toMatchObject({ id: 2 });
    const shares = async (query: string) =>
      (await call('GET', `bills/shares?contractId=2&from=2025-01-01&to=2025-04-01${query}`)).body as {
        shares: { areaId: number | null; quantity: number | null; total: number | null }[];
        missing: { code: string }[];
      }[];
    const [january, , march] = await shares('');
    expect(january).toMatchObject({
      month: '2025-01',
      net: 1245.48,
      vat: 236.64,
      total: 1482.12,
      missing: [],
    });
    expect(january?.shares).toEqual([
      { areaId: 3, quantity: 744, net: 248.83, vat: 47.28, total: 296.11 },
      { areaId: 4, quantity: 0, net: 0, vat: 0, total: 0 },
      { areaId: null, quantity: 2980, net: 996.65, vat: 189.36, total: 1186.01 },
    ]);
    expect(march?.missing.map(({ code }) => code)).toEqual([
      'bill_energy_incomplete',
      'shares_energy_incomplete',
    ]);
    expect(march?.shares.map(({ total }) => total)).toEqual([null, null, null]);
    const [byFloor] = await shares('&by=floorArea');
    expect(byFloor?.shares.map(({ quantity, total }) => [quantity, total])).toEqual([
      [25.5, 377.94],
      [50, 741.06],
      [24.5, 363.12],
    ]);
  });

  it('have reactive energy beyond a share of the energy, which also gives the power factor', async () => {
    const part = { validFrom: '2025-01-01', standing: { perMonth: 0 }, energy: { pricePerKwh: 0.1 } };
    const parts = [{ ...part, reactive: { freeShare: 0.5, pricePerKvarh: 0.01 } }];
    const contract = { name: 'Motors', areaId: 5, currency: 'EUR', parts };
    expect(detailsOf(await call('POST', 'contracts', { ...contract, energyType: 'gas' }))).toEqual({
      status: 400,
      details: [['parts[0].reactive', 'reactive_of_other_type']],
    });
    const { body } = await call('POST', 'contracts', contract);
    const { id } = body as { id: number };
    const answer = await call('GET', `bills?contractId=${id}&from=2025-01-01&to=2025-03-01`);
    const [january, february] = answer.body as Bill[];
    expect(linesOf(january)).toEqual([
      ['standing', 1, 0, 0],
      ['energy', 8928, 0.1, 892.8],
      ['reactive', 7440, 0.01, 74.4],
    ]);
    expect(january).toMatchObject({ total: 967.2, missing: [] });
    expect(january?.lines.at(-1)?.explanation[0]?.message).toBe(
      '11904 kvarh were used. 0.5 kvarh are free for each of 8928 kWh.',
    );
    expect(codesOf(february ? [february] : [])).toEqual([
      ['bill_energy_incomplete', 'bill_reactive_incomplete'],
    ]);

    const statement = 'SELECT SUM(kwh) AS kwh FROM energy_hour WHERE area_id = 5';
    const [row] = await api.database.dataSource.query<{ kwh: string }[]>(statement);
    expect(Number(row?.kwh)).toBe(8928);
    const mixed = [{ pointCode: 'SUM', kind: 'formula', formula: [term('MOTORS'), term('MOTORS.KVARH')] }];
    const areas = [{ id: 5 }, { name: 'Sum', meters: mixed }];
    expect(detailsOf(await call('PUT', 'areas', { areas }))).toEqual({
      status: 400,
      details: [['areas[1].meters[0].formula[1].pointCode', 'reactive_part']],
    });
    for (const sliding of [false, true]) {
      const of = (areaId: number) =>
        call(
          'GET',
          `demand?areaId=${areaId}&from=2025-01-01&to=2025-02-01&interval=month&sliding=${sliding}`,
        );
      expect((await of(5)).body).toMatchObject([{ peakKw: 12, reactiveKvarh: 11_904, powerFactor: 0.6 }]);
      expect((await of(1)).body).toMatchObject([{ reactiveKvarh: null, powerFactor: null }]);
    }
  });
});
