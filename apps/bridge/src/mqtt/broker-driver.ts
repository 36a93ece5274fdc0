import type { Quality } from '@app/contracts';
import type { Value } from '@app/gateway-server';
import { type Clock, DomainError, repeatEvery, withTimeout } from '@app/kernel';
import type { Logger } from 'pino';
import type { BridgePoint } from '../configuration/configuration.dto';
import { type Driver, notConfirmed, notSent, type ReadingSink } from '../serving/driver';
import { REASONS } from '../serving/reasons';
import { Broker, type BrokerEvents } from './broker';
import type { BrokerSettings } from './mqtt.dto';

const CHECK_MS = 1000;
/** Times outside are those of a wrong clock. */
const EARLIEST_MS = Date.UTC(2000, 0);
const MOST_AHEAD_MS = 60_000;
/** Devices may store numbers with 32 bits. */
const RELATIVE_PRECISION = 1e-6;

type Waiter = (value: Value) => void;

/**
 * Devices behind a broker. A write is confirmed by the next message in which the device reports the value. A device that
 * has the value already may not report it, so the time limit then ends the wait.
 */
export abstract class BrokerDriver<
  Point extends BridgePoint,
  Device extends { name: string; points: readonly Point[] },
> implements Driver {
  protected readonly broker: Broker;
  private readonly points: ReadonlyMap<string, Point>;
  /** The values that the devices have reported in this connection. */
  private readonly known = new Map<string, Value>();
  private readonly waiters = new Map<string, Set<Waiter>>();
  private readonly warned = new Set<string>();
  private readonly stopping = new AbortController();
  private checking: Promise<void> = Promise.resolve();
  /** Aborted with the connection, so that no write waits longer. */
  private lost = new AbortController();

  protected constructor(
    protected readonly settings: BrokerSettings & { devices: readonly Device[] },
    events: Omit<BrokerEvents, 'onLoss'>,
    protected readonly sink: ReadingSink,
    protected readonly clock: Clock,
    protected readonly logger: Logger,
  ) {
    const points = settings.devices.flatMap((device) => device.points);
    this.points = new Map(points.map((point) => [point.code, point]));
    this.broker = new Broker(settings, { ...events, onLoss: () => this.lose() }, logger);
  }

  get devices(): readonly Device[] {
    return this.settings.devices;
  }

  failureOf(device: Device): string | null {
    return this.broker.failure ?? (this.isOffline(device) ? REASONS.device_offline : null);
  }

  start(): void {
    this.broker.start();
    this.checking = repeatEvery(CHECK_MS, this.stopping.signal, async () => this.check());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.checking, this.broker.stop()]);
  }

  async write(code: string, value: Value): Promise<void> {
    const point = this.points.get(code);
    if (!point) throw DomainError.notFound(`The point ${code}`);
    if (!this.broker.isConnected) throw notSent(code, 'the broker is not connected');
    const { signal } = this.lost;
    const command = this.commandFor(point, value);
    if (this.known.get(code) !== value) this.known.delete(code);
    const confirmed = this.nextReport(code, (reported) => isSame(point, reported, value));
    const sentMs = performance.now();
    const sendAndWait = async () => {
      await this.broker.publish(command.topic, command.payload);
      await confirmed.promise;
    };
    try {
      await withTimeout(this.settings.timeoutMs, sendAndWait, timedOut, signal);
    } catch (error) {
      if (this.known.get(code) === value) return;
      this.broker.resetIfSilent(sentMs);
      throw notConfirmed(code, (error as Error).message);
    } finally {
      confirmed.end();
    }
  }

  /** @throws DomainError if the device is offline or cannot store the value */
  protected abstract commandFor(point: Point, value: Value): { topic: string; payload: string | Buffer };

  /** Returns true if the device, or the broker for it, has said so. */
  protected abstract isOffline(device: Device): boolean;

  /** Is called each second. */
  protected abstract check(): void;

  /** Takes a value that a device reports now. */
  protected report(point: Point, value: Value | null, atMs?: number): void {
    if (value === null) {
      this.fail(point);
      if (!this.warned.has(point.code))
        this.logger.warn({ code: point.code }, 'a message has no value that can be read');
      this.warned.add(point.code);
      return;
    }
    this.warned.delete(point.code);
    this.known.set(point.code, value);
    this.show(point, value, 'good', atMs);
    for (const waiter of this.waiters.get(point.code) ?? []) waiter(value);
  }

  /** Shows a value that confirms no write, because it may be old. */
  protected show({ code }: Point, value: Value, quality: Quality, atMs?: number): void {
    this.sink.accept(code, { atMs: this.plausible(atMs) ?? this.clock.nowMs(), value, quality });
  }

  /** Keeps a value of the past, which the device delivers late. */
  protected keep({ code }: Point, value: Value, atMs: number | undefined): void {
    const plausibleMs = this.plausible(atMs);
    if (plausibleMs !== undefined) this.sink.keep(code, plausibleMs, value);
  }

  /** Returns the time of a device, unless its clock is wrong. */
  protected plausible(atMs: number | undefined): number | undefined {
    const isPlausible =
      atMs !== undefined && atMs >= EARLIEST_MS && atMs <= this.clock.nowMs() + MOST_AHEAD_MS;
    return isPlausible ? Math.round(atMs) : undefined;
  }

  protected fail({ code }: Point): void {
    this.known.delete(code);
    this.sink.fail(code);
  }

  /** The connection is lost, so no value is current. */
  protected lose(): void {
    this.lost.abort(new Error('the connection to the broker was lost'));
    this.lost = new AbortController();
    for (const point of this.points.values()) this.fail(point);
  }

  private nextReport(
    code: string,
    isWanted: (value: Value) => boolean,
  ): { promise: Promise<void>; end(): void } {
    const waiters = this.waiters.get(code) ?? new Set();
    this.waiters.set(code, waiters);
    let waiter: Waiter;
    const promise = new Promise<void>((resolve) => {
      waiter = (value) => {
        if (isWanted(value)) resolve();
      };
      waiters.add(waiter);
    });
    return { promise, end: () => waiters.delete(waiter) };
  }
}

const timedOut = () => new Error('it has not reported the value');

function isSame({ step = 0 }: BridgePoint, reported: Value, wanted: Value): boolean {
  if (typeof reported === 'boolean' || typeof wanted === 'boolean') return reported === wanted;
  return Math.abs(reported - wanted) <= Math.max(step / 2, Math.abs(wanted) * RELATIVE_PRECISION);
}
