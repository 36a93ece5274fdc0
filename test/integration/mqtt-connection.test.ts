import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@app/kernel';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import pino from 'pino';
import {
  MqttConfiguration,
  type MqttDevice,
  MqttDeviceConfiguration,
  type MqttPoint,
  MqttPointConfiguration,
  type MqttSettings,
} from '../../apps/bridge/src/mqtt/mqtt.dto';
import { MqttConnection } from '../../apps/bridge/src/mqtt/mqtt-connection';
import { Readings } from '../factories/readings';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { BROKER_ACCOUNT, type BrokerKind, MqttBroker } from '../servers/mqtt-broker';

const NOW_MS = Date.parse('2026-03-01T10:00:00Z');

const aPoint = (code: string, changes: Partial<MqttPoint> = {}): MqttPoint =>
  Object.assign(
    new MqttPointConfiguration(),
    { suffix: code, name: code, topic: `plant/${code}`, code, dataType: 'number' as const },
    changes,
  );
const writable = (code: string, changes: Partial<MqttPoint> = {}) =>
  aPoint(code, { writable: true, commandTopic: `plant/${code}/set`, ...changes });

// The full check has mosquitto, as a second opinion.
const brokers: BrokerKind[] = process.env.TEST_SELECTION === 'all' ? ['aedes', 'mosquitto'] : ['aedes'];

const failuresOf = (connection: MqttConnection) =>
  connection.devices.map((device) => connection.failureOf(device));

