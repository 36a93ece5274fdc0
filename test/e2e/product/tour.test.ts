// Runs in the full check only: it starts whole products.
import { unwrapPage } from '../../../clients/typescript/src';
import { anAccount, PASSWORD } from '../../factories/an-account';
import { ADMIN_PASSWORD, Installation } from './installation';
import { HOUR_MS } from './measured-energy';
import type { Area, AreaCard, EnergyPoint } from './product-client';

const DAY_MS = 24 * HOUR_MS;
/** A month by day, and the month before for comparisons. */
const HISTORY_DAYS = 70;
const BUILDING = 1;
const FLOORS = [2, 3, 4];

/** Time zones without summer time. */
const ZONES = [
  { name: 'Asia/Kolkata', offset: '+05:30', hours: 5.5 },
  { name: 'America/Caracas', offset: '-04:00', hours: -4 },
];

const localHour = (hours: number) => (Date.now() / HOUR_MS + hours + 24) % 24;

/** Chooses a zone in which the current time is not near midnight. */
function zoneOfFullDay(): (typeof ZONES)[number] {
  const zone = ZONES.find(({ hours }) => localHour(hours) > 1 && localHour(hours) < 23.5);
  if (!zone) throw new Error('All zones are too close to midnight. Add a zone with another offset.');
  return zone;
}
const zone = zoneOfFullDay();

/** Returns the local midnight that is `days` days after the last midnight. */
function midnight(days: number): string {
  const [date] = new Date(Date.now() + zone.hours * HOUR_MS + days * DAY_MS).toISOString().split('T');
  return `${date}T00:00:00${zone.offset}`;
}

const total = (points: readonly EnergyPoint[]) => points.reduce((sum, { value }) => sum + (value ?? 0), 0);

