import type { ServedSample, Value } from '@app/gateway-server';
import { type Clock, DomainError, pause, Semaphore, withTimeout } from '@app/kernel';
import ModbusRTU from 'modbus-serial';
import type { Logger } from 'pino';
import { DeviceFailure } from '../serving/device-failure';
import { type Driver, notConfirmed, notSent, pollAtMultiples, type ReadingSink } from '../serving/driver';
import { networkReason, REASONS } from '../serving/reasons';
import type { ModbusDevice, ModbusPoint, ModbusSettings } from './modbus.dto';
import { type Block, divide, readPlan } from './read-plan';
import { decode, encode } from './registers';

interface OpenConnection {
  client: ModbusRTU;
  /** Aborted when the connection is closed, so that no request waits for its time limit then. */
  closed: AbortController;
}

interface PolledDevice {
  device: ModbusDevice;
  blocks: Block[];
  failure: DeviceFailure;
  /** The codes of the points that the device refuses to return. */
  refused: Set<string>;
  /** The interval in which the device was read; undefined if it is read, or tried again, at the next poll. */
  interval?: number;
}

/** The reasons of a device that answers, but refuses the request, by the code of its answer. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: 'the device does not know this function',
  2: 'the device has no such register',
  3: 'the device does not accept this value',
  4: 'the device reports a fault',
};
/** A device with these answers may return a part of the registers. */
const DIVIDING = new Set([2, 3]);
const FAULT = 4;
const BUSY = new Set([5, 6]);
const EARLY_MS = 500;
/** The time that a device may need before it accepts another connection. */
const RELEASE_MS = 500;

/**
 * One TCP connection with the devices behind it. Requests are sent one after another, as most devices require. After a
 * request without an answer, the connection is closed, because the late answer could be taken for the next one. The
 * next request opens it again, so each device is read again with the first poll after a fault.
 */
export class ModbusConnection implements Driver {
  private open: OpenConnection | null = null;
  private readonly turn = new Semaphore(1);
  private readonly stopping = new AbortController();
  private readonly polled: PolledDevice[];
  private polling: Promise<void> = Promise.resolve();
  private isPaused = false;

  constructor(
    private readonly settings: ModbusSettings,
    private readonly sink: ReadingSink,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.polled = settings.devices.map((device) => ({
      device,
      blocks: readPlan(device.points, device.mostRegisters),
      failure: new DeviceFailure(settings.name, device.name, logger),
      refused: new Set(),
    }));
  }

  get devices(): readonly ModbusDevice[] {
    return this.settings.devices;
  }

  failureOf(device: ModbusDevice): string | null {
    return this.polled.find((polled) => polled.device === device)?.failure.reason ?? null;
  }

  start(): void {
    const { signal } = this.stopping;
    this.polling = pollAtMultiples(this.settings.pollSeconds, this.clock, signal, () => this.poll());
  }

  async whilePaused<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { signal } = this.stopping;
    this.isPaused = true;
    try {
      return await this.turn.run(async () => {
        this.disconnect();
        await pause(RELEASE_MS, signal);
        const result = await work(signal);
        await pause(RELEASE_MS, signal);
        return result;
      });
    } finally {
      this.isPaused = false;
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.disconnect();
    await this.polling;
  }

  /**
   * Reads all devices once. A write waits for one device at most. Devices that did not answer are last, because each of
   * them takes its time limit.
   */
  async poll(): Promise<void> {
    const silentLast = this.polled
      .filter(({ device, interval }) => interval === undefined || interval !== this.intervalOf(device))
      .toSorted((a, b) => Number(isFailing(a)) - Number(isFailing(b)));
    for (const polled of silentLast) {
      if (this.stopping.signal.aborted) return;
      await this.turn.run(() => this.read(polled));
    }
  }

  /** The number of the present interval of a device; undefined if it is read at each poll. */
  private intervalOf({ pollSeconds }: ModbusDevice): number | undefined {
    // A timer may fire just before the multiple.
    return pollSeconds && Math.floor((this.clock.nowMs() + EARLY_MS) / (pollSeconds * 1000));
  }

  /** Writes a value, and reads it back. */
  async write(code: string, value: Value): Promise<void> {
    const { unit, point } = this.pointOf(code);
    if (this.isPaused) throw notSent(code, 'its connection is being tried');
    await this.turn.run(async () => {
      await this.connect().catch((error: unknown) => {
        throw notSent(code, reasonOf(error));
      });
      try {
        await this.request(unit, (client) => send(client, point, value));
      } catch (error) {
        throw writeError(point.code, error);
      }
      await this.readBack(unit, point);
    });
  }

  private pointOf(code: string): { unit: number; point: ModbusPoint } {
    for (const { unit, points } of this.devices) {
      const point = points.find((each) => each.code === code);
      if (point) return { unit, point };
    }
    throw DomainError.notFound(`The point ${code}`);
  }

  private async readBack(unit: number, point: ModbusPoint): Promise<void> {
    const { table, address, length } = point;
    try {
      await this.readBlock(unit, { table, address, length, points: [point] });
    } catch (error) {
      this.logger.warn({ code: point.code, reason: reasonOf(error) }, 'a written value was not read back');
    }
  }

  private async read(polled: PolledDevice): Promise<void> {
    const { device, blocks } = polled;
    polled.interval = this.intervalOf(device);
    try {
      const readable: Block[] = [];
      for (const block of blocks) readable.push(...(await this.readParts(polled, block)));
      polled.blocks = readable;
      const isRefused = device.points.length > 0 && polled.refused.size === device.points.length;
      this.setFailure(polled, isRefused ? REASONS.all_points_refused : null);
    } catch (error) {
      for (const { code } of device.points) this.sink.fail(code);
      // Perhaps another device will answer, which has all registers.
      polled.blocks = readPlan(device.points, device.mostRegisters);
      this.setFailure(polled, reasonOf(error));
    }
  }

