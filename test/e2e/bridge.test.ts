// Runs in the full check only: the bridge has a database server of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServedDevice } from '@app/gateway-server';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { Client } from 'pg';
import { ObjectType } from '@bacnet-js/client';
import { BacnetDevice, freeUdpPort, noCommands, type SimulatedObject } from '../factories/bacnet-device';
import { ModbusDevice } from '../factories/modbus-device';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';
import { freePort } from '../servers/test-server';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'gateway-check.mjs');
const ACCOUNT = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'service-password' };
const HOUR_MS = 3_600_000;
const SETPOINT = {
  suffix: 'SETPOINT',
  name: 'Flow set point',
  unit: '°C',
  table: 'holding',
  address: 1000,
  type: 'uint16',
  scale: 0.1,
  writable: true,
  min: 15,
  max: 40,
};
const DAMPER = {
  suffix: 'DAMPER',
  name: 'Outdoor air damper',
  unit: '%',
  object: 'analog-output:4',
  writable: true,
  min: 0,
  max: 100,
};
const MODE = {
  suffix: 'MODE',
  name: 'Operating mode',
  table: 'holding',
  address: 1020,
  type: 'uint16',
  labels: { 0: 'Off', 1: 'Heating' },
  writable: true,
};
const SERIAL = {
  suffix: 'SERIAL',
  name: 'Serial number',
  table: 'holding',
  address: 1030,
  type: 'string',
  length: 3,
};
const PUMP = {
  ...SETPOINT,
  suffix: 'PUMP',
  name: 'Pump speed',
  unit: '%',
  address: 1010,
  secondsBetweenWrites: 600,
  lowestRole: 'operator',
};

interface Entry {
  code: string;
  value: unknown;
  quality: string;
  timestamp: string;
}

type Call = (path: string, body: object) => Promise<Response>;

const valuesOf = async (call: Call, ...suffixes: string[]) => {
  const codes = suffixes.map((suffix) => `B.${suffix}`);
  return (await (await call('/codes/values', { codes })).json()) as Entry[];
};

const untilGood = (call: Call) =>
  waitFor(async () => (await valuesOf(call, 'SETPOINT'))[0]?.quality === 'good', {
    what: 'a value of the device',
  });

