// Runs in the full check only: it lets days pass.
import { createHmac } from 'node:crypto';
import { MANAGER, RecipeHouse } from './recipe-house';

jest.setTimeout(300_000);

const CO2 = 'F1.EAST.ZONE.CO2';
const OTHER_CO2 = 'F1.WEST.ZONE.CO2';
const FAN = 'AHU1.FAN.CMD';
const PEOPLE = 'F1.EAST.ZONE.OCCUPANCY';
const LIGHT = 'F1.EAST.LIGHT.SWITCH';
const ZONES = ['F1', 'F2', 'F3'].flatMap((floor) =>
  ['EAST', 'WEST'].map((side) => `${floor}.${side}.ZONE.TEMP`),
);

/** Recipes that an event in the building or another system starts. */
describe('docs/recipes.md, started by an event', () => {
  let house: RecipeHouse;

  beforeAll(async () => {
    house = await RecipeHouse.start();
  });
  afterAll(() => house.stop());

  it('recipe 1 starts the fan above 900 ppm in one room and stops it below 700 ppm in all rooms, even if a sensor fails or no worker sees the rise or the fall', async () => {
    await house.set(FAN, false);
    for (const room of [CO2, OTHER_CO2]) await house.set(room, 600);
    await house.knows(OTHER_CO2, 600);
    const workflow = await house.save(1);
    await house.whileStopped(() => house.set(CO2, 950));
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

  it('recipe 3 warns only after ten minutes above 26 °C', async () => {
    for (const zone of ZONES) await house.set(zone, 24);
    const workflow = await house.save(3);
    await house.knows('F1.WEST.ZONE.TEMP', 24);
    for (const side of ['EAST', 'WEST']) await house.set(`F1.${side}.ZONE.TEMP`, 27);
    await house.knows('F1.WEST.ZONE.TEMP', 27);
    await house.skipMinutes(6);
    await house.set('F1.WEST.ZONE.TEMP', 25);
    await house.knows('F1.WEST.ZONE.TEMP', 25);
    await house.whileDead(() => house.skipMinutes(5));
    const alerts = await house.alerts('too-warm', 1);
    expect(alerts[0]?.pointCode).toBe('F1.EAST.ZONE.TEMP');
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
      await house.restartApi();
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
      await house.whileDead(() => house.set(BUTTON, true));
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
    await house.whileDead(() => set(20.5, 19.5));
    const alerts = await house.alerts('fast-change', 2);
    expect(new Set(alerts.map(({ title }) => title))).toEqual(
      new Set([`${rising} went from 18.5 to 20.5 °C`, `${falling} went from 21.5 to 19.5 °C`]),
    );
    await house.disable(workflow);
  });

  it('recipe 17 uses the answer of another workflow, even if the worker dies before the answer arrives', async () => {
    const people = await house.save(17);
    const workflow = await house.save(17, {
      index: 1,
      change: (text) => text.replace('00000000-0000-0000-0000-000000000000', people.id),
    });
    await house.set(PEOPLE, 3);
    await house.set('F1.WEST.ZONE.OCCUPANCY', 0);
    for (const side of ['EAST', 'WEST']) await house.set(`F1.${side}.LIGHT.SWITCH`, false);
    const { observer } = house.installation;
    await observer.fail('hang', { path: '/codes/values' });
    await house.call('POST', `/workflows/${workflow.id}/trigger`, {});
    await house.waits(workflow);
    await observer.recover();
    await house.restart();
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

  it('recipe 20 switches the lights off half an hour after the last movement, even if no worker sees the movement', async () => {
    await house.set(PEOPLE, 0);
    await house.set(LIGHT, true);
    await house.knows(PEOPLE, 0);
    const workflow = await house.save(20);
    await house.set(PEOPLE, 1);
    await house.started(workflow, 1);
    await house.set(PEOPLE, 0);
    await house.ran(workflow, 'empty');
    await house.skipMinutes(25);
    await house.whileDead(() => house.set(PEOPLE, 2));
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
});
