/**
 * Benchmarks the time from a message of an MQTT device to the event at a stream client of the api, through bridge and
 * worker, while the bridge reads 10,000 points of 200 Modbus devices. Baseline: a bare subscriber of the same library.
 * The aim is a p99 below 1 s.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { ADMIN, signIn, until } from './api-process.mjs';
import { startDevices } from './bridge-load.mjs';
import { runBenchmark } from './scope.mjs';
import { connectClient, EventCounter, monotonicUs, publishSingly } from './stream-clients.mjs';
import { testModule } from '../test/test-module.mjs';

const EVENTS = 100;
const TOPIC = 'meter/value';
const CODE = 'METER.VALUE';

await runBenchmark(async (scope) => {
  const { BROKER_ACCOUNT, MqttBroker } = testModule('servers/mqtt-broker.ts');
  const { StartedProducts } = testModule('servers/started-products.ts');
  const broker = await MqttBroker.start('aedes', scope.folder);
  scope.atEnd(() => broker.kill());
  const { child: devices, connections } = await startDevices();
  scope.atEnd(() => devices.kill());
  const file = join(scope.folder, 'bridge.json');
  writeFileSync(
    file,
    JSON.stringify({ connections: [connectionTo(broker.url, BROKER_ACCOUNT), ...connections] }),
  );
  const products = new StartedProducts();
  scope.atEnd(() => products.end());
  const address = await products.start({ BRIDGE_CONFIG: file, ADMIN_PASSWORD: ADMIN.password }).ready();
  const api = await signIn(address);

  const client = await connectAsync(broker.url, BROKER_ACCOUNT);
  scope.atEnd(() => client.endAsync(true));
  const bare = new EventCounter();
  bare.measure();
  client.on('message', (_topic, message) => bare.latencies.push(monotonicUs() - Number(message)));
  await client.subscribeAsync(TOPIC);
  // The value is the time of the message.
  const publish = () => client.publishAsync(TOPIC, String(monotonicUs()));
  const isRead = async () => {
    await publish();
    const [value] = await api.post('/api/iot/codes/values', { codes: [CODE] });
    return value.quality === 'good';
  };
  await until(isRead, { limitMs: 120_000, what: 'the first value' });

  const { token } = await api.post('/api/events/token', {});
  const path = `/api/events?token=${encodeURIComponent(token)}`;
  const options = { port: Number(new URL(address).port), path, mark: `"code":"${CODE}"` };
  const counter = new EventCounter();
  const stream = await connectClient(options, counter, publishedAtUs);
  scope.atEnd(() => stream.destroy());
  // A message right after an event would always come at the same time of the intervals in which changes are gathered.
  const atAnyTime = () => delay(Math.random() * 1000).then(publish);
  await publishSingly(counter, { clients: 1, events: 5, everyMs: 0 }, atAnyTime);
  bare.measure();
  await publishSingly(counter, { clients: 1, events: EVENTS, everyMs: 0 }, atAnyTime);
  report('event at a stream client', counter);
  report('bare subscriber', bare);
});

function report(what, counter) {
  const [p50, p99] = [0.5, 0.99].map((share) => counter.percentile(share).toFixed(1));
  console.log(`  ${what.padEnd(25)} p50 ${p50} ms, p99 ${p99} ms`);
}

function publishedAtUs(bytes) {
  const found = /"code":"METER\.VALUE"[^}]*?"value":(\d+)/.exec(bytes.toString('latin1'));
  return found && Number(found[1]);
}

function connectionTo(url, account) {
  const points = [{ suffix: 'VALUE', name: 'Value', topic: TOPIC }];
  return {
    name: 'Broker',
    protocol: 'mqtt',
    url,
    ...account,
    devices: [{ name: 'Meter', prefix: 'METER.', points }],
  };
}