describe.each(brokers)('MqttConnection with %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'mqtt-'));
  const clock = new FixedClock(NOW_MS);
  const opened: MqttConnection[] = [];
  const clients: MqttClient[] = [];
  let broker: MqttBroker;
  let readings: Readings;
  let device: MqttClient;
  let marks = 0;

  beforeAll(async () => {
    broker = await MqttBroker.start(kind, folder);
  });
  beforeEach(async () => {
    readings = new Readings();
    clock.set(NOW_MS);
    device = await aClient();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((connection) => connection.stop()));
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  });
  afterAll(async () => {
    await broker.kill();
    rmSync(folder, { recursive: true });
  });

  async function aClient(options: IClientOptions = {}): Promise<MqttClient> {
    const client = connect(broker.url, { ...BROKER_ACCOUNT, reconnectPeriod: 50, ...options });
    clients.push(client);
    await waitFor(() => client.connected, { what: 'a connection to the broker' });
    return client;
  }

  /** Returns the commands that the device receives from now on. `answer` reacts to each. */
  async function commandsOf(answer: (topic: string, message: string) => Promise<void>): Promise<string[]> {
    const commands: string[] = [];
    device.on('message', (topic, message) => {
      commands.push(`${topic} ${message.toString()}`);
      void answer(topic, message.toString());
    });
    await device.subscribeAsync('plant/+/set');
    return commands;
  }

  const settings = (changes: Partial<MqttSettings>): MqttSettings =>
    Object.assign(
      new MqttConfiguration(),
      { name: 'Broker', protocol: 'mqtt' as const, url: broker.url, ...BROKER_ACCOUNT, devices: [] },
      changes,
    );

  const send = (topic: string, message: string, retain = false) =>
    device.publishAsync(topic, message, { qos: 1, retain });

  const probe = { name: 'Probe', prefix: '', availability: [], points: [aPoint('probe')] };

  /** Opens a connection, and waits until it receives messages. */
  async function connectionTo(
    points: MqttPoint[],
    ofDevice: Partial<MqttDevice> = {},
    changes: Partial<MqttSettings> = {},
    logger = pino({ level: 'silent' }),
  ): Promise<MqttConnection> {
    const described = Object.assign(new MqttDeviceConfiguration(), { name: 'Meter', ...ofDevice, points });
    const connection = new MqttConnection(
      settings({ timeoutMs: 60_000, devices: [described, probe], ...changes }),
      readings,
      clock,
      logger,
    );
    opened.push(connection);
    connection.start();
    await untilReceived();
    return connection;
  }

  /** Sends a new number until it is received: nothing says when the broker has accepted a subscription. */
  async function untilReceived(): Promise<void> {
    const mark = ++marks;
    await waitFor(
      async () => {
        await send('plant/probe', String(mark));
        return readings.samples.get('probe')?.value === mark;
      },
      { what: 'a message' },
    );
  }

  it('reads plain values, values in JSON, and the times of the device', async () => {
    await connectionTo([
      aPoint('power', { scale: 0.001 }),
      aPoint('fan', { type: 'bool', dataType: 'boolean', topic: 'plant/state', path: 'fan' }),
      aPoint('energy', { topic: 'plant/state', path: 'meter.kWh', timePath: 'time' }),
    ]);
    await send('plant/power', '1500');
    await send('plant/state', '{"fan":"ON","meter":{"kWh":12.5},"time":"2026-03-01T09:59:30Z"}');
    expect(await readings.until('power', 1.5)).toMatchObject({ atMs: NOW_MS });
    expect(await readings.until('energy', 12.5)).toMatchObject({ atMs: NOW_MS - 30_000 });
    expect(readings.samples.get('fan')).toMatchObject({ value: true, atMs: NOW_MS });

    await send('plant/state', '{"meter":{"kWh":11},"time":"2026-03-01T09:50:00Z"}');
    await send('plant/state', '{"meter":{"kWh":13},"time":"2036-03-01T09:50:00Z"}');
    expect(await readings.until('energy', 13)).toMatchObject({ atMs: NOW_MS });
    expect(readings.kept).toEqual([['energy', NOW_MS - 600_000, 11]]);

    await send('plant/power', 'unavailable');
    await readings.until('power', 1.5, 'bad');
  });

  it('takes a retained value for uncertain until the device sends, and for bad when it is offline', async () => {
    const will = { topic: 'plant/alive', payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    const meter = await aClient({ will, reconnectPeriod: 0 });
    await send('plant/alive', 'online', true);
    await send('plant/retained', '7', true);
    await send('plant/stamped', '{"v":5,"t":"2026-03-01T08:00:00Z"}', true);
    const availability = { topic: 'plant/alive', online: 'online', offline: 'offline' };
    const points = [aPoint('retained'), aPoint('other'), aPoint('stamped', { path: 'v', timePath: 't' })];
    const connection = await connectionTo(points, { availability: [availability] });
    // The broker may have kept `online` since a time when the device was on.
    expect(await readings.until('retained', 7, 'uncertain')).toMatchObject({ atMs: NOW_MS });
    expect(readings.samples.get('stamped')).toMatchObject({ quality: 'good', atMs: NOW_MS - 2 * 3_600_000 });
    await send('plant/other', '1');
    await readings.until('retained', 7);
    expect(failuresOf(connection)).toEqual([null, null]);
    meter.stream.destroy();
    await readings.until('retained', 7, 'bad');
    expect(failuresOf(connection)).toEqual(['the device is offline', null]);
    await meter.endAsync(true);

    await connection.stop();
    clock.advance(60_000);
    await connectionTo(points, { availability: [availability] });
    expect(readings.samples.get('retained')).toEqual({ value: 7, quality: 'bad', atMs: NOW_MS });
    await send('plant/retained', '8');
    await readings.until('retained', 8);
  });

  it('reads again after the broker was killed', async () => {
    const connection = await connectionTo([writable('level')]);
    await send('plant/level', '1');
    await readings.until('level', 1);

    await broker.kill();
    await readings.until('level', 1, 'bad');
    await expect(connection.write('level', 2)).rejects.toMatchObject({ kind: 'conflict' });
    await broker.turnOn();
    await untilReceived();
    await send('plant/level', '3');
    await readings.until('level', 3);
  });

  it('logs which topics the broker refuses, and reads the others', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const refused = kind === 'aedes' ? ['forbidden/t'] : [];
    const points = [aPoint('secret', { topic: 'forbidden/t' }), aPoint('open')];
    await connectionTo(points, {}, {}, logger);
    await send('plant/open', '1');
    await readings.until('open', 1);
    const logged = lines.map((line) => JSON.parse(line) as { topics: string[] });
    expect(logged.flatMap(({ topics }) => topics)).toEqual(refused);
  });

  it('logs why there is no connection', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const refused = kind === 'aedes' ? { password: 'wrong' } : { url: 'mqtt://127.0.0.1:1' };
    const connection = new MqttConnection(
      settings({ ...refused, devices: [probe] }),
      readings,
      clock,
      logger,
    );
    opened.push(connection);
    connection.start();
    await waitFor(() => lines.length > 0, { what: 'a line of the log' });
    const reason = kind === 'aedes' ? 'the broker refuses the account' : 'the connection is refused';
    expect(lines[0]).toContain(reason);
    expect(failuresOf(connection)).toEqual([reason]);
  });

  it('reads a broker over TLS, and refuses it without its certificate', async () => {
    const secure = await MqttBroker.start(kind, folder, { tls: true });
    try {
      const ca = readFileSync(secure.caFile ?? '', 'utf8');
      const untrusting = new MqttConnection(
        settings({ url: secure.url, devices: [probe] }),
        readings,
        clock,
        pino({ level: 'silent' }),
      );
      opened.push(untrusting);
      untrusting.start();
      await waitFor(() => failuresOf(untrusting)[0] !== null, { what: 'the reason' });
      expect(failuresOf(untrusting)).toEqual(['the certificate is not trusted']);
      await device.endAsync(true);
      device = connect(secure.url, { ...BROKER_ACCOUNT, ca });
      clients.push(device);
      await connectionTo([aPoint('power')], {}, { url: secure.url, ca });
      await send('plant/power', '7');
      await readings.until('power', 7);
    } finally {
      await secure.kill();
    }
  });

  // The following does not depend on the broker.
  if (kind !== 'aedes') return;

  it('reads again after a connection that carries nothing', async () => {
    const relay = await TcpRelay.before(broker.url);
    const connection = await connectionTo([aPoint('level')], {}, { url: relay.url, keepAliveSeconds: 2 });
    await send('plant/level', '3');
    await readings.until('level', 3);
    relay.swallow();
    await readings.until('level', 3, 'bad');
    relay.pass();
    await untilReceived();
    await send('plant/level', '4');
    expect(await readings.until('level', 4)).toMatchObject({ quality: 'good' });
    await connection.stop();
    await relay.cut();
  });

  it('is offline while its own last will, in JSON, or that of its bridge says so', async () => {
    const own = { topic: 'plant/alive', path: 'on', online: 'true', offline: 'false' };
    const bridge = { topic: 'plant/bridge', online: 'online', offline: 'offline' };
    const connection = await connectionTo([aPoint('flow')], { availability: [bridge, own] });
    const isOffline = () => failuresOf(connection).includes('the device is offline');
    const flows = async (value: number, quality = 'good') => {
      await send('plant/flow', String(value));
      await readings.until('flow', value, quality);
      return !isOffline();
    };
    expect(await flows(1)).toBe(true);
    await send('plant/bridge', 'offline');
    await readings.until('flow', 1, 'bad');
    await send('plant/alive', '{"on":false}');
    await send('plant/bridge', 'online');
    expect(await flows(2)).toBe(false);
    await send('plant/alive', '{"on":true}');
    expect(await flows(3)).toBe(true);
  });

  it('keeps what it can read when values and times are absurd', async () => {
    await connectionTo([aPoint('odd', { path: 'v', timePath: 't' }), aPoint('large')]);
    for (const time of ['-1e25', '"-271821-04-20"', '1e300', '"2100-01-01"'])
      await send('plant/odd', `{"v":1,"t":${time}}`);
    await send('plant/large', '1'.repeat(2 ** 20 + 1));
    await send('plant/odd', '{"v":2,"t":{"__proto__":1}}');
    expect(await readings.until('odd', 2)).toMatchObject({ atMs: NOW_MS });
    expect(readings.samples.has('large')).toBe(false);
    expect(readings.kept).toEqual([]);
  });

  it('takes a point for bad that has been silent for too long', async () => {
    await connectionTo([aPoint('slow'), aPoint('quick')], { silentAfterSeconds: 60 });
    await send('plant/slow', '1');
    await send('plant/quick', '1');
    await readings.until('quick', 1);
    clock.advance(59_000);
    await send('plant/quick', '2');
    await readings.until('quick', 2);
    clock.advance(1000);
    await readings.until('slow', 1, 'bad');
    expect(readings.qualityOf('quick')).toBe('good');
  });

  it('writes once, and waits until the device reports the value', async () => {
    const connection = await connectionTo([
      writable('setpoint', { scale: 0.1, step: 0.5, command: '{"t":{value}}' }),
      writable('pump', { type: 'bool', dataType: 'boolean' }),
    ]);
    const commands = await commandsOf(async (topic, message) => {
      if (topic === 'plant/pump/set') await send('plant/pump', message);
      else {
        // The device stores whole numbers, and reports its former value first.
        await send('plant/setpoint', '200');
        await send('plant/setpoint', '216');
      }
    });
    await connection.write('setpoint', 21.5);
    expect(readings.samples.get('setpoint')?.value).toBe(21.6);
    await connection.write('pump', true);
    expect(commands).toEqual(['plant/setpoint/set {"t":215}', 'plant/pump/set ON']);
  });

  it('does not confirm a write that the device does not report, unless it has the value already', async () => {
    const connection = await connectionTo([writable('deaf')], {}, { timeoutMs: 1000 });
    const commands = await commandsOf(async () => undefined);
    await send('plant/deaf', '1');
    await readings.until('deaf', 1);
    await connection.write('deaf', 1);
    await expect(connection.write('deaf', 2)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'The device of the point deaf has not confirmed the value: it has not reported the value.',
    });
    // After the unconfirmed command, nobody knows whether the device still has the former value.
    await expect(connection.write('deaf', 1)).rejects.toMatchObject({ code: 'not_confirmed' });
    await waitFor(() => commands.length === 3, { what: 'all commands' });
    expect(commands).toEqual(['plant/deaf/set 1', 'plant/deaf/set 2', 'plant/deaf/set 1']);
  });

  it('fails a write during an outage at once, and does not send it later', async () => {
    const relay = await TcpRelay.before(broker.url);
    const connection = await connectionTo([writable('valve')], {}, { url: relay.url });
    const commands = await commandsOf(async () => undefined);
    // The command arrives, but the connection breaks before the device has reported the value.
    const interrupted = connection.write('valve', 1).catch((error: Error) => error.message);
    await waitFor(() => commands.length === 1, { what: 'the command' });
    await relay.cut();
    expect(await interrupted).toContain('the connection to the broker was lost');
    await expect(connection.write('valve', 2)).rejects.toThrow('the broker is not connected');
    await relay.mend();
    await untilReceived();
    const last = connection.write('valve', 3);
    await waitFor(() => commands.length === 2, { what: 'the next command' });
    await send('plant/valve', '3');
    await last;
    expect(commands).toEqual(['plant/valve/set 1', 'plant/valve/set 3']);
    await connection.stop();
    await relay.cut();
  });
});
