// Runs in the full check only: it starts whole products.
import { MeterEntity, ReadingEntity } from '@app/entities';
import { Installation } from './installation';
import { HOUR_MS, wholeMwh } from './measured-energy';
import type { Area, AreaInput, EnergyPoint } from './product-client';

const DAY_MS = 24 * HOUR_MS;
const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const [today, yesterday, before] = [0, 1, 2].map((days) => new Date(todayMs - days * DAY_MS)) as [
  Date,
  Date,
  Date,
];

const PLANT = 'BLDG.ELEC.PLANT.KWH';
const LIGHTS_1 = 'F1.ELEC.LIGHTING.KWH';
const LIGHTS_2 = 'F2.ELEC.LIGHTING.KWH';
const register = (pointCode: string) => ({
  pointCode,
  multiplier: 1,
  intervalSeconds: 60,
  since: before.toISOString(),
});

/** One meter belongs both to an area and to its parent. Another meter belongs to an area at the third level. */
const NEW_SITE: AreaInput[] = [
  { name: 'Site', limits: { warningKw: 50, overLimitKw: 60 }, meters: [register(PLANT)] },
  { name: 'House', parentIndex: 0, meters: [register(PLANT), register(LIGHTS_1)] },
  { name: 'Wing', parentIndex: 1, meters: [register(LIGHTS_1), register(LIGHTS_2)] },
];

/** Returns the fields of areas that a client can change, without the current figures. */
function configurationOf(areas: readonly Area[]): unknown {
  return areas.map(({ id, parentId, name, sortOrder, limits, meters }) => ({
    id,
    parentId,
    name,
    sortOrder,
    limits,
    meters: meters.map((meter) => ({ ...meter, lastReadingAt: undefined, historyProgress: undefined })),
  }));
}

