import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '@app/kernel';
import { connect, type MqttClient } from 'mqtt';
import pino from 'pino';
import { discover } from '../../apps/bridge/src/mqtt/discovery';
import {
  MqttConfiguration,
  MqttPointConfiguration,
  SparkplugConfiguration,
} from '../../apps/bridge/src/mqtt/mqtt.dto';
import { readDevices } from '../../apps/bridge/src/connection-trial';
import { BOOLEAN, FLOAT, INT64, sparkplugMessage, STRING } from '../factories/sparkplug-message';
import { waitFor } from '../harness';
import { BROKER_ACCOUNT, MqttBroker } from '../servers/mqtt-broker';

const logger = pino({ level: 'silent' });

describe('discover', () => {
  const folder = mkdtempSync(join(tmpdir(), 'discovery-'));
  let broker: MqttBroker;
  let device: MqttClient;

  beforeAll(async () => {
    broker = await MqttBroker.start('aedes', folder);
    device = connect(broker.url, BROKER_ACCOUNT);
    await waitFor(() => device.connected, { what: 'a connection to the broker' });
  });
  afterAll(async () => {
    await device.endAsync(true);
    await broker.kill();
    rmSync(folder, { recursive: true });
  });

  const connection = <Configuration extends object>(configuration: Configuration) =>
    Object.assign(configuration, { name: 'Broker', url: broker.url, ...BROKER_ACCOUNT, devices: [] });

  const announce = (topic: string, fields: object) =>
    device.publishAsync(`homeassistant/${topic}/config`, JSON.stringify(fields), { qos: 1, retain: true });

  it('finds what devices announce to Home Assistant', async () => {
    const shared = { availability_topic: 'ahu/lwt', device: { name: 'AHU' }, exp_aft: 90 };
    await announce('sensor/ahu/supply', { ...shared, name: 'Supply', stat_t: 'ahu/s', unit_of_meas: '°C' });
    await announce('switch/ahu/fan', {
      ...shared,
      name: 'Fan',
      stat_t: 'ahu/f',
      cmd_t: 'ahu/f/set',
      exp_aft: 60,
    });
    await announce('light/desk', { stat_t: 'x' });
    const settings = connection(Object.assign(new MqttConfiguration(), { protocol: 'mqtt' as const }));
    const found = await discover(
      settings,
      async (current) => {
        const isComplete = () => current().skipped.length === 1 && current().devices[0]?.points.length === 2;
        await waitFor(isComplete, {
          what: () => `the announcements, but there is ${JSON.stringify(current())}`,
        });
      },
      logger,
    );
    expect(found.skipped).toEqual(['homeassistant/light/desk/config: it is a light']);
    expect(found.devices).toMatchObject([
      { name: 'AHU', availability: [{ topic: 'ahu/lwt' }], silentAfterSeconds: 90 },
    ]);
    expect(found.devices[0]?.points).toEqual(
      expect.arrayContaining([
        { suffix: 'ahu.supply', name: 'Supply', unit: '°C', type: 'number', topic: 'ahu/s' },
        {
          suffix: 'ahu.fan',
          name: 'Fan',
          type: 'bool',
          topic: 'ahu/f',
          writable: true,
          commandTopic: 'ahu/f/set',
        },
      ]),
    );
  });

  it('asks Sparkplug nodes that send for their births', async () => {
    const settings = connection(
      Object.assign(new SparkplugConfiguration(), { protocol: 'sparkplug' as const }),
    );
    device.on('message', () => void sendBirths());
    await device.subscribeAsync('spBv1.0/Site/NCMD/Plant');
    const data = sparkplugMessage([{ alias: 1, type: FLOAT, value: 7 }], { atMs: Date.now(), seq: 9 });
    const found = await discover(
      settings,
      async (current) => {
        await waitFor(
          async () => {
            await device.publishAsync('spBv1.0/Site/NDATA/Plant', data, { qos: 1 });
            return current().devices.length === 2;
          },
          { what: 'both devices' },
        );
      },
      logger,
    );
    const name = 'Outside/Air temperature';
    expect(found).toEqual({
      devices: [
        {
          name: 'Plant',
          path: 'Site/Plant',
          points: [{ suffix: 'Outside.Air_temperature', name, metric: name }],
        },
        {
          name: 'Fan',
          path: 'Site/Plant/Fan',
          points: [{ suffix: 'On', name: 'On', metric: 'On', type: 'bool' }],
        },
      ],
      skipped: [],
    });
  });

  it('reads the devices of a broker beside a client with the same name', async () => {
    await device.publishAsync('pump/power', '7', { qos: 1, retain: true });
    const own = connect(broker.url, { ...BROKER_ACCOUNT, clientId: 'bridge' });
    await waitFor(() => own.connected, { what: 'a connection to the broker' });
    const lost = jest.fn();
    own.on('close', lost);
    const of = { suffix: 'POWER', topic: 'pump/power', code: 'POWER', dataType: 'number' as const };
    const points = [Object.assign(new MqttPointConfiguration(), of)];
    const settings = Object.assign(
      connection(Object.assign(new MqttConfiguration(), { protocol: 'mqtt' as const })),
      { clientId: 'bridge', devices: [{ name: 'Pump', prefix: '', availability: [], points }] },
    );
    const trial = await readDevices(settings, new SystemClock(), 'Europe/London', logger);
    expect(trial.devices).toMatchObject([
      { name: 'Pump', reason: null, values: [{ code: 'POWER', value: 7, quality: 'uncertain' }] },
    ]);
    expect(lost).not.toHaveBeenCalled();
    await own.endAsync(true);
  });

  async function sendBirths(): Promise<void> {
    const birth = { atMs: Date.now(), isBirth: true };
    const metrics = [
      { name: 'bdSeq', type: INT64, value: 0 },
      { name: 'Node Control/Rebirth', type: BOOLEAN, value: false },
      { name: 'Outside/Air temperature', type: FLOAT, value: 7 },
      { name: 'Label', type: STRING, value: 'x' },
    ];
    const ofFan = sparkplugMessage([{ name: 'On', type: BOOLEAN, value: true }], { ...birth, seq: 1 });
    await device.publishAsync('spBv1.0/Site/NBIRTH/Plant', sparkplugMessage(metrics, { ...birth, seq: 0 }), {
      qos: 1,
    });
    await device.publishAsync('spBv1.0/Site/DBIRTH/Plant/Fan', ofFan, { qos: 1 });
  }
});
