// Runs in the full check only: it lets days pass.
import { createHmac } from 'node:crypto';
import { getTimes } from 'suncalc';
import { LocalServer } from '../../../factories/local-server';
import type { Temporal } from 'temporal-polyfill';
import { dryRunOf, RECIPES, recipe } from '../../../factories/recipes';
import { MANAGER, RecipeHouse, type Saved, ZONE } from './recipe-house';

jest.setTimeout(300_000);

const isWorkday = ({ dayOfWeek }: { dayOfWeek: number }) => dayOfWeek <= 5;
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const CO2 = 'F1.EAST.ZONE.CO2';
const OTHER_CO2 = 'F1.WEST.ZONE.CO2';
const FAN = 'AHU1.FAN.CMD';
const PEOPLE = 'F1.EAST.ZONE.OCCUPANCY';
const LIGHT = 'F1.EAST.LIGHT.SWITCH';
const ZONES = ['F1', 'F2', 'F3'].flatMap((floor) =>
  ['EAST', 'WEST'].map((side) => `${floor}.${side}.ZONE.TEMP`),
);
/** The meter of the building. The tests set its values. */
const BUILDING = 'F2.ELEC.HVAC.KWH';
/** The meters of the areas 2 and 3. */
const TENANTS = ['F1.ELEC.HVAC.KWH', 'F3.ELEC.HVAC.KWH'] as const;
const WATER = 'BLDG.WATER.VOLUME';
/** The number of the request that the billing service never answers. */
const UNANSWERED_BILL = 3;
/** In EUR per kWh. */
const PRICE = 0.25;

/**
 * The clock begins on a Monday in summer and moves forward from test to test. The first tests are those of recipes that
 * an event in the building or another system starts. A schedule starts the others.
 */
