import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { FixedClock } from '@app/kernel';
import pino from 'pino';
import type { ModbusPoint, ModbusSettings } from '../../apps/bridge/src/modbus/modbus.dto';
import { ModbusConnection } from '../../apps/bridge/src/modbus/modbus-connection';
import { REASONS } from '../../apps/bridge/src/serving/reasons';
import { ModbusDevice } from '../factories/modbus-device';
import { Readings } from '../factories/readings';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';

const NOW_MS = Date.parse('2026-03-01T10:00:00Z');
const POLL_MS = 60_000;

const aPoint = (changes: Partial<ModbusPoint>): ModbusPoint => ({
  code: 'P',
  suffix: 'P',
  name: 'Power',
  unit: 'kW',
  table: 'input',
  address: 0,
  length: 1,
  dataType: 'number',
  type: 'uint16',
  order: 'ABCD',
  scale: 1,
  offset: 0,
  writable: true,
  ...changes,
});

const valuesOf = (first: number) => ({ P0: first, P20: first + 20, P40: first + 40 });

const failureOf = (meter: ModbusConnection) => meter.devices.map((each) => meter.failureOf(each))[0];

describe('ModbusConnection', () => {
  const clock = new FixedClock(NOW_MS);
  const opened: ModbusConnection[] = [];
  let device: ModbusDevice;
  let reports: Readings;

  beforeEach(async () => {
    device = await ModbusDevice.start();
    reports = new Readings();
    clock.set(NOW_MS);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((connection) => connection.stop()));
    await device.turnOff();
  });

  function connectionTo(
    port: number,
    points: ModbusPoint[],
    changes: Partial<ModbusSettings> = {},
  ): ModbusConnection {
    const connection = new ModbusConnection(
      {
        name: 'Board',
        protocol: 'modbus-tcp',
        host: '127.0.0.1',
        port,
        enabled: true,
        pollSeconds: 60,
        timeoutMs: 2000,
        pauseMs: 0,
        devices: [{ name: 'Meter', unit: 7, mostRegisters: 120, points }],
        ...changes,
      },
      reports,
      clock,
      pino({ level: 'silent' }),
    );
    opened.push(connection);
    return connection;
  }
  const connection = (...points: ModbusPoint[]) => connectionTo(device.port, points);

  it('reads registers, inputs and coils of one unit', async () => {
    device.set(0, '000186A0');
    device.set(52, '4366199A');
    device.coils.set(3, true);
    await connection(
      aPoint({ code: 'ENERGY', table: 'holding', type: 'uint32', length: 2, scale: 0.01 }),
      aPoint({ code: 'VOLTAGE', address: 52, type: 'float32', length: 2 }),
      aPoint({ code: 'SWITCH', table: 'coil', type: 'bool', address: 3 }),
      aPoint({ code: 'INPUT', table: 'discrete', type: 'bool', address: 3 }),
    ).poll();
    expect(reports.values).toEqual({ ENERGY: 1000, VOLTAGE: 230.1, SWITCH: true, INPUT: true });
    expect(reports.samples.get('ENERGY')).toEqual({ atMs: NOW_MS, value: 1000, quality: 'good' });
    expect([...device.units]).toEqual([7]);
  });

  it.each([
    [5, 'device_busy'],
    [6, 'device_busy'],
    [10, 'behind_converter'],
    [11, 'behind_converter'],
  ] as const)('names the exception %d of a device or its converter', async (exception, reason) => {
    device.set(0, '0001');
    const board = connection(aPoint({ code: 'A' }));
    await board.poll();
    device.exception = exception;
    await board.poll();
    expect(reports.qualityOf('A')).toBe('bad');
    expect(board.devices.map((each) => board.failureOf(each))).toEqual([REASONS[reason]]);
  });

  it('pauses between its requests as a device needs', async () => {
    device.set(0, '0001');
    device.set(1000, '0002');
    const points = [aPoint({ code: 'A' }), aPoint({ code: 'B', address: 1000 })];
    const board = connectionTo(device.port, points, { pauseMs: 100 });
    const startedMs = performance.now();
    await board.poll();
    expect(reports.values).toEqual({ A: 1, B: 2 });
    expect(performance.now() - startedMs).toBeGreaterThan(190);
  });

  it('reads a slow device at its own multiples, but tries it at each poll while it fails', async () => {
    device.set(0, '0001');
    const devices = [
      { name: 'Meter', unit: 7, mostRegisters: 120, pollSeconds: 900, points: [aPoint({ code: 'A' })] },
      { name: 'Pump', unit: 8, mostRegisters: 120, points: [aPoint({ code: 'B' })] },
    ];
    const board = connectionTo(device.port, [], { devices });
    const pollAfter = async (seconds: number, hex: string) => {
      clock.advance(seconds * 1000);
      device.set(0, hex);
      await board.poll();
      return reports.values;
    };
    expect(await pollAfter(0, '0001')).toEqual({ A: 1, B: 1 });
    expect(await pollAfter(899, '0002')).toEqual({ A: 1, B: 2 });
    expect(await pollAfter(1, '0003')).toEqual({ A: 3, B: 3 });
    await device.turnOff();
    await pollAfter(900, '0004');
    await device.turnOn();
    expect(await pollAfter(1, '0005')).toEqual({ A: 5, B: 5 });
    device.exception = 4;
    await pollAfter(900, '0006');
    device.exception = null;
    expect(await pollAfter(1, '0007')).toEqual({ A: 7, B: 7 });
    // A timer that fires early counts for the next interval.
    expect(await pollAfter(896.5, '0008')).toEqual({ A: 7, B: 8 });
    expect(await pollAfter(1, '0009')).toEqual({ A: 9, B: 9 });
  });

  it('reads the other points of a device that does not have one of the registers', async () => {
    device.set(0, '0001');
    device.set(2, '0003');
    const meter = connection(
      aPoint({ code: 'A', address: 0 }),
      aPoint({ code: 'B', address: 1 }),
      aPoint({ code: 'C', address: 2 }),
    );
    await meter.poll();
    await meter.poll();
    expect(reports.values).toEqual({ A: 1, B: null, C: 3 });
    expect(['A', 'B', 'C'].map((code) => reports.qualityOf(code))).toEqual(['good', 'bad', 'good']);
    device.set(1, '0002');
    await meter.poll();
    expect(reports.values).toEqual({ A: 1, B: 2, C: 3 });
  });

  it('keeps the last value and its time while the device is off, and reads it again afterwards', async () => {
    device.set(0, '0005');
    const meter = connection(aPoint({}));
    await meter.poll();
    await device.turnOff();
    clock.advance(POLL_MS);
    await meter.poll();
    expect(reports.samples.get('P')).toEqual({ atMs: NOW_MS, value: 5, quality: 'bad' });
    await meter.poll();
    expect(failureOf(meter)).toBe('the connection is refused');
    await device.turnOn();
    device.set(0, '0006');
    clock.advance(POLL_MS);
    await meter.poll();
    expect(reports.samples.get('P')).toEqual({ atMs: NOW_MS + 2 * POLL_MS, value: 6, quality: 'good' });
    expect(failureOf(meter)).toBeNull();
  });

  it('writes a value once, and reads it back', async () => {
    device.set(0, '0000');
    device.set(10, '00000000');
    device.coils.set(3, false);
    const level = aPoint({ code: 'LEVEL', table: 'holding', scale: 0.5 });
    const limit = aPoint({ code: 'LIMIT', table: 'holding', address: 10, type: 'float32', length: 2 });
    const fan = aPoint({ code: 'FAN', table: 'coil', type: 'bool', address: 3 });
    const meter = connection(level, limit, fan);
    await meter.write(level.code, 21.5);
    await meter.write(limit.code, 230.1);
    await meter.write(fan.code, true);
    expect(device.written).toEqual([
      [0, 43],
      [10, 0x4366],
      [11, 0x199a],
      [3, true],
    ]);
    expect(reports.values).toEqual({ LEVEL: 21.5, LIMIT: 230.1, FAN: true });
  });

  it('reports that the device refuses a value, and that it does not confirm one', async () => {
    device.set(0, '0000');
    device.largestValue = 100;
    const level = aPoint({ table: 'holding' });
    const meter = connection(level);
    await expect(meter.write(level.code, 101)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The point P was not written: the device does not accept this value.',
    });
    await device.turnOff();
    await expect(meter.write(level.code, 50)).rejects.toMatchObject({ code: 'not_confirmed' });
    // The connection is opened again, and nothing is sent.
    await expect(meter.write(level.code, 50)).rejects.toMatchObject({
      code: 'not_sent',
      message: 'The point P was not written: the connection is refused.',
    });
    await device.turnOn();
    await meter.poll();
    expect(reports.values).toEqual({ P: 0 });
    expect(device.written).toEqual([]);
  });

  it('has no connection while it is paused, and refuses writes', async () => {
    device.set(0, '0001');
    device.mostConnections = 1;
    await device.turnOff();
    await device.turnOn();
    const meter = connection(aPoint({}));
    await meter.poll();
    let polling = Promise.resolve();
    await meter.whilePaused(async () => {
      device.set(0, '0002');
      polling = meter.poll();
      await expect(meter.write('P', 3)).rejects.toMatchObject({ code: 'not_sent' });
      const other = connection(aPoint({}));
      await other.poll();
      expect(failureOf(other)).toBeNull();
      await other.stop();
    });
    await polling;
    expect(failureOf(meter)).toBeNull();
    expect(device.written).toEqual([]);
  });

  it('does not keep the work for which it is paused from ending', async () => {
    const meter = connection(aPoint({}));
    const isAborted = meter.whilePaused((signal) => Promise.resolve(signal.aborted));
    await meter.stop();
    expect(await isAborted).toBe(true);
  });

  it('ends while a device does not answer', async () => {
    const { relay, meter } = await meterBehindRelay();
    relay.swallow();
    const polling = meter.poll();
    await waitFor(() => relay.lostBytes > 0, { what: 'a request' });
    await meter.stop();
    await polling;
    expect(reports.qualityOf('P40')).toBe('bad');
    await relay.cut();
  });

  it('reads RTU frames through a converter', async () => {
    const requests: string[] = [];
    const converter = createServer((socket) =>
      socket.on('data', (frame) => {
        requests.push(frame.toString('hex'));
        const answer = Buffer.from('0704020123', 'hex');
        socket.write(Buffer.concat([answer, checksum(answer)]));
      }),
    ).listen(0, '127.0.0.1');
    await once(converter, 'listening');
    const { port } = converter.address() as AddressInfo;
    await connectionTo(port, [aPoint({ address: 16 })], { protocol: 'modbus-rtu-over-tcp' }).poll();
    expect(reports.values).toEqual({ P: 0x123 });
    const request = Buffer.from('070400100001', 'hex');
    expect(requests).toEqual([Buffer.concat([request, checksum(request)]).toString('hex')]);
    await opened.pop()?.stop();
    converter.close();
  });

  /** A meter behind a relay. `setAll(2000)` sets the register 20 to 2020. */
  async function meterBehindRelay() {
    const relay = await TcpRelay.before(device.url);
    const points = [0, 20, 40].map((address) => aPoint({ code: `P${address}`, address, table: 'holding' }));
    const setAll = (first: number) => {
      for (const { address } of points) device.registers.set(address, first + address);
    };
    const meter = connectionTo(Number(new URL(relay.url).port), points, { timeoutMs: 1000 });
    setAll(1000);
    await meter.poll();
    return { relay, meter, setAll };
  }

  it.each<[fault: string, begin: (relay: TcpRelay) => unknown, end: (relay: TcpRelay) => unknown]>([
    ['refuses connections', (relay) => relay.cut(), (relay) => relay.mend()],
    ['loses all packets', (relay) => relay.swallow(), (relay) => relay.pass()],
    ['delays all packets', (relay) => relay.freeze(), (relay) => relay.pass()],
  ])('does not confirm a write while the network %s, and reads again afterwards', async (_, begin, end) => {
    const { relay, meter, setAll } = await meterBehindRelay();
    await begin(relay);
    await meter.poll();
    expect(reports.values).toEqual(valuesOf(1000));
    expect(reports.qualityOf('P40')).toBe('bad');
    await expect(meter.write('P40', 3000)).rejects.toMatchObject({ kind: 'conflict' });

    await end(relay);
    setAll(4000);
    await meter.poll();
    // A delayed write may have reached P40.
    expect(reports.values).toMatchObject({ P0: 4000, P20: 4020 });
    expect(reports.qualityOf('P40')).toBe('good');
    await relay.cut();
  });

  it.each<[fault: string, begin: (relay: TcpRelay) => unknown]>([
    ['has forgotten the connection', (relay) => relay.abandon()],
    ['breaks off in an answer', (relay) => relay.cutNextAnswer('reset')],
    ['falls silent in an answer', (relay) => relay.cutNextAnswer('silent')],
  ])('reads with the next poll after a network that %s, and confuses no points', async (_, begin) => {
    const { relay, meter, setAll } = await meterBehindRelay();
    begin(relay);
    setAll(2000);
    await meter.poll();
    expect(reports.qualityOf('P40')).toBe('bad');
    setAll(4000);
    await meter.poll();
    expect(reports.values).toEqual(valuesOf(4000));
    expect(reports.qualityOf('P40')).toBe('good');
    for (const [code, value] of reports.seen) expect(Number(value) % 1000).toBe(Number(code.slice(1)));
    await relay.cut();
  });
});

/** The checksum of an RTU frame: CRC-16/MODBUS, low byte first. */
function checksum(frame: Buffer): Buffer {
  let crc = 0xffff;
  for (const byte of frame) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return Buffer.from([crc & 0xff, crc >> 8]);
}
