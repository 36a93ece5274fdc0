// Runs in the full check only: it needs pymodbus of Debian.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FixedClock } from '@app/kernel';
import pino from 'pino';
import type { ModbusPoint } from '../../apps/bridge/src/modbus/modbus.dto';
import { ModbusConnection } from '../../apps/bridge/src/modbus/modbus-connection';
import { BYTE_ORDERS, REGISTERS_OF } from '../../apps/bridge/src/modbus/registers';
import { Readings } from '../factories/readings';
import { freePort } from '../servers/test-server';

/** Debian installs its packages for this Python only. */
const PYTHON = '/usr/bin/python3';
/** A number for each type, and another one to be written. */
const NUMBERS = {
  uint16: [54_321, 1],
  int16: [-12_345, 32_767],
  uint32: [3_123_456_789, 65_536],
  int32: [-1_234_567_890, 7],
  float32: [-123.25, 0.5],
  uint64: [9_007_199_254_740_991, 4_294_967_296],
  int64: [-9_007_199_254_740_991, 12_345_678_901],
  float64: [-1234.5678, 6.02e23],
} as const;

const POINTS = Object.entries(NUMBERS).flatMap(([type, [first, second]], row) =>
  BYTE_ORDERS.map((order, column) => {
    const kind = type as keyof typeof NUMBERS;
    const code = `${type} ${order}`;
    const address = 100 * row + 10 * column;
    const format = { type: kind, order, length: REGISTERS_OF[kind], scale: 1, offset: 0 };
    const point: ModbusPoint = {
      ...format,
      code,
      suffix: code,
      name: code,
      unit: '',
      dataType: 'number',
      table: 'holding',
      address,
      writable: true,
    };
    return { point, first, second };
  }),
);

describe('a device of another implementation', () => {
  const readings = new Readings();
  let device: ChildProcessWithoutNullStreams;
  let lines: AsyncIterator<string>;
  let connection: ModbusConnection;

  beforeAll(async () => {
    const port = await freePort();
    const script = join(__dirname, '..', 'servers', 'pymodbus-device.py');
    const entries = POINTS.map(({ point: { address, type, order }, first }) => [address, type, order, first]);
    device = spawn(PYTHON, [script, String(port), JSON.stringify(entries)]);
    device.stderr.pipe(process.stderr);
    lines = createInterface(device.stdout)[Symbol.asyncIterator]();
    if ((await nextLine()) !== 'ready') throw new Error('The device does not start.');
    connection = new ModbusConnection(
      {
        name: 'Board',
        protocol: 'modbus-tcp',
        host: '127.0.0.1',
        port,
        enabled: true,
        pollSeconds: 60,
        timeoutMs: 60_000,
        pauseMs: 0,
        devices: [{ name: 'Meter', unit: 1, mostRegisters: 120, points: POINTS.map(({ point }) => point) }],
      },
      readings,
      new FixedClock(0),
      pino({ level: 'silent' }),
    );
  });
  afterAll(async () => {
    await connection.stop();
    device.kill();
    await once(device, 'exit');
  });

  const nextLine = async () => (await lines.next()).value as string | undefined;

  it('the bridge reads each type in each order as pymodbus has stored it', async () => {
    await connection.poll();
    expect(readings.values).toEqual(
      Object.fromEntries(POINTS.map(({ point, first }) => [point.code, first])),
    );
  });

  it('pymodbus reads each type in each order as the bridge has written it', async () => {
    for (const { point, second } of POINTS) {
      await connection.write(point.code, second);
      device.stdin.write(`${point.address} ${point.type} ${point.order}\n`);
      expect([point.code, Number(await nextLine())]).toEqual([point.code, second]);
    }
  });
});
