// Runs in the full check only: it lets days pass.
import { getTimes } from 'suncalc';
import { LocalServer } from '../../../factories/local-server';
import type { Temporal } from 'temporal-polyfill';
import { dryRunOf, RECIPES, recipe } from '../../../factories/recipes';
import { MANAGER, RecipeHouse, type Saved, ZONE } from './recipe-house';

jest.setTimeout(300_000);

const isWorkday = ({ dayOfWeek }: { dayOfWeek: number }) => dayOfWeek <= 5;
const BERLIN = { latitude: 52.52, longitude: 13.405 };
/** The meter of the building. The tests set its values. */
const BUILDING = 'F2.ELEC.HVAC.KWH';
/** The meters of the areas 2 and 3. */
const TENANTS = ['F1.ELEC.HVAC.KWH', 'F3.ELEC.HVAC.KWH'] as const;
const WATER = 'BLDG.WATER.VOLUME';
/** The number of the request that the billing service never answers. */
const UNANSWERED_BILL = 3;
/** In EUR per kWh. */
const PRICE = 0.25;

/** Recipes that a schedule starts. The clock begins on a Monday in summer and moves forward from test to test. */
describe('docs/recipes.md, started by a schedule', () => {
  let house: RecipeHouse;
  let billing: LocalServer;
  /** The instant of the first reading of the meters. */
  let since: string;

  beforeAll(async () => {
    billing = await LocalServer.start((_, response) => {
      const requests = billing.received.length;
      if (requests === UNANSWERED_BILL) return;
      response.statusCode = requests === 1 ? 503 : 201;
      response.end();
    });
    house = await RecipeHouse.start({ WORKFLOW_HTTP_ALLOWLIST: ['127.0.0.1'] });
    const { client } = house.installation;
    since = house.now().subtract({ days: 10 }).toInstant().toString();
    const interval = { kind: 'interval' as const, intervalSeconds: 900, since };
    await client.putAreas([
      {
        name: 'Building',
        meters: [
          { ...interval, pointCode: BUILDING },
          { pointCode: WATER, kind: 'cumulative', intervalSeconds: 300, energyType: 'water', since },
        ],
      },
      ...TENANTS.map((pointCode) => ({
        name: `Tenant of ${pointCode}`,
        parentIndex: 0,
        meters: [{ ...interval, pointCode }],
      })),
    ]);
    await client.configure({
      site: BERLIN,
      tariffs: { electricity: { currency: 'EUR', default: PRICE } },
    });
    await house.until(
      () => client.hasAllHistory(),
      () => 'the history of the meters',
    );
  });
  afterAll(async () => {
    await house.stop();
    await billing.stop();
  });

  const billingUrl = () => `http://127.0.0.1:${billing.port}`;

  it.each(RECIPES)('recipe %d can be tried with the documented dry run', async (number) => {
    // A dry run looks up the address of a request.
    const text = JSON.stringify(recipe(number)[0]).replace('https://billing.example.org', billingUrl());
    const draft = { ...(JSON.parse(text) as object), enabled: false };
    const workflow = await house.call<Saved>('POST', '/workflows', draft);
    await house.call('POST', `/workflows/${workflow.id}/trigger`, dryRunOf(number));
    expect(await house.ended(workflow)).toMatchObject([{ status: 'success', error: null }]);
    await house.call('DELETE', `/workflows/${workflow.id}`);
  });

  it('recipe 2 switches off the lights of empty zones while the building is closed', async () => {
    const workflow = await house.save(2);
    await house.skipTo('19:59', isWorkday);
    await house.set('F1.EAST.ZONE.OCCUPANCY', 0);
    await house.set('F1.WEST.ZONE.OCCUPANCY', 2);
    for (const side of ['EAST', 'WEST']) await house.set(`F1.${side}.LIGHT.SWITCH`, true);
    await house.whileDead(() => house.skipTo('20:00'));
    await house.becomes('F1.EAST.LIGHT.SWITCH', false);
    await house.ended(workflow);
    expect(await house.value('F1.WEST.LIGHT.SWITCH')).toBe(true);
    await house.disable(workflow);
  });

  it('recipe 4 dims as many floors as necessary for the limit, and then restores the light', async () => {
    const levels = ['F3', 'F2', 'F1'].map((floor) => `${floor}.EAST.LIGHT.LEVEL`);
    /** Sets the power of the building, in which each dimmed floor saves 12.5 kW. */
    const draw = async (fullKw: number) => {
      const values = await Promise.all(levels.map((code) => house.value(code)));
      const dimmed = values.filter((value) => value === 40).length;
      await house.set('BLDG.ELEC.MAIN.POWER', fullKw - 12.5 * dimmed);
    };
    const [third = '', second = '', first = ''] = levels;
    for (const code of levels) await house.set(code, 100);
    await draw(80);
    await house.skipTo('20:14');
    const workflow = await house.save(4);
    await house.killDuringWrite(() => house.skipTo('20:15'));
    await house.becomes(third, 40);
    await house.ended(workflow);
    await draw(80);
    await house.skipTo('20:16');
    await house.becomes(second, 40);
    await house.ended(workflow, 2);
    await draw(80);
    await house.skipTo('20:17');
    await house.ended(workflow, 3);
    expect(await house.value(first)).toBe(100);
    await draw(65);
    await house.skipTo('20:18');
    await house.becomes(second, 100);
    await house.ended(workflow, 4);
    await draw(65);
    await house.skipTo('20:19');
    await house.ended(workflow, 5);
    expect(await house.value(third)).toBe(40);
    await house.disable(workflow);
  });

  it('recipe 5 runs the fan while the night air cools a warm room, but not if another is cool or a sensor has failed', async () => {
    const workflow = await house.save(5);
    const [east, west] = ['F1.EAST.ZONE.TEMP', 'F1.WEST.ZONE.TEMP'] as const;
    await house.set(east, 25);
    await house.set(west, 21);
    await house.set('BLDG.OUTSIDE.TEMP', 15);
    await house.set('AHU1.FAN.CMD', false);
    await house.skipTo('01:00');
    await house.becomes('AHU1.FAN.CMD', true);
    await house.ended(workflow);
    await house.set(east, 21);
    await house.skipTo('01:10');
    await house.ended(workflow, 2);
    expect(await house.value('AHU1.FAN.CMD')).toBe(true);
    await house.whileDead(() => house.skipMinutes(6));
    await house.becomes('AHU1.FAN.CMD', false);
    await house.set(east, 25);
    await house.set(west, 19);
    await house.skipTo('01:20');
    await house.ended(workflow, 3);
    await house.set(west, 21);
    await house.set('BLDG.OUTSIDE.TEMP', null, 'bad');
    await house.skipTo('01:30');
    await house.ended(workflow, 4);
    await house.set(east, null, 'bad');
    await house.set('BLDG.OUTSIDE.TEMP', -10);
    await house.skipTo('01:40');
    await house.ended(workflow, 5);
    expect(await house.results(workflow, 'purge')).toHaveLength(1);
    expect(await house.value('AHU1.FAN.CMD')).toBe(false);
    await house.disable(workflow);
  });

  it('recipe 6 starts the heating just in time, once a day, and learns how fast it heats', async () => {
    const workflow = await house.save(6);
    await house.set('AHU1.HEATING.VALVE', 0);
    await house.set('F1.EAST.ZONE.TEMP', null, 'bad');
    await house.skipTo('06:30', isWorkday);
    await house.ended(workflow);
    expect(await house.value('AHU1.HEATING.VALVE')).toBe(0);
    await house.set('F1.EAST.ZONE.TEMP', 17);
    // The wait for 21 °C must not see the value of the test before.
    await house.knows('F1.EAST.ZONE.TEMP', 17);
    await house.skipTo('06:35');
    await house.ended(workflow, 2);
    expect(await house.value('AHU1.HEATING.VALVE')).toBe(0);
    await house.skipTo('06:40');
    await house.becomes('AHU1.HEATING.VALVE', 100);
    await house.skipTo('06:45');
    await house.ended(workflow, 3);
    await house.whileDead(async () => {
      await house.skipTo('07:32');
      return house.set('F1.EAST.ZONE.TEMP', 21.2);
    });
    await house.becomes('AHU1.HEATING.VALVE', 30);
    const results = await house.results(workflow, 'learn');
    expect(results.map(({ output }) => Math.round(Number(output?.value)))).toEqual([52 / 4]);
    expect(await house.results(workflow, 'heat')).toHaveLength(1);
    await house.disable(workflow);
  });

  it('recipe 7 respects the holidays of the calendar', async () => {
    const workflow = await house.save(7);
    const date = house.next('06:00').toPlainDate().toString();
    const calendar = await house.call<object>('GET', '/calendars/1');
    await house.call('PUT', '/calendars/1', {
      ...calendar,
      exceptions: [{ date, kind: 'closed', name: 'Town festival' }],
    });
    await house.whileDead(() => house.skipTo('06:00'));
    await house.becomes('AHU1.SUPPLY.TEMP_SP', 16);
    await house.skipTo('06:00');
    await house.becomes('AHU1.SUPPLY.TEMP_SP', 21);
    expect(await house.ended(workflow, 2)).toHaveLength(2);
    await house.disable(workflow);
  });

  it('recipe 9 mails the figures of yesterday', async () => {
    const workflow = await house.save(9);
    await house.read('06:00');
    await house.whileDead(() => house.skipTo('07:00'));
    const { text, headers } = await house.outbox.next(MANAGER);
    const today = house.now().startOfDay();
    const [from = '', to = ''] = [today.subtract({ days: 1 }), today].map((day) =>
      day.toInstant().toString(),
    );
    const { total, peakTime } = await house.engineer.stats({ period: 'custom', from, to });
    expect(headers.get('subject')).toBe(`Yesterday: ${total} kWh`);
    const cost = Number(/Cost: (\S+) EUR/.exec(text)?.[1]);
    expect(Math.abs(cost - (total ?? 0) * PRICE)).toBeLessThan(0.01);
    expect(text).toContain(`at ${peakTime}`);
    expect(await house.ended(workflow)).toHaveLength(1);
    expect(house.outbox.has(MANAGER)).toBe(false);
    await house.disable(workflow);
  });

  it('recipe 10 reports water that flows all night', async () => {
    const workflow = await house.save(10);
    await house.skipTo('01:00');
    const volume = Number(await house.value(WATER));
    for (const [added, time] of ['01:00', '01:30', '02:30', '03:30'].entries()) {
      if (added > 0) await house.skipTo(time);
      await house.set(WATER, volume + added);
    }
    await house.read('04:10');
    await house.whileDead(() => house.skipTo('04:15'));
    const [alert] = await house.alerts('leak', 1);
    expect(alert?.title).toBe('Water flows all night: 3 m³');
    await house.read('04:10');
    await house.skipTo('04:15');
    await house.alerts('leak', 0);
    await house.disable(workflow);
  });

  it('recipe 11 compares an hour with the same hour of last week', async () => {
    const workflow = await house.save(11);
    await house.read('13:05');
    await house.skipTo('13:10');
    const [usual] = await house.ended(workflow);
    expect(usual).toMatchObject({ status: 'success', error: null });
    await house.alerts('unusual-consumption', 0);
    await house.skipTo('14:00');
    await house.set(BUILDING, 50);
    await house.read('15:05');
    await house.whileDead(() => house.skipTo('15:10'));
    const [alert] = await house.alerts('unusual-consumption', 1);
    expect(alert?.title).toContain('kWh in an hour');
    await house.disable(workflow);
  });

  it('recipe 12 moves the setpoint slowly with the weather', async () => {
    await house.set('BLDG.OUTSIDE.TEMP', 0);
    const workflow = await house.save(12);
    await house.set('AHU1.SUPPLY.TEMP_SP', 20);
    await house.skipTo('16:00');
    await house.becomes('AHU1.SUPPLY.TEMP_SP', 24);
    await house.ended(workflow);
    await house.set('BLDG.OUTSIDE.TEMP', 10);
    await house.whileDead(() => house.skipTo('16:05'));
    await house.ended(workflow, 2);
    // The setpoint falls by 1 K in five minutes. The two executions may be three to seven minutes apart.
    const value = Number(await house.value('AHU1.SUPPLY.TEMP_SP'));
    expect(value).toBeGreaterThan(22.6);
    expect(value).toBeLessThan(23.4);
    await house.disable(workflow);
  });

  it('recipe 13 reports a silent meter once per outage', async () => {
    await house.set(BUILDING, null, 'bad');
    const workflow = await house.save(13);
    for (const [index, time] of ['16:10', '16:15', '16:20'].entries()) {
      await house.whileDead(() => house.skipTo(time));
      await house.ended(workflow, index + 1);
    }
    expect((await house.alerts('silent-meter', 1))[0]?.pointCode).toBe(BUILDING);
    expect((await house.outbox.next(MANAGER)).headers.get('subject')).toContain(BUILDING);
    expect(house.outbox.has(MANAGER)).toBe(false);
    await house.set(BUILDING, 1, 'good');
    await house.skipTo('16:25');
    await house.alerts('silent-meter', 0);
    await house.disable(workflow);
  });

  it('recipe 15 switches the lights on before sunset while the building is open', async () => {
    const workflow = await house.save(15);
    await house.set('F1.WEST.LIGHT.SWITCH', false);
    const calendar = await house.call<{ weekly: object[] }>('GET', '/calendars/1');
    for (const [to, isOn] of [
      ['18:00', false],
      ['23:00', true],
    ] as const) {
      const weekly = calendar.weekly.map((hours) => ({ ...hours, to }));
      await house.call('PUT', '/calendars/1', { ...calendar, weekly });
      await house.skipTo('12:00', isWorkday);
      const noon = house.now();
      const { sunset } = getTimes(new Date(noon.epochMilliseconds), BERLIN.latitude, BERLIN.longitude);
      if (!sunset) throw new Error('The sun does not set on this day.');
      const minutes = (sunset.getTime() - noon.epochMilliseconds + 1000) / 60_000 - 30;
      await house.whileDead(() => house.skipMinutes(minutes));
      await house.ended(workflow, isOn ? 2 : 1);
      expect(await house.value('F1.WEST.LIGHT.SWITCH')).toBe(isOn);
    }
    await house.disable(workflow);
  });

  it('recipe 19 sends each tenant one bill, which is computed from the readings', async () => {
    const workflow = await house.save(19, {
      change: (text) =>
        text
          .replace('https://billing.example.org', billingUrl())
          .replace('Bearer {{ env.BILLING_TOKEN }}', 'Bearer secret')
          .replace('"areaId":1,', '"areaId":3,'),
    });
    const lastMonth = house.now().toPlainDate().with({ day: 1 });
    await house.read('05:00', ({ day }) => day === 1);
    await house.skipTo('06:00');
    await house.until(
      async () => billing.received.length >= 1,
      () => 'the first bill',
    );
    await house.waits(workflow);
    await house.whileDead(() => house.skipMinutes(1));
    await house.until(
      async () => billing.received.length >= UNANSWERED_BILL,
      () => 'the bill that is not answered',
    );
    await house.restart();
    await house.ended(workflow);
    const bills = billing.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bills.map(({ customer }) => customer)).toEqual(['A-100', 'A-100', 'A-200', 'A-200']);
    const keys = billing.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]]);
    expect(keys[0]).not.toBe(keys[2]);
    expect(bills[3]).toEqual(bills[2]);
    for (const [bill, meter] of [
      [bills[2], TENANTS[0]],
      [bills[1], TENANTS[1]],
    ] as const) {
      const samples = await house.installation.observer.history(
        meter,
        new Date(Math.max(startMs(lastMonth), Date.parse(since))),
        new Date(startMs(lastMonth.add({ months: 1 }))),
      );
      const kwh = samples
        .filter(({ quality }) => quality === 'good')
        .reduce((sum, { value }) => sum + (value ?? 0), 0);
      expect(kwh).toBeGreaterThan(0);
      expect(bill).toMatchObject({
        month: lastMonth.toString().slice(0, 7),
        currency: 'EUR',
        kwh: Math.round(kwh * 1000) / 1000,
        amount: Math.round(kwh * PRICE * 100) / 100,
      });
    }
    await house.disable(workflow);
  });
});

const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(ZONE).epochMilliseconds;
