import type { Quality } from '@app/contracts';
import type { Value } from '@app/gateway-server';
import { type Clock, DomainError, withTimeout } from '@app/kernel';
import type { Logger } from 'pino';
import type { BridgeDevice, BridgePoint } from '../configuration/configuration.dto';
import { type Driver, notConfirmed, type ReadingSink } from '../serving/driver';
import { Broker, type BrokerEvents } from './broker';
import type { BrokerSettings } from './mqtt.dto';

/** A device whose clock is ahead by more than this has a wrong clock. */
const MOST_AHEAD_MS = 60_000;
/** Devices store numbers with 24 bits or fewer. */
const RELATIVE_PRECISION = 1e-6;

type Waiter = (value: Value) => void;

/** Devices behind a broker. A write is confirmed by the next message in which the device reports the value. */
export abstract class BrokerDriver<Point extends BridgePoint, Device extends BridgeDevice> implements Driver {
  protected readonly broker: Broker;
  private readonly points: ReadonlyMap<string, Point>;
  /** The newest values of this connection. */
  private readonly known = new Map<string, { value: Value; atMs: number }>();
  private readonly waiters = new Map<string, Set<Waiter>>();
  private readonly warned = new Set<string>();
  /** Aborted with the connection, so that no write waits longer. */
  private lost = new AbortController();

  protected constructor(
    protected readonly settings: BrokerSettings & {
      devices: readonly (Device & { points: readonly Point[] })[];
    },
    events: Omit<BrokerEvents, 'onLoss'>,
    protected readonly sink: ReadingSink,
    protected readonly clock: Clock,
    protected readonly logger: Logger,
  ) {
    const points = settings.devices.flatMap((device) => device.points);
    this.points = new Map(points.map((point) => [point.code, point]));
    this.broker = new Broker(settings, { ...events, onLoss: () => this.lose() }, logger);
  }

  get devices(): readonly (Device & { points: readonly Point[] })[] {
    return this.settings.devices;
  }

  start(): void {
    this.broker.start();
  }

  async stop(): Promise<void> {
    await this.broker.stop();
  }

  async write(code: string, value: Value): Promise<void> {
    const point = this.points.get(code);
    if (!point) throw DomainError.notFound(`The point ${code}`);
    const before = this.known.get(code)?.value;
    const confirmed = this.nextReport(code, (reported) => isSame(point, reported, value));
    try {
      await this.send(point, value);
      // A device that has the value already may not report it.
      if (before !== undefined && isSame(point, before, value)) return;
      await withTimeout(this.settings.timeoutMs, () => confirmed.promise, timedOut, this.lost.signal);
    } catch (error) {
      throw error instanceof DomainError ? error : notConfirmed(code, (error as Error).message);
    } finally {
      confirmed.end();
    }
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

  /** Sends the command. @throws DomainError `invalid` if the device cannot store the value */
  protected abstract send(point: Point, value: Value): Promise<void>;

  /** @param atMs the time by the device, if it has one */
  protected report(point: Point, value: Value | null, atMs?: number, quality: Quality = 'good'): void {
    const { code } = point;
    if (value === null) {
      this.fail(point);
      if (!this.warned.has(code)) this.logger.warn({ code }, 'a message has no value that can be read');
      this.warned.add(code);
      return;
    }
    this.warned.delete(code);
    const nowMs = this.clock.nowMs();
    const sampleMs = atMs !== undefined && atMs <= nowMs + MOST_AHEAD_MS ? atMs : nowMs;
    const known = this.known.get(code);
    if (known && sampleMs < known.atMs && atMs !== undefined) {
      this.sink.keep(code, sampleMs, value);
      return;
    }
    this.known.set(code, { value, atMs: sampleMs });
    this.sink.accept(code, { atMs: sampleMs, value, quality });
    for (const waiter of this.waiters.get(code) ?? []) waiter(value);
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
}

const timedOut = () => new Error('it has not reported the value');

function isSame({ step = 0 }: BridgePoint, reported: Value, wanted: Value): boolean {
  if (typeof reported === 'boolean' || typeof wanted === 'boolean') return reported === wanted;
  return Math.abs(reported - wanted) <= Math.max(step / 2, Math.abs(wanted) * RELATIVE_PRECISION);
}
