import { FixedClock } from '@app/kernel';
import { ApplicationTag, EventState, ObjectType } from '@bacnet-js/client';
import pino from 'pino';
import type { BacnetPoint, BacnetSettings } from '../../apps/bridge/src/bacnet/bacnet.dto';
import { BacnetConnection } from '../../apps/bridge/src/bacnet/bacnet-connection';
import { discoverBacnet } from '../../apps/bridge/src/bacnet/bacnet-discovery';
import { aBacnetPoint } from '../factories/a-bacnet-point';
import { BacnetDevice, noCommands } from '../factories/bacnet-device';
import { BacnetNetwork } from '../factories/bacnet-network';
import { BacnetRouter } from '../factories/bacnet-router';
import { Readings } from '../factories/readings';
import { waitFor } from '../harness';

const NOW_MS = Date.parse('2026-03-01T10:00:00Z');
const POLL_MS = 60_000;
/** The limit of requests that are not answered. The others must be, also on a busy machine. */
const SHORT_MS = 500;
const INSTANCE = 1207;
const TIME_ZONE = 'Europe/Berlin';
const { ANALOG_INPUT, ANALOG_OUTPUT, ANALOG_VALUE, BINARY_INPUT, BINARY_OUTPUT, MULTI_STATE_VALUE } =
  ObjectType;

async function answered(devicesFound: ReadonlyMap<number, unknown>): Promise<void> {
  await waitFor(() => devicesFound.size > 0, { what: 'an answer' });
}

type Changes = Partial<BacnetSettings> & { address?: string | null };