describe('PUT /energy/areas', () => {
  let installation: Installation;
  /** The areas of the current test. They are created before each test, with new ids, because ids are never reused. */
  let SITE: AreaInput[];
  let [site, house, wing] = [0, 0, 0];
  /** The energy that the gateway's registers counted yesterday, in whole Wh. */
  const usedWh = new Map<string, number>();

  beforeAll(async () => {
    installation = await Installation.start({ environment: { PLATFORM_TIMEZONE: 'UTC' } });
    for (const code of [PLANT, LIGHTS_1, LIGHTS_2]) {
      const [start, end] = await Promise.all([wattHours(code, yesterday), wattHours(code, today)]);
      usedWh.set(code, end - start);
    }
  });
  beforeEach(async () => {
    const ids = (await installation.client.putAreas(NEW_SITE)).map(({ id }) => id);
    [site = 0, house = 0, wing = 0] = ids;
    SITE = NEW_SITE.map((area, index) => ({ ...area, id: ids[index] }));
    await untilRead();
    await untilFigure(site, sumOf(PLANT, LIGHTS_1, LIGHTS_2));
  });
  afterAll(() => installation.stop());

  async function wattHours(code: string, at: Date): Promise<number> {
    const [sample] = await installation.observer.history(code, at, new Date(at.getTime() + 60_000));
    return Math.round((sample?.value ?? Number.NaN) * 1000);
  }

  async function untilRead(): Promise<void> {
    await installation.waitFor(
      async () => {
        const areas = await installation.client.areas();
        const meters = areas.flatMap(({ meters }) => meters);
        return meters.every(
          ({ historyProgress, lastReadingAt }) =>
            historyProgress === 1 && Date.parse(lastReadingAt ?? '') > todayMs,
        );
      },
      { what: 'all meters to be read' },
    );
  }

  const dayBefore = (areaId?: number): Promise<EnergyPoint[]> =>
    installation.client.details({
      areaId,
      from: yesterday.toISOString(),
      to: today.toISOString(),
      interval: 'day',
    });

  /** Returns the energy of each area yesterday, in Wh. */
  async function figures(): Promise<Record<number, number | null>> {
    const points = await dayBefore();
    return Object.fromEntries(
      points.map(({ areaId, value }) => [areaId, value === null ? null : Number(wholeMwh(value)) / 1000]),
    );
  }

  /** Waits until the area has this energy. Changes are applied in the background. */
  async function untilFigure(areaId: number, exactWh: number): Promise<void> {
    // Responses contain kWh with three decimals, so energy is compared in Wh.
    const energyWh = Math.round(exactWh);
    await installation.waitFor(async () => (await figures())[areaId] === energyWh, {
      what: `${energyWh} Wh in area ${areaId}`,
    });
  }

  const sumOf = (...codes: string[]) => codes.reduce((sum, code) => sum + (usedWh.get(code) ?? 0), 0);

  it('PUT /energy/areas counts each meter of an area and its descendants only once', async () => {
    expect(await figures()).toEqual({
      [site]: sumOf(PLANT, LIGHTS_1, LIGHTS_2),
      [house]: sumOf(PLANT, LIGHTS_1, LIGHTS_2),
      [wing]: sumOf(LIGHTS_1, LIGHTS_2),
    });
    const whole = await installation.client.stats({
      period: 'custom',
      from: yesterday.toISOString(),
      to: today.toISOString(),
    });
    expect(Math.round((whole.total ?? 0) * 1000)).toBe(sumOf(PLANT, LIGHTS_1, LIGHTS_2));
  });

  it('PUT /energy/areas changes nothing if the body is the response of GET', async () => {
    const { client } = installation;
    const given = await client.areas();
    expect(given[0]).toMatchObject({ name: 'Site', limits: { warningKw: 50, overLimitKw: 60 } });
    expect(given[0]?.meters).toEqual([
      {
        pointCode: PLANT,
        energyType: 'electricity',
        kind: 'cumulative',
        multiplier: 1,
        since: before.toISOString(),
        intervalSeconds: 60,
        stampedAt: 'start',
        registerMax: null,
        maxPowerKw: null,
        implausible: { count: 0, lastAt: null },
        formula: null,
        lastReadingAt: expect.any(String) as string,
        historyProgress: 1,
      },
    ]);

    const answered = await client.putAreas(given);

    expect(configurationOf(answered)).toEqual(configurationOf(given));
    expect(configurationOf(await client.areas())).toEqual(configurationOf(given));
    // The change has caused no backfill and has not changed the figures.
    expect(await client.hasAllHistory()).toBe(true);
    expect((await figures())[site]).toBe(sumOf(PLANT, LIGHTS_1, LIGHTS_2));
  });

  it('PUT /energy/areas keeps the omitted fields of an area, and deletes the areas that are missing from the body', async () => {
    const { client } = installation;
    await client.putAreas([{ id: site, name: 'Campus' }, { id: wing, parentId: site }, { name: 'New' }]);
    const added = wing + 1;

    const areas = await client.areas();
    expect(areas.map(({ id, name, parentId }) => [id, name, parentId])).toEqual(
      expect.arrayContaining([
        [site, 'Campus', null],
        [wing, 'Wing', site],
        [added, 'New', null],
      ]),
    );
    expect(areas).toHaveLength(3);
    expect(areas.find(({ id }) => id === site)?.limits).toEqual({ warningKw: 50, overLimitKw: 60 });
    expect(await figures()).toEqual({
      [site]: sumOf(PLANT, LIGHTS_1, LIGHTS_2),
      [wing]: sumOf(LIGHTS_1, LIGHTS_2),
      [added]: null,
    });
    const removed = await client.send(
      'GET',
      `/energy/details?areaId=${house}&from=${yesterday.toISOString()}&to=${today.toISOString()}&interval=day`,
    );
    expect(removed.status).toBe(404);
  });

  it('PUT /energy/areas stores exactly one of two concurrent bodies, and never a mixture of both', async () => {
    const { client } = installation;
    const sets = ['east', 'west'].map((side) =>
      [site, house, wing].map((id): AreaInput => ({ id, name: `${side} ${id}`, parentId: null })),
    );
    const answers = await Promise.all(
      [...sets, ...sets].map((areas) => client.send('PUT', '/energy/areas', { areas })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    const names = (await client.areas()).map(({ name }) => name);
    expect(sets.map((set) => set.map(({ name }) => name))).toContainEqual(names);
  });

  it('PUT /energy/areas recomputes the energy of a meter whose multiplier changed', async () => {
    const { client } = installation;
    const scaled = SITE.map((area) => ({
      ...area,
      meters: area.meters?.map((meter) => (meter.pointCode === PLANT ? { ...meter, multiplier: 3 } : meter)),
    }));
    await client.putAreas(scaled);
    await untilFigure(site, 3 * sumOf(PLANT) + sumOf(LIGHTS_1, LIGHTS_2));
    await client.putAreas(SITE);
    await untilFigure(site, sumOf(PLANT, LIGHTS_1, LIGHTS_2));
    expect((await figures())[wing]).toBe(sumOf(LIGHTS_1, LIGHTS_2));
  });

  it('alert rules of an area follow its power', async () => {
    const { client } = installation;
    const rule = { name: 'Power is high', areaId: site, severity: 'minor' };
    const { id } = await client.succeed<{ id: number }>('POST', '/alerts/rules', {
      ...rule,
      comparison: 'gte',
      threshold: 0,
    });
    interface Alert {
      status: string;
      value: number;
      message: string;
    }
    const becomes = (status: string) =>
      installation.waitFor(
        async () => {
          const alerts = await client.succeed<Alert[]>('GET', `/alerts?areaId=${site}`);
          return alerts.find((alert) => alert.status === status);
        },
        { what: `the alert to be ${status}` },
      );
    const { value, message } = await becomes('active');
    expect(message).toBe(`The power of area ${site} is ${value} kW, at or above the threshold 0 kW.`);
    await client.succeed('DELETE', `/alerts/rules/${id}`);
    await becomes('cleared');
  });

  it('PUT /energy/areas deletes the readings of a meter that leaves its last area, and reads them again when the meter returns', async () => {
    const { client, database } = installation;
    const readings = async () => {
      const meter = await database.dataSource.manager.findOneBy(MeterEntity, { pointCode: LIGHTS_2 });
      return meter && database.dataSource.manager.countBy(ReadingEntity, { meterId: meter.id });
    };
    expect(await readings()).toBeGreaterThan(2000);

    await client.putAreas([...SITE.slice(0, 2), { ...SITE[2], meters: [register(LIGHTS_1)] }]);
    expect(await figures()).toEqual({
      [site]: sumOf(PLANT, LIGHTS_1),
      [house]: sumOf(PLANT, LIGHTS_1),
      [wing]: sumOf(LIGHTS_1),
    });
    await installation.waitFor(async () => (await readings()) === null, {
      what: 'the readings of the meter to vanish',
    });

    await client.putAreas(SITE);
    await untilFigure(wing, sumOf(LIGHTS_1, LIGHTS_2));
  });

  it('PUT /energy/areas keeps the complete history of a meter that returns to an area before or during the deletion of its readings', async () => {
    const { client } = installation;
    for (let again = 0; again < 3; again++) {
      await client.putAreas(SITE.slice(0, 2));
      const areas = await client.putAreas([...SITE.slice(0, 2), { ...NEW_SITE[2] }]);
      wing = areas[2]?.id ?? 0;
      await untilRead();
      await untilFigure(wing, sumOf(LIGHTS_1, LIGHTS_2));
      expect((await figures())[site]).toBe(sumOf(PLANT, LIGHTS_1, LIGHTS_2));
    }
  });

  it.each<[string, object, Record<string, RegExp>]>([
    ['no list of areas', {}, { areas: /list/ }],
    [
      'several fields of wrong types',
      {
        areas: [
          { id: 0, name: '', limits: { warningKw: 'much' } },
          { name: 'A', meters: [{ pointCode: 'X', kind: 'guess', multiplier: 0 }, { kind: 'power' }] },
        ],
      },
      {
        'areas[0].id': /1/,
        'areas[0].name': /empty/,
        'areas[0].limits.warningKw': /number/,
        'areas[1].meters[0].kind': /one of/,
        'areas[1].meters[0].multiplier': /0/,
        'areas[1].meters[1].pointCode': /./,
      },
    ],
    [
      'several contradictions between its areas',
      {
        areas: [
          { name: 'A', parentIndex: 1 },
          { name: 'B', parentIndex: 0 },
          { name: 'C', parentId: 99 },
          { id: 2_147_483_647, name: 'D' },
          { name: 'E', limits: { warningKw: 9, overLimitKw: 8 } },
          { name: 'F', meters: [{ pointCode: 'X' }, { pointCode: 'X' }] },
          { name: 'G', meters: [{ pointCode: 'X', multiplier: 3 }] },
          { name: 'H', parentIndex: 9 },
          { id: 2_147_483_647, name: 'I' },
        ],
      },
      {
        'areas[0].parentIndex': /itself/,
        'areas[1].parentIndex': /itself/,
        'areas[2].parentId': /99/,
        'areas[3].id': /no area 2147483647/,
        'areas[7].parentIndex': /no area with the index 9/,
        'areas[8].id': /earlier/,
        'areas[4].limits.warningKw': /overLimitKw/,
        'areas[5].meters[1]': /already/,
        'areas[6].meters[0]': /different settings/,
      },
    ],
  ])(
    'PUT /energy/areas rejects a body with %s, reports each problem, and changes nothing',
    async (_what, body, faults) => {
      const { client } = installation;
      const given = configurationOf(await client.areas());

      const answer = await client.send<{ details: { path: string; message: string }[] }>(
        'PUT',
        '/energy/areas',
        body,
      );

      expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
      const paths = new Set(answer.body.details.map(({ path }) => path));
      expect([...paths].sort()).toEqual(Object.keys(faults).sort());
      for (const { path, message } of answer.body.details) expect(message).toMatch(faults[path] ?? /^never$/);
      expect(configurationOf(await client.areas())).toEqual(given);
    },
  );

  it('PUT /energy/areas accepts an empty list', async () => {
    const { client } = installation;
    expect(await client.putAreas([])).toEqual([]);
    expect(await client.areas()).toEqual([]);
    expect(await dayBefore()).toEqual([]);
    expect(await client.stats({ period: 'today' })).toEqual({
      total: null,
      avg: null,
      peak: null,
      peakTime: null,
      coverage: 0,
      silentMeters: [],
      comparedToLastPeriod: { total: null, avg: null, peak: null, coverage: 0 },
    });
  });
});