describe('a new user', () => {
  let installation: Installation;
  let areas: Area[];

  beforeAll(async () => {
    installation = await Installation.start({
      environment: { DEMO_BUILDING: true, PLATFORM_TIMEZONE: zone.name },
      historyDays: HISTORY_DAYS,
    });
    const { client } = installation;
    areas = await installation.waitFor(
      async () => {
        const areas = await client.areas();
        const meters = areas.flatMap(({ meters }) => meters);
        const isLive =
          areas.every(({ currentPower }) => currentPower !== null) &&
          meters.every(({ lastReadingAt }) => Date.now() - Date.parse(lastReadingAt ?? '') < HOUR_MS) &&
          meters.every(({ historyProgress }) => historyProgress === 1);
        return areas.length > 0 && isLive && areas;
      },
      { what: 'the current power of every area, and the history of every meter' },
    );
  });
  afterAll(() => installation.stop());

  it('a new user sees live figures of the demonstration building', () => {
    expect(areas.map(({ id, parentId }) => [id, parentId])).toEqual([
      [BUILDING, null],
      ...FLOORS.map((id) => [id, BUILDING]),
    ]);
    for (const area of areas) {
      expect(area.currentPower).toBeGreaterThan(0);
      expect(area.energyToday).toBeGreaterThan(0);
      expect(area.energyMonth).toBeGreaterThanOrEqual(area.energyToday ?? Infinity);
      expect(Date.now() - Date.parse(area.lastReadingAt ?? '')).toBeLessThan(3 * 60_000);
    }
    const [building, ...floors] = areas;
    expect(building?.energyMonth).toBeGreaterThan(
      floors.reduce((sum, { energyMonth }) => sum + (energyMonth ?? 0), 0),
    );
  });

  it('a new user reads the energy of a month by day', async () => {
    const days = await installation.client.details({
      areaId: BUILDING,
      from: midnight(-30),
      to: midnight(1),
      interval: 'day',
    });

    expect(days.map(({ timestamp }) => Date.parse(timestamp))).toEqual(
      Array.from({ length: 31 }, (_, index) => Date.parse(midnight(index - 30))),
    );
    expect(days.every(({ areaId, unit }) => areaId === BUILDING && unit === 'kWh')).toBe(true);
    for (const day of days.slice(0, -1)) {
      expect(day.value).toBeGreaterThan(0);
      expect(day.coverage).toBeGreaterThan(0.999);
      expect(day.estimated).toBe(false);
    }
    // Today is not over.
    expect(days.at(-1)?.coverage).toBeGreaterThan(0);
    expect(days.at(-1)?.coverage).toBeLessThan(1);
  });

  it('a new user gets the same total energy for buckets of every length', async () => {
    const { client } = installation;
    const [from, to] = [midnight(-7), midnight(0)];
    const week = await client.stats({ areaId: BUILDING, period: 'custom', from, to });
    const hours = await client.details({ areaId: BUILDING, from, to, interval: 'hour' });
    const days = await client.details({ areaId: BUILDING, from, to, interval: 'day' });

    expect(hours).toHaveLength(7 * 24);
    expect(days).toHaveLength(7);
    // Each figure is rounded to three decimals.
    expect(week.total).toBeCloseTo(total(hours), 1);
    expect(total(days)).toBeCloseTo(total(hours), 1);
    const peak = hours.reduce((best, hour) => ((hour.value ?? 0) > (best.value ?? 0) ? hour : best));
    expect([week.peak, week.peakTime]).toEqual([peak.value, peak.timestamp]);
    expect(week.avg).toBeCloseTo(total(hours) / hours.length, 2);

    const before = await client.details({
      areaId: BUILDING,
      from: midnight(-14),
      to: from,
      interval: 'week',
    });
    expect(week.comparedToLastPeriod.total).toBeCloseTo((total(hours) / total(before) - 1) * 100, 1);
  });

  it('a new user gets the same energy for today from the statistics and from the list of areas', async () => {
    const { client } = installation;
    const today = { areaId: BUILDING, from: midnight(0), to: midnight(1), interval: 'day' } as const;
    // The energy may grow before the next call, so this figure is a lower bound for the next one.
    const least = total(await client.details(today));
    const stats = await client.stats({ areaId: BUILDING, period: 'today' });
    const card = await client.area(BUILDING);
    const most = total(await client.details(today));

    expect(least).toBeGreaterThan(0);
    for (const figure of [stats.total, card.energyToday]) {
      expect(figure).toBeGreaterThanOrEqual(least);
      expect(figure).toBeLessThanOrEqual(most);
    }
  });

  it('a new user follows the event stream, and sees a changed value and the areas whose figures it has changed', async () => {
    const listener = await installation.listen();
    await installation.observer.write('F1.ELEC.POWER', 12.5);
    // The value and the areas are published independently, so either event may come first.
    const change = await installation.waitFor(
      () => listener.of('iot:value:change').find(({ code }) => code === 'F1.ELEC.POWER'),
      { what: 'the changed value' },
    );
    const floor = (areas: AreaCard[]) => areas.find(({ id }) => id === FLOORS[0]);
    const update = await installation.waitFor(
      () => listener.of('energy_update').find(({ areas }) => floor(areas)?.currentPower === 12.5),
      { what: 'the changed power of the floor' },
    );

    expect(listener.states).toEqual([{ status: 'connected', isReconnected: false }]);
    expect(change).toMatchObject({
      type: 'iot:value:change',
      kind: 'point',
      value: 12.5,
      quality: 'good',
    });
    expect(update).toMatchObject({ type: 'energy_update', kind: 'energy' });
    expect(update.areas).toEqual(
      [BUILDING, ...FLOORS].map((id) => ({
        id,
        parentId: id === BUILDING ? null : BUILDING,
        name: expect.any(String) as string,
        status: expect.stringMatching(/^(normal|warning|overLimit)$/) as string,
        currentPower: expect.any(Number) as number,
        energyToday: expect.any(Number) as number,
        energyMonth: expect.any(Number) as number,
        lastReadingAt: expect.any(String) as string,
      })),
    );
  });

  it('a new user finds workflows, each with one execution that had no effect on the building', async () => {
    const { client } = installation;
    const { items: workflows } = await unwrapPage(client.api.GET('/api/workflows'));
    expect(workflows.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['Lights out', true],
      ['Fresh air for a crowded room', true],
      ['Load watch', true],
    ]);
    const watch = workflows.find(({ name }) => name === 'Load watch');
    await installation.waitFor(
      async () => {
        const params = { path: { id: watch?.id ?? '' }, query: { trigger: 'manual' } } as const;
        const { items, total } = await unwrapPage(
          client.api.GET('/api/workflows/{id}/executions', { params }),
        );
        return total === 1 && items[0]?.status === 'success';
      },
      { what: 'the first execution' },
    );
  });

  it('a new user reads the consumption of gas and water', async () => {
    const { client } = installation;
    const yesterday = { areaId: BUILDING, from: midnight(-1), to: midnight(0), interval: 'day' } as const;
    for (const [energyType, unit] of [
      ['gas', 'kWh'],
      ['water', 'm³'],
    ] as const) {
      const [day] = await client.details({ ...yesterday, energyType });
      expect(day).toMatchObject({ unit, coverage: 1 });
      expect(day?.value).toBeGreaterThan(0);
    }
    const [heating] = await client.details({ ...yesterday, energyType: 'heating' });
    expect(heating).toMatchObject({ value: null, coverage: 0 });
  });

  it('a new user refreshes the session, and then signs out', async () => {
    const visitor = installation.client.another();
    const first = await visitor.signIn('admin', ADMIN_PASSWORD);
    const refresh = (refreshToken = '') => visitor.api.POST('/api/auth/refresh', { body: { refreshToken } });

    const second = await refresh(first.refreshToken);
    expect(second.response.status).toBe(200);
    expect((await refresh(first.refreshToken)).response.status).toBe(401);
    await visitor.plantroom.signOut();
    expect((await refresh(second.data?.refreshToken)).response.status).toBe(401);
  });

  it('a new user is refused without a token, and may change nothing as a viewer', async () => {
    const stranger = installation.client.another();
    for (const [method, path] of [
      ['GET', '/energy/areas'],
      ['PUT', '/energy/areas'],
      ['GET', `/energy/stats?period=today`],
      ['POST', '/events/token'],
    ] as const) {
      const { status, body } = await stranger.send(method, path, method === 'GET' ? undefined : {});
      expect([path, status, body]).toEqual([
        path,
        401,
        { error: expect.any(String) as string, code: 'unauthenticated' },
      ]);
    }

    const viewer = await anAccount(installation.database.dataSource);
    await stranger.signIn(viewer.username, PASSWORD);
    const areas = await stranger.areas();
    expect(areas).toHaveLength(4);
    const refused = await stranger.api.PUT('/api/energy/areas', { body: { areas: [] } });
    expect([refused.response.status, refused.error]).toEqual([
      403,
      { error: expect.any(String) as string, code: 'forbidden' },
    ]);
    expect(await stranger.areas()).toHaveLength(4);
  });
});