describe('BacnetConnection', () => {
  const clock = new FixedClock(NOW_MS);
  const opened: BacnetConnection[] = [];
  const devices: BacnetDevice[] = [];
  let device: BacnetDevice;
  let reports: Readings;

  async function aDevice(instance: number): Promise<BacnetDevice> {
    const started = await BacnetDevice.start(instance);
    devices.push(started);
    return started;
  }

  beforeEach(async () => {
    clock.set(NOW_MS);
    reports = new Readings();
    device = await aDevice(INSTANCE);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((connection) => connection.stop()));
    for (const each of devices.splice(0)) each.turnOff();
  });

  /** @param address of the device; null to search it */
  function settingsFor(
    points: BacnetPoint[],
    { address = device.address, ...changes }: Changes = {},
  ): BacnetSettings {
    return {
      name: 'Plant',
      protocol: 'bacnet-ip',
      enabled: true,
      pollSeconds: POLL_MS / 1000,
      timeoutMs: 2000,
      broadcast: device.address,
      port: 0,
      priority: 16,
      forcePriority: 8,
      devices: [
        {
          name: 'AHU',
          prefix: '',
          instance: INSTANCE,
          address: address ?? undefined,
          subscribe: false,
          points,
        },
      ],
      ...changes,
    };
  }

  function connectionTo(points: BacnetPoint[], changes: Changes = {}): BacnetConnection {
    const settings = settingsFor(points, changes);
    const connection = new BacnetConnection(settings, reports, clock, TIME_ZONE, pino({ level: 'silent' }));
    opened.push(connection);
    return connection;
  }
  const connection = (...objects: string[]) => connectionTo(objects.map((object) => aBacnetPoint(object)));

  /** The changes of two points are reported. */
  const subscribed = (changes: Partial<BacnetSettings> = {}) => {
    const points = [aBacnetPoint('analog-input:1'), aBacnetPoint('analog-input:2')];
    const { address } = device;
    return connectionTo(points, {
      devices: [{ name: 'AHU', prefix: '', instance: INSTANCE, address, subscribe: true, points }],
      ...changes,
    });
  };

  /** Waits for records of trend logs. Some are fetched twice. Returns them in the order of time. */
  const fetched = (count: number) =>
    waitFor(
      () => {
        const kept = [...new Map(reports.kept.map((each) => [each[1], each])).values()];
        return kept.length === count && kept.toSorted(([, a], [, b]) => a - b);
      },
      { what: () => `${count} records, but there are ${JSON.stringify(reports.kept)}` },
    );

  describe('reads', () => {
    it('numbers, switches and states', async () => {
      device.add(ANALOG_INPUT, 1, 21.7);
      device.add(BINARY_INPUT, 2, 1);
      device.add(MULTI_STATE_VALUE, 3, 4, { tag: ApplicationTag.UNSIGNED_INTEGER });
      await connection('analog-input:1', 'binary-input:2', 'multi-state-value:3').poll();
      expect(reports.values).toEqual({
        'analog-input:1': 21.7,
        'binary-input:2': true,
        'multi-state-value:3': 4,
      });
      expect(reports.samples.get('analog-input:1')).toEqual({ atMs: NOW_MS, value: 21.7, quality: 'good' });
    });

    it('with the scale of the point', async () => {
      device.add(ANALOG_INPUT, 1, 230);
      await connectionTo([aBacnetPoint('analog-input:1', { scale: 0.1, offset: -2 })]).poll();
      expect(reports.values).toEqual({ 'analog-input:1': 21 });
    });

    it('the quality from the flags of the object', async () => {
      const flagged = [[], [0], [1], [2], [3]].map((flags, instance) => {
        device.add(ANALOG_INPUT, instance, 1, { flags });
        return `analog-input:${instance}`;
      });
      await connection(...flagged).poll();
      expect(flagged.map((code) => reports.qualityOf(code))).toEqual([
        'good',
        'good', // in alarm
        'bad', // fault
        'good', // overridden at the device
        'uncertain', // out of service
      ]);
    });

    it('a number that is none as bad', async () => {
      device.add(ANALOG_INPUT, 1, Number.NaN);
      await connection('analog-input:1').poll();
      expect(reports.samples.get('analog-input:1')).toEqual({ atMs: NOW_MS, value: null, quality: 'bad' });
    });

    it('many objects in few requests', async () => {
      const names = Array.from({ length: 40 }, (_, instance) => {
        device.add(ANALOG_INPUT, instance, instance);
        return `analog-input:${instance}`;
      });
      await connection(...names).poll();
      expect(reports.values).toEqual(Object.fromEntries(names.map((name, value) => [name, value])));
      const reads = Array.from({ length: 3 }, () => 'readPropertyMultiple');
      expect(device.requests).toEqual([...reads, 'getEventInformation']);
    });

    it('the other objects of a device that does not have one of them', async () => {
      device.add(ANALOG_INPUT, 1, 1);
      const ahu = connection('analog-input:1', 'analog-input:2');
      await ahu.poll();
      expect(reports.qualityOf('analog-input:2')).toBe('bad');
      device.add(ANALOG_INPUT, 2, 2);
      await ahu.poll();
      expect(reports.values).toEqual({ 'analog-input:1': 1, 'analog-input:2': 2 });
    });

    it.each<[device: string, change: (device: BacnetDevice) => void]>([
      ['answers only small requests', (each) => (each.mostObjects = 3)],
      ['reads one property at once', (each) => (each.readsMultiple = false)],
    ])('a device that %s', async (_, change) => {
      change(device);
      for (const instance of [1, 2, 3, 4, 5]) device.add(ANALOG_INPUT, instance, instance);
      const ahu = connection(
        'analog-input:1',
        'analog-input:2',
        'analog-input:3',
        'analog-input:4',
        'analog-input:9',
      );
      await ahu.poll();
      clock.advance(POLL_MS);
      await ahu.poll();
      expect(reports.samples.get('analog-input:4')).toEqual({
        atMs: NOW_MS + POLL_MS,
        value: 4,
        quality: 'good',
      });
      expect(reports.qualityOf('analog-input:9')).toBe('bad');
    });

    it('again if a frame was lost', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      device.lost = 1;
      await connectionTo([aBacnetPoint('analog-input:1')], { timeoutMs: SHORT_MS }).poll();
      expect(reports.samples.get('analog-input:1')).toMatchObject({ value: 5, quality: 'good' });
    });
  });

  describe('after a fault', () => {
    it('keeps the last value and its time, and reads the device again with the next poll', async () => {
      const object = device.add(ANALOG_INPUT, 1, 5);
      const ahu = connectionTo([aBacnetPoint('analog-input:1')], { timeoutMs: SHORT_MS });
      await ahu.poll();
      device.isSilent = true;
      clock.advance(POLL_MS);
      await ahu.poll();
      expect(reports.samples.get('analog-input:1')).toEqual({ atMs: NOW_MS, value: 5, quality: 'bad' });
      expect(ahu.devices.map((each) => ahu.failureOf(each))).toEqual(['there is no answer']);
      device.isSilent = false;
      object.value = 6;
      clock.advance(POLL_MS);
      await ahu.poll();
      expect(reports.samples.get('analog-input:1')).toEqual({
        atMs: clock.nowMs(),
        value: 6,
        quality: 'good',
      });
      expect(ahu.devices.map((each) => ahu.failureOf(each))).toEqual([null]);
    });

    it('takes nothing from another device at the address', async () => {
      const object = device.add(ANALOG_INPUT, 1, 5);
      const ahu = connection('analog-input:1');
      await ahu.poll();
      device.instance = 9;
      object.value = 99;
      await ahu.poll();
      expect(reports.samples.get('analog-input:1')).toMatchObject({ value: 5, quality: 'bad' });
      device.readsMultiple = false;
      await ahu.poll();
      expect(reports.samples.get('analog-input:1')).toMatchObject({ value: 5, quality: 'bad' });
    });

    it.each(['broadcast', 'bbmd'] as const)(
      'finds the device at its new address with a search by %s',
      async (way) => {
        const network = await BacnetNetwork.start();
        const object = device.add(ANALOG_INPUT, 1, 5);
        const other = await aDevice(9);
        other.add(ANALOG_INPUT, 1, 99);
        network.devices.push(other, device);
        const ahu = connectionTo([aBacnetPoint('analog-input:1')], {
          address: null,
          timeoutMs: SHORT_MS,
          [way]: network.address,
        });
        await ahu.poll();
        expect(reports.values).toEqual({ 'analog-input:1': 5 });
        await device.move();
        object.value = 6;
        await ahu.poll();
        await ahu.poll();
        expect(reports.samples.get('analog-input:1')).toMatchObject({ value: 6, quality: 'good' });
        expect(network.registered.size).toBe(way === 'bbmd' ? 1 : 0);
        network.stop();
      },
    );

    it.each(['broadcast', 'bbmd'] as const)(
      'finds a device behind a router with a search by %s',
      async (way) => {
        const network = await BacnetNetwork.start();
        const router = await BacnetRouter.to(device);
        network.devices.push(router);
        const damper = device.add(ANALOG_OUTPUT, 1, 5, { commands: noCommands() });
        const ahu = connectionTo([aBacnetPoint('analog-output:1')], {
          address: null,
          [way]: network.address,
        });
        await ahu.poll();
        expect(reports.values).toEqual({ 'analog-output:1': 5 });
        await ahu.write('analog-output:1', 40);
        expect(damper.commands?.[15]).toBe(40);
        network.stop();
        router.stop();
      },
    );

    it('searches many devices at once', async () => {
      const network = await BacnetNetwork.start();
      network.devices.push(device);
      const devicesOf = async (instance: number) => {
        const each = await aDevice(instance);
        network.devices.push(each);
        each.add(ANALOG_INPUT, 1, instance);
        const points = [aBacnetPoint('analog-input:1', { code: `D${instance}` })];
        return { name: `Device ${instance}`, prefix: '', instance, subscribe: false, points };
      };
      const instances = Array.from({ length: 12 }, (_, index) => 1201 + index).filter(
        (each) => each !== INSTANCE,
      );
      const many = await Promise.all(instances.map(devicesOf));
      await connectionTo([], { devices: many, broadcast: network.address }).poll();
      network.stop();
      expect(reports.values).toEqual(Object.fromEntries(instances.map((each) => [`D${each}`, each])));
      // One with an instance between theirs sees each search. Few devices would be searched one by one.
      expect(device.requests.length).toBeGreaterThan(0);
      expect(device.requests.length).toBeLessThan(instances.length);
    });

    it('survives frames that are none', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      const ahu = connection('analog-input:1');
      await ahu.poll();
      const contents = ['0100507f0c91', '', '01', '0104', '01003001', '010030010e'];
      for (const content of [...contents, `0100${'ff'.repeat(1400)}`])
        device.send(Buffer.from(content, 'hex'), device.lastSender);
      // One of them may look like the answer to the next request.
      await ahu.poll();
      await ahu.poll();
      expect(reports.qualityOf('analog-input:1')).toBe('good');
    });
  });

  describe('fetches trend logs', () => {
    const HOUR_MS = 3_600_000;
    const logged = aBacnetPoint('analog-input:1', { trendLog: 3 });

    it('at the start and after a fault, and only what is missing', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      device.log(
        3,
        ['2026-03-01T10:30:00.00', 1],
        ['2026-03-01T10:45:00.00', 2],
        ['2026-03-01T12:00:00.00', 9],
      );
      const ahu = connectionTo([logged], { timeoutMs: SHORT_MS });
      await ahu.poll();
      await fetched(2);
      // 11:00 in Berlin; a time in the future is that of a wrong clock.
      expect(reports.kept).toEqual([
        ['analog-input:1', NOW_MS - 1_800_000, 1],
        ['analog-input:1', NOW_MS - 900_000, 2],
      ]);
      reports.kept.length = 0;
      device.isSilent = true;
      clock.advance(HOUR_MS);
      await ahu.poll();
      device.isSilent = false;
      device.log(
        3,
        ...Array.from({ length: 40 }, (_, minute): [string, number] => [
          `2026-03-01T11:${10 + minute}:00.00`,
          minute,
        ]),
      );
      clock.advance(HOUR_MS);
      await ahu.poll();
      const kept = await fetched(41);
      expect(kept[0]).toEqual(['analog-input:1', NOW_MS + 600_000, 0]);
      expect(kept[40]).toEqual(['analog-input:1', NOW_MS + HOUR_MS, 9]);
    });

    it('with switches and records without a value', async () => {
      device.add(BINARY_INPUT, 1, 1);
      // The library takes 0x5f, which is 95, for the end of records whose types it does not know.
      device.log(
        3,
        ['2026-03-01T10:30:00.95', true],
        ['2026-03-01T10:40:00.95', null],
        ['2026-03-01T10:45:00.95', false],
      );
      await connectionTo([aBacnetPoint('binary-input:1', { trendLog: 3 })]).poll();
      expect((await fetched(2)).map(([, , value]) => value)).toEqual([true, false]);
    });

    it('again if there was no answer, but only once', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      device.log(3, ['2026-03-01T10:30:00.00', 1]);
      device.unanswered.add('readRange');
      const ahu = connectionTo([logged], { timeoutMs: SHORT_MS });
      const count = () => device.requests.filter((service) => service === 'readRange').length;
      const pollUntilTwice = async () => {
        await ahu.poll();
        // Each request is sent twice.
        return count() === 4;
      };
      await waitFor(pollUntilTwice, { what: 'two attempts' });
      for (let poll = 0; poll < 4; poll++) await ahu.poll();
      expect(count()).toBe(4);
      expect(reports.qualityOf('analog-input:1')).toBe('good');
    });

    it('that a device does not have, and reads its values all the same', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      await connectionTo([logged]).poll();
      expect(reports.samples.get('analog-input:1')).toMatchObject({ value: 5, quality: 'good' });
      expect(reports.kept).toEqual([]);
    });
  });

  describe('writes', () => {
    const analog = 'analog-output:1';
    const binary = 'binary-output:1';

    it('with the lowest priority, and reads the value back', async () => {
      const output = device.add(ANALOG_OUTPUT, 1, 0, { commands: noCommands() });
      device.add(BINARY_OUTPUT, 1, 0, { commands: noCommands() });
      const ahu = connectionTo([aBacnetPoint(analog, { scale: 100 }), aBacnetPoint(binary)]);
      await ahu.write(analog, 21);
      await ahu.write(binary, true);
      expect(device.written).toEqual([
        ['1:1', Math.fround(0.21), 16],
        ['4:1', 1, 16],
      ]);
      expect(output.commands?.[15]).toBe(Math.fround(0.21));
      expect(reports.values).toEqual({ [analog]: 21, [binary]: true });
    });

    it('a forced value above the others, and returns to them on release', async () => {
      const output = device.add(ANALOG_OUTPUT, 1, 0, { commands: noCommands() });
      const ahu = connection(analog);
      await ahu.write(analog, 20);
      await ahu.overrides.force(analog, 80);
      expect(reports.values).toEqual({ [analog]: 80 });
      await ahu.write(analog, 30);
      expect(reports.values).toEqual({ [analog]: 80 });
      await ahu.overrides.release(analog);
      expect(reports.values).toEqual({ [analog]: 30 });
      expect(output.commands).toEqual([...noCommands().slice(1), 30]);
    });

    it('the value of an object without priorities, but forces none that could not be released', async () => {
      const value = device.add(ANALOG_VALUE, 1, 7);
      device.takesValues = true;
      const ahu = connection('analog-value:1');
      await ahu.write('analog-value:1', 8);
      await expect(ahu.overrides.force('analog-value:1', 9)).rejects.toMatchObject({ code: 'not_sent' });
      expect(value.value).toBe(8);
    });

    it.each<[device: string, change: (device: BacnetDevice) => void, error: object, requests: number]>([
      ['does not answer', (each) => (each.isSilent = true), { kind: 'conflict', code: 'not_sent' }, 0],
      ['is another one', (each) => (each.instance = 3), { kind: 'conflict', code: 'not_sent' }, 0],
      [
        'does not keep the value',
        (each) => (each.ignoresWrites = true),
        { kind: 'conflict', code: 'not_confirmed' },
        1,
      ],
      [
        'refuses the write',
        (each) => each.objects.forEach((object) => (object.commands = undefined)),
        {
          kind: 'invalid',
          message: `The point ${analog} was not written: the device does not allow the write.`,
        },
        1,
      ],
    ])('nothing, and says so, if the device %s', async (_, change, error, requests) => {
      device.add(ANALOG_OUTPUT, 1, 0, { commands: noCommands() });
      const ahu = connectionTo([aBacnetPoint(analog)], { timeoutMs: SHORT_MS });
      await ahu.poll();
      change(device);
      await expect(ahu.write(analog, 5)).rejects.toMatchObject(error);
      expect(device.requests.filter((service) => service === 'writeProperty')).toHaveLength(requests);
    });

    it('once, although there is no answer', async () => {
      device.add(ANALOG_OUTPUT, 1, 0, { commands: noCommands() });
      const ahu = connectionTo([aBacnetPoint(analog)], { timeoutMs: SHORT_MS });
      device.unanswered.add('writeProperty');
      await expect(ahu.write(analog, 5)).rejects.toMatchObject({ code: 'not_confirmed' });
      expect(device.written).toHaveLength(1);
    });
  });

  describe('subscribes', () => {
    it('to changes, which arrive between two polls', async () => {
      const object = device.add(ANALOG_INPUT, 1, 5);
      device.add(ANALOG_INPUT, 2, 6);
      await subscribed().poll();
      clock.advance(1000);
      device.change(object, 5.5);
      expect(await reports.until('analog-input:1', 5.5)).toMatchObject({ atMs: NOW_MS + 1000 });
    });

    it('again before the subscription ends, and after a fault', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      device.add(ANALOG_INPUT, 2, 5);
      const ahu = subscribed({ timeoutMs: SHORT_MS });
      const subscriptions = () => device.requests.filter((service) => service === 'subscribeCov').length;
      await ahu.poll();
      clock.advance(POLL_MS);
      await ahu.poll();
      expect(subscriptions()).toBe(2);
      clock.advance(2 * POLL_MS);
      await ahu.poll();
      expect(subscriptions()).toBe(4);
      device.isSilent = true;
      await ahu.poll();
      device.isSilent = false;
      await ahu.poll();
      expect(subscriptions()).toBe(6);
    });

    it('only once at a device that refuses it, and polls', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      device.add(ANALOG_INPUT, 2, 5);
      device.reportsChanges = false;
      const ahu = subscribed();
      await ahu.poll();
      clock.advance(5 * POLL_MS);
      await ahu.poll();
      expect(device.requests.filter((service) => service === 'subscribeCov')).toHaveLength(2);
      expect(reports.samples.get('analog-input:1')).toMatchObject({ atMs: clock.nowMs(), quality: 'good' });
    });

    it('without an answer, and polls', async () => {
      device.add(ANALOG_INPUT, 1, 5);
      device.add(ANALOG_INPUT, 2, 5);
      device.unanswered.add('subscribeCov');
      const ahu = subscribed({ timeoutMs: SHORT_MS });
      await ahu.poll();
      expect(reports.qualityOf('analog-input:2')).toBe('good');
      device.requests.length = 0;
      clock.advance(POLL_MS);
      await ahu.poll();
      expect(device.requests).not.toContain('subscribeCov');
      expect(reports.samples.get('analog-input:2')).toMatchObject({ atMs: clock.nowMs(), quality: 'good' });
    });

    it('and ignores reports in the name of another device', async () => {
      const object = device.add(ANALOG_INPUT, 1, 5);
      const other = device.add(ANALOG_INPUT, 2, 6);
      await subscribed().poll();
      device.instance = 9;
      device.change(object, 99);
      device.instance = INSTANCE;
      device.change(other, 7);
      await reports.until('analog-input:2', 7);
      expect(reports.values).toEqual({ 'analog-input:1': 5, 'analog-input:2': 7 });
    });
  });

  describe('is found', () => {
    it.each<[device: string, change: (device: BacnetDevice) => void]>([
      ['returns its list at once', () => undefined],
      ['returns its list one by one', (each) => (each.returnsLists = false)],
      ['reads one property at once', (each) => (each.readsMultiple = false)],
    ])('with its objects if it %s', async (_, change) => {
      const network = await BacnetNetwork.start();
      network.devices.push(device);
      change(device);
      device.add(ANALOG_INPUT, 1, 21, { name: 'AHU 1/Supply' });
      device.add(BINARY_OUTPUT, 2, 1, { name: 'Fan', units: 95 });
      device.add(ObjectType.NOTIFICATION_CLASS, 1, 0);
      const settings = settingsFor([], { broadcast: network.address, devices: [] });
      const found = await discoverBacnet(settings, answered, pino({ level: 'silent' }));
      network.stop();
      expect(found).toEqual({
        devices: [
          {
            name: 'Device 1207',
            instance: INSTANCE,
            points: [
              { suffix: 'AHU_1/Supply', name: 'AHU 1/Supply', unit: '°C', object: 'analog-input:1' },
              { suffix: 'Fan', name: 'Fan', unit: '', object: 'binary-output:2', writable: false },
            ],
          },
        ],
        skipped: [],
      });
    });
  });

  it('reports the alarms of objects until they are normal', async () => {
    const object = device.add(ANALOG_INPUT, 1, 5, { flags: [0] });
    device.add(ANALOG_INPUT, 2, 6, { flags: [0, 1] });
    const ahu = connection('analog-input:1', 'analog-input:2');
    await ahu.poll();
    await waitFor(() => reports.alarms.size === 2, { what: 'both alarms' });
    expect(Object.fromEntries(reports.alarms)).toEqual({
      'analog-input:1': { level: 'major', message: 'Point: in alarm', raisedAtMs: NOW_MS },
      'analog-input:2': { level: 'major', message: 'Point: fault', raisedAtMs: NOW_MS },
    });
    object.flags = [];
    await ahu.poll();
    expect([...reports.alarms.keys()]).toEqual(['analog-input:2']);
    device.objects.pop();
    await ahu.poll();
    expect(reports.alarms.size).toBe(0);
  });

  it('takes the level of an alarm from the notification class of the object', async () => {
    device.notificationClasses.set(7, [63, 128, 255]);
    const states = [
      { flags: [0], state: EventState.HIGH_LIMIT, notificationClass: 7 },
      { flags: [0], state: EventState.LOW_LIMIT, notificationClass: 7 },
      { flags: [0, 1], state: EventState.FAULT, notificationClass: 7 },
      { flags: [0], state: EventState.OFFNORMAL, notificationClass: 8 },
    ];
    for (const [index, { flags, ...event }] of states.entries())
      device.add(ANALOG_INPUT, index, 5, { flags, event });
    await connection(...states.map((_, index) => `analog-input:${index}`)).poll();
    await waitFor(() => reports.alarms.size === states.length, { what: 'all alarms' });
    expect(Object.fromEntries(reports.alarms)).toEqual({
      'analog-input:0': { level: 'critical', message: 'Point: above its high limit', raisedAtMs: NOW_MS },
      'analog-input:1': { level: 'critical', message: 'Point: below its low limit', raisedAtMs: NOW_MS },
      'analog-input:2': { level: 'minor', message: 'Point: fault', raisedAtMs: NOW_MS },
      'analog-input:3': { level: 'major', message: 'Point: in alarm', raisedAtMs: NOW_MS },
    });
  });

  it('reports the alarms of event enrollments for the points that they watch', async () => {
    const points = [1, 2, 3].map((instance) => device.add(ANALOG_INPUT, instance, 5));
    const enrollments = points.map(({ objectId: watched }, index) =>
      device.add(ObjectType.EVENT_ENROLLMENT, index, 0, {
        event: { state: EventState.HIGH_LIMIT, notificationClass: 7, watched },
      }),
    );
    device.notificationClasses.set(7, [63, 128, 255]);
    device.add(ObjectType.EVENT_ENROLLMENT, 9, 0, {
      event: { state: EventState.FAULT, notificationClass: 7, watched: { type: ANALOG_INPUT, instance: 77 } },
    });
    const ahu = connection('analog-input:1', 'analog-input:2', 'analog-input:3');
    await ahu.poll();
    await waitFor(() => reports.alarms.size === points.length, { what: 'all alarms' });
    const message = 'Point: above its high limit';
    for (const alarm of reports.alarms.values())
      expect(alarm).toEqual({ level: 'critical', message, raisedAtMs: NOW_MS });
    await ahu.poll();
    expect(reports.alarms.size).toBe(points.length);
    for (const { event } of enrollments.slice(0, 2)) if (event) event.state = EventState.NORMAL;
    await ahu.poll();
    expect([...reports.alarms.keys()]).toEqual(['analog-input:3']);
  });

  it('does not end an alarm of the last run before the events of the device are known', async () => {
    const { objectId: watched } = device.add(ANALOG_INPUT, 1, 5);
    device.add(ObjectType.EVENT_ENROLLMENT, 1, 0, {
      event: { state: EventState.LOW_LIMIT, notificationClass: 7, watched },
    });
    const kept = jest.spyOn(reports, 'alarm');
    await connection('analog-input:1').poll();
    await waitFor(() => reports.alarms.size === 1, { what: 'the alarm' });
    expect(kept).not.toHaveBeenCalledWith('analog-input:1', null);
  });

  it('asks a device that ignores questions for events once an hour', async () => {
    device.add(ANALOG_INPUT, 1, 5);
    device.unanswered.add('getEventInformation');
    const ahu = connectionTo([aBacnetPoint('analog-input:1')], { timeoutMs: SHORT_MS });
    const asked = () => device.requests.filter((service) => service === 'getEventInformation').length;
    for (const _ of [1, 2]) await ahu.poll();
    expect(asked()).toBe(2);
    clock.set(NOW_MS + 3_600_000);
    await ahu.poll();
    expect(asked()).toBe(4);
    expect(reports.samples.get('analog-input:1')).toMatchObject({ value: 5, quality: 'good' });
  });

  it('reports alarms whose details the device does not answer', async () => {
    for (const instance of [1, 2]) device.add(ANALOG_INPUT, instance, 5, { flags: [0] });
    const ahu = connectionTo([aBacnetPoint('analog-input:1'), aBacnetPoint('analog-input:2')], {
      timeoutMs: SHORT_MS,
    });
    device.unanswered.add('readProperty');
    await ahu.poll();
    await waitFor(() => reports.alarms.size === 2, { what: 'both alarms' });
    // Each of two requests was sent twice.
    expect(device.requests.filter((service) => service === 'readProperty')).toHaveLength(4);
  });

  it('reports an alarm that ends before its details are read, and leaves those of a stop to the next run', async () => {
    const object = device.add(ANALOG_INPUT, 1, 5);
    const other = device.add(ANALOG_INPUT, 2, 6);
    const ahu = subscribed();
    await ahu.poll();
    device.unanswered.add('readProperty');
    for (const flags of [[0], []]) device.change(Object.assign(object, { flags }), 5);
    device.change(Object.assign(other, { flags: [0] }), 7);
    await reports.until('analog-input:2', 7);
    await ahu.stop();
    expect(reports.raised).toEqual(['analog-input:1']);
    expect(reports.alarms.size).toBe(0);
  });

  it('stops while a request has no answer', async () => {
    device.add(ANALOG_INPUT, 1, 5);
    device.isSilent = true;
    const ahu = connectionTo([aBacnetPoint('analog-input:1')], { timeoutMs: 60_000 });
    ahu.start();
    await waitFor(() => device.requests.length > 0, { what: 'a request' });
    await ahu.stop();
    expect(reports.samples.size).toBe(0);
  });
});