describe('the bridge', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
  const file = join(folder, 'bridge.json');
  const variables = {
    ...ACCOUNT,
    BRIDGE_CONFIG: file,
    BRIDGE_DATA_DIR: join(folder, 'data'),
    PLATFORM_TIMEZONE: 'Europe/London',
  };
  let device: ModbusDevice;
  let controller: BacnetDevice;
  let damper: SimulatedObject;
  let plant: object;
  let bridge: AppProcess;

  beforeAll(async () => {
    device = await ModbusDevice.start();
    device.set(52, '44BB8000');
    device.set(72, '4640E666');
    device.set(1000, '00D2');
    device.set(1010, '00D2');
    device.set(1020, '0000');
    device.set(1030, '413137000000');
    const devices = [
      { name: 'Board', prefix: 'B.', points: [...meterPoints(), SETPOINT, PUMP, MODE, SERIAL] },
    ];
    const connection = { name: 'Board', protocol: 'modbus-tcp', host: '127.0.0.1', port: device.port };
    controller = await BacnetDevice.start(1207);
    damper = controller.add(ObjectType.ANALOG_OUTPUT, 4, 10, { commands: noCommands() });
    const { instance, address } = controller;
    plant = {
      name: 'Plant',
      protocol: 'bacnet-ip',
      broadcast: address,
      port: await freeUdpPort(),
      devices: [{ name: 'AHU', prefix: 'B.', instance, points: [DAMPER] }],
    };
    const off = { name: 'Old pump', prefix: 'OLD.', instance: 9, points: [DAMPER] };
    const unused = { ...plant, name: 'Old plant', enabled: false, devices: [off] };
    const connections = [{ ...connection, pollSeconds: 1, devices }, plant, unused];
    writeFileSync(file, JSON.stringify({ connections }));
    bridge = await new AppProcess('bridge', variables).start();
  });
  afterAll(async () => {
    await bridge.stop();
    await device.turnOff();
    controller.turnOff();
    rmSync(folder, { recursive: true });
  });

  const post = async (path: string, body: object, token = '', headers = {}): Promise<Response> =>
    fetch(bridge.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    });
  async function accessToken(): Promise<string> {
    const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = ACCOUNT;
    const answer = await post('/auth/login', { username, password });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  }
  async function signIn(): Promise<Call> {
    const token = await accessToken();
    return (path, body) => post(path, body, token);
  }
  async function devices(): Promise<ServedDevice[]> {
    const headers = { authorization: `Bearer ${await accessToken()}` };
    return (await fetch(`${bridge.address}/devices`, { headers })).json() as Promise<ServedDevice[]>;
  }
  /** The alarms of the damper. */
  async function alarms(): Promise<{ clearedAt: string | null }[]> {
    const call = await signIn();
    const nowMs = Date.now();
    const [from, to] = [nowMs - HOUR_MS, nowMs + HOUR_MS].map((ms) => new Date(ms).toISOString());
    const answer = await call('/alarms', { from, to, page: 1, limit: 100 });
    const { items } = (await answer.json()) as { items: { code: string; clearedAt: string | null }[] };
    return items.filter(({ code }) => code === 'B.DAMPER');
  }
  /** Commands the damper, and returns its value. */
  const command = async (path: string, value?: number) => {
    const call = await signIn();
    const body = { code: 'B.DAMPER', value, reason: path === '/codes/force-set' ? 'Test' : undefined };
    expect((await call(path, body)).status).toBe(200);
    return (await valuesOf(call, 'DAMPER'))[0]?.value;
  };

  it('the bridge keeps the contract of gateways', async () => {
    await untilGood(await signIn());
    await addPastHours(variables.BRIDGE_DATA_DIR, 'B.POWER');
    const args = [SCRIPT, bridge.address, '--write', 'B.SETPOINT=22.5'];
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, args, { env: { PATH: process.env.PATH, ...ACCOUNT } }, (_, stdout) =>
        resolve(stdout),
      ),
    );
    const lines = output.trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('✔'))).toEqual(['14 passed, 0 failed, 0 skipped']);
    // 22.5, then forced and released; in the end the former value.
    expect(device.registers.get(1000)).toBe(210);
  });

  it('the bridge protects a point against low roles and frequent writes, except for forced ones', async () => {
    const call = await signIn();
    const token = await accessToken();
    const set = (value: number, role = 'operator') =>
      post('/codes/set', { code: 'B.PUMP', value }, token, { 'plantroom-role': role });
    const forbidden = await set(25, 'viewer');
    expect(forbidden.status).toBe(403);
    expect(await forbidden.json()).toEqual({
      error: 'The point B.PUMP may be written by the role operator, not by viewer.',
    });
    expect((await set(25)).status).toBe(200);
    const refused = await set(20);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/may be written again in \d+ s/) });
    expect((await call('/codes/force-set', { code: 'B.PUMP', value: 30, reason: 'Test' })).status).toBe(200);
    expect(device.registers.get(1010)).toBe(300);
    expect((await set(41)).status).toBe(400);
    expect((await call('/codes/set', { code: 'B.POWER', value: 1 })).status).toBe(400);
  });

  it('the bridge serves and writes the texts of an enumeration', async () => {
    const call = await signIn();
    const startMs = Date.now();
    const set = (path: string, value: unknown) => call(path, { code: 'B.MODE', value, reason: 'Test' });
    expect(await (await set('/codes/set', 'Cooling')).json()).toEqual({
      error: 'The point B.MODE accepts only Off, Heating.',
    });
    expect((await set('/codes/force-set', 'Heating')).status).toBe(200);
    expect(device.registers.get(1020)).toBe(1);
    const texts = (await valuesOf(call, 'MODE', 'SERIAL')).map(({ value }) => value);
    expect(texts).toEqual(['Heating', 'A17']);
    expect((await call('/codes/release', { code: 'B.MODE' })).status).toBe(200);
    expect(device.registers.get(1020)).toBe(0);
    device.registers.set(1020, 7);
    await waitFor(async () => (await valuesOf(call, 'MODE'))[0]?.value === '7', {
      what: 'a number without a text',
    });
    const range = {
      from: new Date(startMs - HOUR_MS).toISOString(),
      to: new Date(startMs + HOUR_MS).toISOString(),
    };
    const past = await waitFor(
      async () => {
        const answer = await call('/codes/history', { codes: ['B.MODE'], ...range });
        const [series] = (await answer.json()) as { values: Entry[] }[];
        return series?.values.some(({ value }) => value === '7') && series.values.map(({ value }) => value);
      },
      { what: 'the stored values' },
    );
    expect(past).toEqual(expect.arrayContaining(['Off', 'Heating', '7']));
  });

  it('the bridge releases a forced value after it was killed, and reports a device that is off as bad', async () => {
    await device.turnOff();
    // The tokens of the killed process remain valid.
    const call = await signIn();
    await bridge.kill();
    await bridge.start();
    const [power] = await waitFor(
      async () => {
        const values = await valuesOf(call, 'POWER', 'ENERGY.IMPORT');
        return values.every(({ value }) => value !== null) && values;
      },
      { what: 'the values of the previous run' },
    );
    expect(power).toMatchObject({ value: 1.5, quality: 'bad' });
    expect(Date.parse(power?.timestamp ?? '')).toBeLessThan(Date.now());
    expect((await call('/codes/release', { code: 'B.PUMP' })).status).toBe(409);
    expect(await devices()).toMatchObject([
      { name: 'Board', state: 'failing', reason: { code: 'connection_refused' }, goodPoints: 0 },
      { name: 'AHU', codes: ['B.DAMPER'] },
      { name: 'Old pump', state: 'off', reason: null, lastValueAt: null },
    ]);
    await device.turnOn();
    // A poll during which the device is turned on reads a part of the points.
    const board = await waitFor(
      async () => (await devices()).find(({ name, state }) => name === 'Board' && state === 'ok'),
      {
        what: 'all values of the device',
      },
    );
    expect(board).toMatchObject({ reason: null, goodPoints: 6 });
    expect((await call('/codes/release', { code: 'B.PUMP' })).status).toBe(200);
    expect(device.registers.get(1010)).toBe(250);
  });

  it('the bridge commands a BACnet object with priorities and reports its alarms, also over a restart', async () => {
    expect(await command('/codes/set', 40)).toBe(40);
    expect(await command('/codes/force-set', 90)).toBe(90);
    await waitFor(() => controller.subscriptions.has(damper), { what: 'the subscription of the damper' });
    damper.flags = [0];
    controller.change(damper, 90);
    await waitFor(async () => (await alarms()).length > 0, { what: 'an alarm' });
    expect(await alarms()).toMatchObject([
      { level: 'major', message: 'Outdoor air damper: in alarm', clearedAt: null },
    ]);
    await bridge.kill();
    damper.flags = [];
    await bridge.start();
    expect(damper.commands).toMatchObject({ 7: 90, 15: 40 });
    expect(await command('/codes/set', 50)).toBe(90);
    expect(await command('/codes/release')).toBe(50);
    await waitFor(async () => (await alarms())[0]?.clearedAt, { what: 'the end of the alarm' });
    expect((await alarms()).length).toBe(1);
  });

  /** Restarts the device with a limit, and waits until the bridge reads it again. */
  async function acceptConnections(most: number): Promise<void> {
    await device.turnOff();
    device.mostConnections = most;
    device.units.clear();
    await device.turnOn();
    await waitFor(() => device.units.size > 0, { what: 'the next poll' });
  }

  it('the bridge tries connections, also to a device that accepts one connection, and searches devices', async () => {
    const call = await signIn();
    const trial = async (connection: object, search = false) => {
      const answer = await call('/configuration/trial', { connection, search });
      return answer.json();
    };
    const point = { ...SETPOINT, suffix: 'TRIED' };
    const board = { name: 'Tried', protocol: 'modbus-tcp', host: '127.0.0.1' };
    const tried = { ...board, port: device.port, devices: [{ name: 'Meter', points: [point] }] };
    await acceptConnections(1);
    try {
      // A busy machine may need longer to close a connection than the bridge waits.
      const answered = await waitFor(
        async () => {
          const answer = (await trial(tried)) as { devices: { reason: unknown }[] };
          return answer.devices[0]?.reason === null && answer;
        },
        { what: 'the values of the device' },
      );
      expect(answered).toEqual({
        devices: [
          {
            name: 'Meter',
            reason: null,
            values: [
              { code: 'TRIED', value: expect.any(Number), quality: 'good', timestamp: expect.any(String) },
            ],
          },
        ],
        found: [],
        skipped: [],
      });
    } finally {
      await acceptConnections(Infinity);
    }
    expect(await trial({ ...tried, port: await freePort() })).toMatchObject({
      devices: [{ reason: { code: 'connection_refused' }, values: [] }],
    });
    const { suffix, object } = { suffix: 'Object_1_4', object: DAMPER.object };
    expect(await trial({ ...plant, devices: [] }, true)).toMatchObject({
      devices: [],
      found: [{ name: 'Device 1207', instance: 1207, points: [{ suffix, object, writable: false }] }],
    });
    expect(await trial(plant, true)).toEqual({ devices: [], found: [], skipped: [] });
    expect(await trial({ ...plant, port: 0 })).toEqual({ error: expect.stringContaining('port') });
    expect((await devices()).map(({ name }) => name)).not.toContain('Meter');
  });

  it('the bridge takes a configuration over HTTP, keeps it, and reads its devices at once', async () => {
    const token = await accessToken();
    const send = async (change?: object): Promise<Response> =>
      fetch(`${bridge.address}/configuration`, {
        method: change ? 'PUT' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: change && JSON.stringify(change),
      });
    const before = (await (await send()).json()) as { version: string; connections: object[] };
    const wrong = { ...before, connections: [{ name: 'A', protocol: 'modbus' }] };
    expect(await (await send(wrong)).json()).toEqual({
      error: expect.stringMatching(/^connections\[0\]\.protocol must be one of/),
    });
    const spare = { ...SETPOINT, suffix: 'SPARE' };
    const board = {
      name: 'Spare board',
      protocol: 'modbus-tcp',
      host: '127.0.0.1',
      port: device.port,
      devices: [{ name: 'Spare', prefix: 'B.', points: [spare] }],
    };
    const answer = await send({ ...before, connections: [...before.connections, board] });
    expect([answer.status, await answer.json()]).toMatchObject([200, { connections: { length: 4 } }]);
    const listed = await waitFor(
      async () =>
        (await devices().catch(() => [])).find(({ name, state }) => name === 'Spare' && state === 'ok'),
      { what: 'a value of the new device' },
    );
    expect(listed?.codes).toEqual(['B.SPARE']);
    expect((await send(before)).status).toBe(409);
    await bridge.kill();
    await bridge.start();
    expect((await devices()).map(({ name }) => name)).toContain('Spare');
  });

  it('the bridge refuses a wrong configuration in one line, and does not start again', async () => {
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, JSON.stringify({ connections: [{ name: 'A', protocol: 'modbus' }] }));
    const other = new AppProcess('bridge', { ...variables, BRIDGE_CONFIG: wrong });
    await expect(other.start()).rejects.toThrow('connections[0].protocol must be one of');
    expect(other.exitCode).toBe(78);
  });
});

/** Two points of the template of a common meter. */
function meterPoints(): object[] {
  const shared = { table: 'input', type: 'float32' };
  return [
    { ...shared, suffix: 'POWER', name: 'Active power', unit: 'kW', address: 52, scale: 0.001 },
    { ...shared, suffix: 'ENERGY.IMPORT', name: 'Active energy import', unit: 'kWh', address: 72 },
  ];
}

/** Adds a value for each minute of the past six hours, as if the bridge had run. */
async function addPastHours(dataDir: string, code: string): Promise<void> {
  const client = new Client({
    connectionString: `${EmbeddedPostgres.runningUrl(join(dataDir, 'postgres'))}/postgres`,
  });
  await client.connect();
  await client.query(
    `INSERT INTO recent SELECT id, $2::bigint + minute * 60000, minute
       FROM point, generate_series(0, 359) AS minute WHERE code = $1`,
    [code, Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 6 * HOUR_MS],
  );
  await client.end();
}