  /** Reads a block. Returns the blocks in which to read it from now on: a refused block is divided. */
  private async readParts(polled: PolledDevice, block: Block): Promise<Block[]> {
    try {
      await this.readBlock(polled.device.unit, block);
      for (const { code } of block.points) polled.refused.delete(code);
      return [block];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The device may return the registers at the next poll.
      if (exceptionCode(error) === FAULT) polled.interval = undefined;
      const divided = DIVIDING.has(exceptionCode(error) ?? 0) ? divide(block) : [block];
      if (divided.length === 1) {
        this.refuse(polled, block, reasonOf(error));
        return [block];
      }
      const parts: Block[] = [];
      for (const part of divided) parts.push(...(await this.readParts(polled, part)));
      return parts;
    }
  }

  private refuse({ device, refused }: PolledDevice, { points }: Block, reason: string): void {
    for (const { code } of points) {
      this.sink.fail(code);
      if (!refused.has(code))
        this.logger.warn({ device: device.name, code, reason }, 'a point cannot be read');
      refused.add(code);
    }
  }

  private async readBlock(unit: number, block: Block): Promise<void> {
    const values = await this.request(unit, (client) => receive(client, block));
    const atMs = this.clock.nowMs();
    for (const [code, value] of values) {
      this.sink.accept(code, { atMs, value, quality: value === null ? 'bad' : 'good' });
    }
  }

  private async request<T>(unit: number, work: (client: ModbusRTU) => Promise<T>): Promise<T> {
    const { client, closed } = await this.connect();
    client.setID(unit);
    try {
      return await withTimeout(this.settings.timeoutMs, () => work(client), timedOut, closed.signal);
    } catch (error) {
      if (exceptionCode(error) === undefined) this.disconnect();
      throw error;
    } finally {
      if (this.settings.pauseMs > 0) await pause(this.settings.pauseMs, this.stopping.signal);
    }
  }

  private async connect(): Promise<OpenConnection> {
    if (this.open?.client.isOpen) return this.open;
    this.disconnect();
    this.stopping.signal.throwIfAborted();
    const { host, port, timeoutMs, protocol } = this.settings;
    const client = new ModbusRTU();
    const opened = { client, closed: new AbortController() };
    this.open = opened;
    // A failed request reports the error, too.
    client.on('error', () => undefined);
    client.on('close', () => opened.closed.abort(new Error(REASONS.connection_closed)));
    // The library names RTU over TCP after Telnet.
    const connected = () =>
      protocol === 'modbus-tcp'
        ? client.connectTCP(host, { host, port })
        : client.connectTelnet(host, { port });
    try {
      await withTimeout(timeoutMs, connected, timedOut, opened.closed.signal);
    } catch (error) {
      this.disconnect();
      throw error;
    }
    return opened;
  }

  private disconnect(): void {
    this.open?.client.destroy(() => undefined);
    this.open?.closed.abort(new Error(REASONS.connection_closed));
    this.open = null;
  }

  private setFailure(polled: PolledDevice, reason: string | null): void {
    if (reason !== null) polled.interval = undefined;
    if (!this.stopping.signal.aborted) polled.failure.set(reason);
  }
}

async function receive(
  client: ModbusRTU,
  block: Block,
): Promise<[code: string, value: ServedSample['value']][]> {
  const { table, address, length, points } = block;
  if (table === 'coil' || table === 'discrete') {
    const { data } = await (table === 'coil'
      ? client.readCoils(address, length)
      : client.readDiscreteInputs(address, length));
    return points.map((point) => [point.code, data[point.address - address] ?? null]);
  }
  const { buffer } = await (table === 'holding'
    ? client.readHoldingRegisters(address, length)
    : client.readInputRegisters(address, length));
  return points.map((point) => {
    const first = (point.address - address) * 2;
    return [point.code, decode(buffer.subarray(first, first + point.length * 2), point)];
  });
}

async function send(client: ModbusRTU, point: ModbusPoint, value: Value): Promise<void> {
  if (typeof value === 'boolean') {
    await client.writeCoil(point.address, value);
    return;
  }
  const bytes = encode(value, point);
  // Some devices write a single register only with the function for one register.
  if (point.length === 1) await client.writeRegister(point.address, bytes.readUInt16BE());
  else await client.writeRegisters(point.address, bytes);
}

function exceptionCode(error: unknown): number | undefined {
  return (error as { modbusCode?: number }).modbusCode;
}

/** The device answers, but refuses this request. Other exceptions mean that a converter cannot reach the device. */
function isRefusal(error: unknown): boolean {
  return (exceptionCode(error) ?? Infinity) in REFUSALS;
}

const isFailing = ({ failure }: PolledDevice) => failure.reason !== null;

const timedOut = () => new Error(REASONS.no_answer);

function reasonOf(error: unknown): string {
  const code = exceptionCode(error);
  if (code !== undefined && BUSY.has(code)) return REASONS.device_busy;
  if (code !== undefined) return REFUSALS[code] ?? REASONS.behind_converter;
  return networkReason(error as Error);
}

function writeError(code: string, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const reason = reasonOf(error);
  if (isRefusal(error)) return DomainError.invalid(`The point ${code} was not written: ${reason}.`);
  return notConfirmed(code, reason);
}
