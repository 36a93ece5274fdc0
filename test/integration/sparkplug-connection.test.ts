import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@app/kernel';
import { connect, type MqttClient } from 'mqtt';
import pino from 'pino';
import {
  SparkplugConfiguration,
  SparkplugDeviceConfiguration,
  type SparkplugPoint,
  SparkplugPointConfiguration,
} from '../../apps/bridge/src/mqtt/mqtt.dto';
import { SparkplugConnection } from '../../apps/bridge/src/mqtt/sparkplug-connection';
import { decodePayload, type Metric } from '../../apps/bridge/src/mqtt/sparkplug-payload';
import {
  BOOLEAN,
  FLOAT,
  INT16,
  INT64,
  type SentMetric,
  sparkplugMessage,
  STRING,
} from '../factories/sparkplug-message';
import { Readings } from '../factories/readings';
import { waitFor } from '../harness';
import { BROKER_ACCOUNT, MqttBroker } from '../servers/mqtt-broker';

const NOW_MS = Date.parse('2026-03-01T10:00:00Z');
const SESSION = { name: 'bdSeq', type: INT64, value: 5 };

const aPoint = (code: string, metric: string, changes: Partial<SparkplugPoint> = {}): SparkplugPoint =>
  Object.assign(
    new SparkplugPointConfiguration(),
    { suffix: code, name: code, metric, code, dataType: 'number' as const, writable: true },
    changes,
  );
const aDevice = (name: string, path: string, points: SparkplugPoint[]) =>
  Object.assign(new SparkplugDeviceConfiguration(), { name, path, points });