describe('docs/recipes.md', () => {
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
    since = house.now().subtract({ days: 3 }).toInstant().toString();
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

  it('every recipe can be tried with the documented dry run', async () => {
    const workflows = await Promise.all(
      RECIPES.map(async (number) => {
        // A dry run looks up the address of a request.
        const text = JSON.stringify(recipe(number)[0]).replace('https://billing.example.org', billingUrl());
        const draft = { ...(JSON.parse(text) as object), enabled: false };
        const workflow = await house.call<Saved>('POST', '/workflows', draft);
        await house.call('POST', `/workflows/${workflow.id}/trigger`, dryRunOf(number));
        return { number, workflow };
      }),
    );
    for (const { number, workflow } of workflows) {
      const executions = await house.ended(workflow);
      expect({ number, executions }).toMatchObject({
        number,
        executions: [{ status: 'success', error: null }],
      });
      await house.call('DELETE', `/workflows/${workflow.id}`);
    }
  });

  it('recipe 1 starts the fan above 900 ppm in one room and stops it below 700 ppm in all rooms, even if a sensor fails or no worker sees the fall', async () => {
    await house.set(FAN, false);
    for (const room of [CO2, OTHER_CO2]) await house.set(room, 600);
    await house.knows(OTHER_CO2, 600);
    const workflow = await house.save(1);
    await house.set(CO2, 950);
    await house.becomes(FAN, true);
    await house.ran(workflow, 'on');
    await house.set(OTHER_CO2, 950);
    await house.knows(OTHER_CO2, 950);
    await house.set(CO2, 650);
    await house.knows(CO2, 650);
    await house.set(OTHER_CO2, null, 'bad');
    await house.knows(OTHER_CO2, null);
    expect(await house.value(FAN)).toBe(true);
    await house.whileDead(() => house.set(OTHER_CO2, 650));
    await house.becomes(FAN, false);
    const [fresh] = await house.results(workflow, 'fresh');
    expect(fresh?.output).toMatchObject({ result: 'met' });
    expect(await house.ended(workflow)).toHaveLength(1);
    await house.disable(workflow);
  });

  it('recipe 8 mails the manager about alerts that nobody acknowledges, even if no worker sees the acknowledgement', async () => {
    const workflow = await house.save(8);
    const raise = await house.call<{ id: string }>('POST', '/workflows', {
      name: 'Raise',
      nodes: [
        { id: 'start', type: 'start' },
        {
          id: 'raise',
          type: 'create_alert',
          config: { severity: 'critical', title: '{{ triggerData.title }}', type: '{{ triggerData.title }}' },
        },
      ],
      edges: [{ source: 'start', target: 'raise' }],
    });
    for (const title of ['Pump', 'Fan', 'Boiler'])
      await house.call('POST', `/workflows/${raise.id}/trigger`, { input: { title } });
    const [pump] = await house.alerts('Pump', 1);
    const [fan] = await house.alerts('Fan', 1);
    await house.started(workflow, 3);
    await house.whileDead(async () => {
      await house.call('POST', `/alerts/${pump?.id}/acknowledge`, {});
      await house.call('POST', `/alerts/${fan?.id}/clear`, {});
      await house.skipMinutes(16);
    });
    const mails = await house.mailsUntil('Boiler');
    await house.ended(workflow, 3);
    const subjects = [...mails, ...house.outbox.rest(MANAGER)].map(({ headers }) => headers.get('subject'));
    expect(subjects.filter((subject) => /Pump|Fan$/.test(subject ?? ''))).toEqual([]);
    await house.disable(workflow);
  });

  it('recipe 14 chooses the next lighting mode at each press', async () => {
    const BUTTON = 'F3.WEST.LIGHT.SWITCH';
    await house.set(BUTTON, false);
    const workflow = await house.save(14);
    const modes: unknown[] = [];
    for (const press of [1, 2, 3]) {
      await house.knows(BUTTON, false);
      await house.set(BUTTON, true);
      const ran = await house.ended(workflow, press);
      modes.push(ran.at(-1)?.nodeResults.find(({ nodeId }) => nodeId === 'mode')?.output?.value);
      await house.set(BUTTON, false);
    }
    expect(modes).toEqual(['evening', 'off', 'day']);
    await house.disable(workflow);
  });

  it('recipe 16 warns if a value rises or falls by 2 K within ten minutes', async () => {
    const [rising, falling] = ['F2.EAST.ZONE.TEMP', 'F2.WEST.ZONE.TEMP'] as const;
    const set = async (up: number, down: number) => {
      await house.set(rising, up);
      await house.set(falling, down);
    };
    for (const zone of ZONES) await house.set(zone, 20);
    for (const zone of ZONES) await house.knows(zone, 20);
    await house.skipMinutes(30);
    const workflow = await house.save(16);
    await set(18.5, 21.5);
    await house.ended(workflow, 2);
    await house.alerts('fast-change', 0);
    await house.skipMinutes(2);
    await set(20.5, 19.5);
    const alerts = await house.alerts('fast-change', 2);
    expect(new Set(alerts.map(({ title }) => title))).toEqual(
      new Set([`${rising} went from 18.5 to 20.5 °C`, `${falling} went from 21.5 to 19.5 °C`]),
    );
    await house.disable(workflow);
  });

  it('recipe 17 uses the answer of another workflow', async () => {
    const people = await house.save(17);
    const workflow = await house.save(17, {
      index: 1,
      change: (text) => text.replace('00000000-0000-0000-0000-000000000000', people.id),
    });
    await house.set(PEOPLE, 3);
    await house.set('F1.WEST.ZONE.OCCUPANCY', 0);
    for (const side of ['EAST', 'WEST']) await house.set(`F1.${side}.LIGHT.SWITCH`, false);
    await house.call('POST', `/workflows/${workflow.id}/trigger`, {});
    expect(await house.ended(people)).toMatchObject([{ status: 'success' }]);
    const [ran] = await house.ended(workflow);
    expect(ran?.status).toBe('success');
    expect(await house.value(LIGHT)).toBe(true);
    expect(await house.value('F1.WEST.LIGHT.SWITCH')).toBe(false);
  });

  it('recipe 18 answers a partner in the format that the partner expects, even if the api and the worker die before the answer', async () => {
    const workflow = await house.save(18);
    const { webhookSlug, webhookSecret } = workflow;
    const deliver = async (booking: { id: number; room: object }) => {
      const body = JSON.stringify(booking);
      const signature = createHmac('sha256', webhookSecret ?? '')
        .update(body)
        .digest('hex');
      const { address } = house.installation.api;
      const response = await fetch(`${address}/api/webhook/${webhookSlug}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-booking-signature': signature,
          'idempotency-key': `booking-${booking.id}`,
        },
      });
      return { status: response.status, body: await response.json() };
    };
    const booking = { id: 7, room: { side: 'EAST' } };
    let first: Promise<unknown> | undefined;
    await house.killDuringWrite(
      () => (first = deliver(booking).catch((error: unknown) => error)),
      () => house.restartApi(),
    );
    expect(await first).toBeInstanceOf(TypeError);
    expect(await deliver(booking)).toEqual({ status: 200, body: { booking: 7, state: 'prepared' } });
    expect(await house.value('F1.EAST.LIGHT.LEVEL')).toBe(80);
    expect(await house.ended(workflow)).toHaveLength(1);
    expect(await deliver({ id: 8, room: { side: 'NORTH' } })).toEqual({
      status: 422,
      body: { booking: 8, state: 'unknown room' },
    });
  });

  it('recipe 20 switches the lights off half an hour after the last movement', async () => {
    await house.set(PEOPLE, 0);
    await house.set(LIGHT, true);
    await house.knows(PEOPLE, 0);
    const workflow = await house.save(20);
    await house.set(PEOPLE, 1);
    await house.started(workflow, 1);
    await house.set(PEOPLE, 0);
    await house.ran(workflow, 'empty');
    await house.skipMinutes(25);
    await house.set(PEOPLE, 2);
    const [first] = await house.ended(workflow);
    expect(first).toMatchObject({ status: 'failed' });
    await house.set(PEOPLE, 0);
    await house.ran(workflow, 'empty');
    await house.skipMinutes(31);
    await house.becomes(LIGHT, false);
    // A new arrival ended the first execution during its pause, so only the second one has run `off`.
    const runsOfOff = (await house.ended(workflow, 2)).map(
      ({ nodeResults }) => nodeResults.filter(({ nodeId }) => nodeId === 'off').length,
    );
    expect(runsOfOff).toEqual([0, 1]);
    await house.disable(workflow);
  });

  it('recipe 2 switches off the lights of empty zones while the building is closed', async () => {
    const workflow = await house.save(2);
    await house.skipTo('19:59', isWorkday);
    await house.set('F1.EAST.ZONE.OCCUPANCY', 0);
    await house.set('F1.WEST.ZONE.OCCUPANCY', 2);
    for (const side of ['EAST', 'WEST']) await house.set(`F1.${side}.LIGHT.SWITCH`, true);
    await house.skipTo('20:00');
    await house.becomes('F1.EAST.LIGHT.SWITCH', false);
    await house.ended(workflow);
    expect(await house.value('F1.WEST.LIGHT.SWITCH')).toBe(true);
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
    await house.skipTo('07:32');
    await house.set('F1.EAST.ZONE.TEMP', 21.2);
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
    await house.skipTo('06:00');
    await house.becomes('AHU1.SUPPLY.TEMP_SP', 16);
    await house.skipTo('06:00');
    await house.becomes('AHU1.SUPPLY.TEMP_SP', 21);
    expect(await house.ended(workflow, 2)).toHaveLength(2);
    await house.disable(workflow);
  });

  it('recipe 9 mails the figures of yesterday', async () => {
    const workflow = await house.save(9);
    await house.read('06:00');
    await house.skipTo('07:00');
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
    await house.skipTo('04:15');
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
    await house.skipTo('15:10');
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
    await house.skipTo('16:05');
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
      await house.skipTo(time);
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
      await house.skipMinutes(minutes);
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
    await house.skipMinutes(1);
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