describe('SparkplugConnection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sparkplug-'));
  const clock = new FixedClock(NOW_MS);
  let broker: MqttBroker;
  let readings: Readings;
  let connection: SparkplugConnection;
  let node: MqttClient;
  /** The messages for the node and its device, and the states of the host. */
  let received: { topic: string; metrics: Metric[]; text: string }[];
  let seq: number;

  beforeAll(async () => {
    broker = await MqttBroker.start('aedes', folder);
  });
  afterAll(async () => {
    await broker.kill();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    readings = new Readings();
    received = [];
    node = connect(broker.url, BROKER_ACCOUNT);
    node.on('message', (topic, payload) => {
      const isState = topic.includes('/STATE/');
      const metrics = isState ? [] : decodePayload(payload).metrics;
      received.push({ topic, metrics, text: isState ? payload.toString() : '' });
    });
    await node.subscribeAsync(['spBv1.0/Site/NCMD/Plant', 'spBv1.0/Site/DCMD/Plant/+', 'spBv1.0/STATE/host']);
    connection = new SparkplugConnection(settings(), readings, clock, pino({ level: 'silent' }));
    connection.start();
    await asked(1);
  });
  afterEach(async () => {
    await connection.stop();
    await node.endAsync(true);
  });

  const settings = () =>
    Object.assign(new SparkplugConfiguration(), {
      name: 'Broker',
      protocol: 'sparkplug' as const,
      url: broker.url,
      ...BROKER_ACCOUNT,
      hostId: 'host',
      devices: [
        aDevice('Plant', 'Site/Plant', [aPoint('outside', 'Outside')]),
        aDevice('Boiler', 'Site/Plant/Boiler', [
          aPoint('flow', 'Flow', { scale: 0.1 }),
          aPoint('pump', 'Pump', { type: 'bool', dataType: 'boolean' }),
        ]),
      ],
    });

  /** Waits until the node has been asked so often for its births. */
  const asked = (times: number) =>
    waitFor(
      () =>
        received.filter(
          ({ metrics }) =>
            metrics[0]?.name === 'Node Control/Rebirth' && metrics[0].raw.booleanValue === true,
        ).length >= times,
      { what: `question ${times} for the births` },
    );
  const send = (type: string, metrics: SentMetric[], device?: string, number?: number) =>
    node.publishAsync(
      ['spBv1.0/Site', type, 'Plant', ...(device === undefined ? [] : [device])].join('/'),
      sparkplugMessage(metrics, {
        atMs: NOW_MS - 1000,
        seq: number ?? seq++ % 256,
        isBirth: !type.endsWith('DATA'),
      }),
      { qos: 1 },
    );
  const seen = () => readings.seen.filter(([code]) => code === 'flow').map(([, value]) => value);
  const states = () => received.filter(({ topic }) => topic.includes('STATE')).map(({ text }) => text);
  const state = (online: boolean) => JSON.stringify({ online, timestamp: NOW_MS });
  async function beBorn(): Promise<void> {
    seq = 0;
    await send('NBIRTH', [SESSION, { name: 'Outside', type: FLOAT, value: 7.3 }]);
    await send(
      'DBIRTH',
      [
        { name: 'Flow', alias: 1, type: INT16, value: 450 },
        { name: 'Pump', alias: 2, type: BOOLEAN, value: false },
        { name: 'Label', alias: 3, type: STRING, value: 'A boiler' },
      ],
      'Boiler',
    );
    await readings.until('flow', 45);
  }

  const failures = () => connection.devices.map((device) => connection.failureOf(device));

  it('asks for the births, reads them, and then metrics by their alias', async () => {
    await beBorn();
    expect(readings.values).toEqual({ outside: 7.3, flow: 45, pump: false });
    expect(readings.samples.get('flow')?.atMs).toBe(NOW_MS - 1000);
    await send('DDATA', [{ alias: 1, value: -32, type: INT16, atMs: NOW_MS - 500 }], 'Boiler');
    expect(await readings.until('flow', -3.2)).toMatchObject({ atMs: NOW_MS - 500 });
    await send(
      'DDATA',
      [{ alias: 1, value: 40, type: INT16, atMs: NOW_MS - 9000, isHistorical: true }],
      'Boiler',
    );
    await send('NDATA', [{ name: 'Outside', type: FLOAT, value: 8 }]);
    await readings.until('outside', 8);
    expect(readings.kept).toEqual([['flow', NOW_MS - 9000, 4]]);
    expect(readings.values).toMatchObject({ flow: -3.2 });
    await send('DDATA', [{ alias: 1, value: null, type: INT16 }], 'Boiler');
    await readings.until('flow', -3.2, 'bad');
  });

  it('takes the device for bad after its death, and all after that of the node', async () => {
    await beBorn();
    await send('DDEATH', [], 'Boiler');
    await readings.until('flow', 45, 'bad');
    expect(readings.qualityOf('outside')).toBe('good');
    expect(failures()).toEqual([null, 'the device is offline']);
    await send('NDEATH', [{ ...SESSION, value: 4 }], undefined, 0);
    await send('NDATA', [{ name: 'Outside', type: FLOAT, value: 9 }]);
    // The death of an earlier session says nothing about this one.
    await readings.until('outside', 9);
    await send('NDEATH', [SESSION], undefined, 0);
    await readings.until('outside', 9, 'bad');
    await expect(connection.write('flow', 5)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('the device is not online'),
    });
  });

  it('takes no value that follows a gap, and asks for the births again', async () => {
    await beBorn();
    seq++;
    await send('DDATA', [{ alias: 1, value: 100, type: INT16 }], 'Boiler');
    await beBorn();
    await waitFor(() => seen().length === 2, { what: 'the value of the second birth' });
    expect(seen()).toEqual([45, 45]);
  });

  it('takes all for bad after a gap, and what is missing after a new birth of the node', async () => {
    await beBorn();
    seq++;
    await send('NDATA', [{ name: 'Outside', type: FLOAT, value: 9 }]);
    await readings.until('outside', 7.3, 'bad');
    expect(readings.qualityOf('flow')).toBe('bad');
    await beBorn();
    seq = 0;
    await send('NBIRTH', [
      { ...SESSION, value: 6 },
      { name: 'Outside', type: FLOAT, value: 8 },
    ]);
    await readings.until('outside', 8);
    expect(readings.qualityOf('flow')).toBe('bad');
  });

  it('takes no value that the node calls stale, and no retained one', async () => {
    await node.publishAsync(
      'spBv1.0/Site/NBIRTH/Plant',
      sparkplugMessage([SESSION, { name: 'Outside', type: FLOAT, value: 1 }], {
        atMs: NOW_MS,
        seq: 0,
        isBirth: true,
      }),
      { qos: 1, retain: true },
    );
    await connection.stop();
    readings.seen.length = 0;
    const later = new SparkplugConnection(settings(), readings, clock, pino({ level: 'silent' }));
    later.start();
    await asked(2);
    await node.publishAsync('spBv1.0/Site/NBIRTH/Plant', '', { qos: 1, retain: true });
    await beBorn();
    expect(readings.seen.filter(([code]) => code === 'outside')).toEqual([['outside', 7.3]]);
    await send('DDATA', [{ alias: 1, value: 500, type: INT16, quality: 500 }], 'Boiler');
    await readings.until('flow', 45, 'bad');
    await later.stop();
  });

  it('writes by a command, and waits for the metric', async () => {
    await beBorn();
    const written = connection.write('flow', 55.5);
    await waitFor(() => received.some(({ topic }) => topic.includes('DCMD')), { what: 'a command' });
    await send('DDATA', [{ alias: 1, value: 450, type: INT16 }], 'Boiler');
    await send('DDATA', [{ alias: 1, value: 555, type: INT16 }], 'Boiler');
    await written;
    expect(received.at(-1)).toMatchObject({
      topic: 'spBv1.0/Site/DCMD/Plant/Boiler',
      metrics: [{ alias: '1', datatype: INT16, raw: { intValue: 555 } }],
    });
    await expect(connection.write('flow', 5000)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The value 5000 does not fit into the metric Flow.',
    });
  });

  it('announces itself as the primary host, and its end', async () => {
    await waitFor(() => states().includes(state(true)), { what: 'the state of the host' });
    await connection.stop();
    await waitFor(() => states().at(-1) === state(false), { what: 'the end of the host' });
    expect(states().at(-1)).toBe(state(false));
  });
});
