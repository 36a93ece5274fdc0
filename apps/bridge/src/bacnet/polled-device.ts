import {
  type BACNetAppData,
  type BACNetObjectID,
  ErrorCode,
  ObjectType,
  PropertyIdentifier,
} from '@bacnet-js/client';
import type { Value } from '@app/gateway-server';
import { type Clock, DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import { DeviceFailure } from '../serving/device-failure';
import { networkReason, REASONS } from '../serving/reasons';
import { notConfirmed, notSent, pollAtMultiples, type ReadingSink } from '../serving/driver';
import type { BacnetDevice, BacnetPoint, BacnetSettings } from './bacnet.dto';
import { plainAddress } from './bacnet-socket';
import { DeviceLink, type LinkOptions, type PropertyResult } from './device-link';
import type { DeviceLocator } from './device-locator';
import { ObjectAlarms } from './object-alarms';
import { keyOf } from './objects';
import { decode, encode, isSame } from './present-value';
import { isRefusal, type Refusal, unlessRefused } from './refusal';
import { qualityOf } from './status-flags';
import { instantMsOf, readTrendLog, type TrendRecord } from './trend-log';

const { PRESENT_VALUE, STATUS_FLAGS, PRIORITY_ARRAY } = PropertyIdentifier;

/** The value and the flags of this number of objects fit into the smallest answer that is common, with 480 bytes. */
const OBJECTS_AT_ONCE = 16;
/** After so many polls, divided requests are tried as a whole again: the device may only have been busy. */
const REPLAN_POLLS = 100;
/** A device forgets a subscription after this time, or after four polls, so that none outlives the bridge for long. */
const SUBSCRIBED_SECONDS = 300;
/** The polls go on while a large device is subscribed. */
const SUBSCRIPTIONS_AT_ONCE = 50;
/** A device that does not answer to a subscription is only polled for this time. */
const POLLED_ONLY_MS = 3_600_000;

/** The answers of an object without priorities. */
const NO_PRIORITIES: ReadonlySet<number | null> = new Set([
  ErrorCode.UNKNOWN_PROPERTY,
  ErrorCode.PROPERTY_IS_NOT_AN_ARRAY,
  ErrorCode.INVALID_ARRAY_INDEX,
]);

/** Everything that the devices of a connection share. */
export interface Network {
  locator: DeviceLocator;
  turnAt: LinkOptions['turnAt'];
}

/** Reads the points of one device at the multiples of the interval, and in between those that it reports by itself. */
export class PolledDevice {
  private readonly link: DeviceLink;
  private readonly stopping = new AbortController();
  private readonly failure: DeviceFailure;
  private readonly alarms: ObjectAlarms;
  private readonly pointsByObject: ReadonlyMap<string, BacnetPoint[]>;
  /** The points of each request. */
  private batches: BacnetPoint[][] = [];
  /** Whether the device reads only one property at once. */
  private isSingle = false;
  private readonly refused = new Set<string>();
  /** When each subscription was made, by object; Infinity if the device refuses it. */
  private readonly subscribedMs = new Map<string, number>();
  private polledOnlyUntilMs = -Infinity;
  private polls = 0;
  /** The logged points whose records since their last value are missing, with the time of this value. */
  private missing = new Map<BacnetPoint, number>();
  private fetchFailures = 0;
  private fetching: Promise<void> | null = null;
  private polling: Promise<void> = Promise.resolve();

  constructor(
    private readonly device: BacnetDevice,
    private readonly settings: BacnetSettings,
    { locator, turnAt }: Network,
    private readonly sink: ReadingSink,
    private readonly clock: Clock,
    private readonly timeZone: string,
    private readonly logger: Logger,
  ) {
    const { instance, address } = device;
    this.pointsByObject = byObject(device.points);
    this.failure = new DeviceFailure(settings.name, device.name, logger);
    this.link = new DeviceLink({
      instance,
      timeoutMs: settings.timeoutMs,
      locate: async () => {
        // The device knows the former address of the bridge.
        this.subscribedMs.clear();
        return address === undefined ? locator.find(instance) : { address: plainAddress(address) };
      },
      turnAt,
      onChange: (objectId, properties) => this.report(objectId, properties),
    });
    this.alarms = new ObjectAlarms(this.link, this.pointsByObject, sink, clock);
  }

  get failureReason(): string | null {
    return this.failure.reason;
  }

  start(): void {
    const { signal } = this.stopping;
    this.polling = pollAtMultiples(this.settings.pollSeconds, this.clock, signal, () => this.poll());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.alarms.close();
    this.link.close();
    await this.polling;
    await this.fetching;
  }

  async poll(): Promise<void> {
    const { points, subscribe } = this.device;
    if (this.polls === 0) this.noteMissing();
    if (this.polls++ % REPLAN_POLLS === 0) this.plan();
    try {
      const readable: BacnetPoint[][] = [];
      for (const batch of this.batches) readable.push(...(await this.readParts(batch)));
      this.batches = readable;
      this.failure.set(this.areRefused(points) ? REASONS.all_points_refused : null);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      for (const { code } of points) this.sink.fail(code);
      this.noteMissing();
      // Perhaps another device will answer, which has all objects.
      this.plan();
      this.failure.set(networkReason(error as Error));
      return;
    }
    this.fetching ??= this.fetchMissing().finally(() => (this.fetching = null));
    await this.alarms.readEnrollments();
    if (subscribe) await this.subscribe();
  }

  /**
   * Writes a value with a priority, and reads it back.
   * @param value null ends the command of this priority
   * @throws DomainError `conflict` if a value is to be forced or released, and the object has no priorities
   */
  async write(point: BacnetPoint, value: Value | null, priority: number): Promise<void> {
    const { code, objectId } = point;
    const raw = encode(point, value);
    await this.assertWritable(point, priority);
    try {
      await this.link.write(objectId, raw, priority);
    } catch (error) {
      // Only an error of the device proves that nothing was written.
      if (isRefusal(error) && error.code !== null)
        throw DomainError.invalid(`The point ${code} was not written: ${error.message}.`);
      throw notConfirmed(code, networkReason(error as Error));
    }
    await this.confirm(point, raw, priority);
    // The device has the command already, so a failure is not one of the write.
    await this.readSingle(point).catch((error: unknown) =>
      this.logger.warn({ err: error, code }, 'a written value was not read back'),
    );
  }

  private async assertWritable({ code, objectId }: BacnetPoint, priority: number): Promise<void> {
    let command: BACNetAppData | undefined;
    try {
      await this.link.confirmIdentity();
      command = await this.commandOf(objectId, priority);
    } catch (error) {
      throw notSent(code, networkReason(error as Error));
    }
    if (!command && priority !== this.settings.priority)
      throw notSent(code, 'the object has no priorities, so a forced value could not be released');
  }

  /** Compares the written value with the command that the object keeps, or with the value of an object without commands. */
  private async confirm(point: BacnetPoint, raw: BACNetAppData, priority: number): Promise<void> {
    const { code, objectId } = point;
    let kept: BACNetAppData | undefined;
    try {
      kept = (await this.commandOf(objectId, priority)) ?? (await this.link.read(objectId, PRESENT_VALUE))[0];
    } catch (error) {
      throw notConfirmed(code, networkReason(error as Error));
    }
    if (!kept || !isSame(kept, raw)) throw notConfirmed(code, 'the object keeps another value');
  }

  /** Returns the command of a priority; undefined if the object has no priorities. */
  private async commandOf(objectId: BACNetObjectID, priority: number): Promise<BACNetAppData | undefined> {
    const result = await unlessRefused(this.link.read(objectId, PRIORITY_ARRAY, priority));
    if (!isRefusal(result)) return result[0];
    if (NO_PRIORITIES.has(result.code)) return undefined;
    throw result;
  }

  private plan(): void {
    this.isSingle = false;
    this.batches = [];
    const { points } = this.device;
    for (let first = 0; first < points.length; first += OBJECTS_AT_ONCE)
      this.batches.push(points.slice(first, first + OBJECTS_AT_ONCE));
  }

  /** Reads a batch. Returns the batches in which to read it from now on: a refused batch is divided. */
  private async readParts(points: BacnetPoint[]): Promise<BacnetPoint[][]> {
    const isRead = !this.isSingle && (await this.readTogether(points));
    if (isRead) return [points];
    if (points.length > 1 && !this.isSingle) {
      const middle = Math.ceil(points.length / 2);
      const parts = await this.readParts(points.slice(0, middle));
      return [...parts, ...(await this.readParts(points.slice(middle)))];
    }
    // The device may refuse the form of the request, or only this object.
    this.isSingle ||= isRefusal(await unlessRefused(this.link.readMultiple([], [])));
    await this.link.confirmIdentity();
    for (const point of points) await this.readSingle(point);
    return [points];
  }

  /** Returns false if the device refuses the request. */
  private async readTogether(points: readonly BacnetPoint[]): Promise<boolean> {
    const objects = points.map(({ objectId }) => objectId);
    const results = await unlessRefused(this.link.readMultiple(objects, [PRESENT_VALUE, STATUS_FLAGS]));
    if (isRefusal(results)) return false;
    for (const point of points) {
      const found = results.get(keyOf(point.objectId));
      this.take(point, found?.get(PRESENT_VALUE), found?.get(STATUS_FLAGS));
    }
    return true;
  }

  private async readSingle(point: BacnetPoint): Promise<void> {
    const { objectId } = point;
    const value = await unlessRefused(this.link.read(objectId, PRESENT_VALUE));
    // Not every object has flags.
    const flags = isRefusal(value) ? undefined : await unlessRefused(this.link.read(objectId, STATUS_FLAGS));
    this.take(point, value, flags);
  }

  private take(
    point: BacnetPoint,
    result: PropertyResult | undefined,
    flags: PropertyResult | undefined,
  ): void {
    const { code } = point;
    if (isRefusal(result)) {
      this.refuse(point, result);
      return;
    }
    this.refused.delete(code);
    this.alarms.take(point, flags);
    const [data] = result ?? [];
    if (!data) {
      this.sink.fail(code);
      return;
    }
    const value = decode(point, data);
    const quality = value === null ? 'bad' : qualityOf(flags);
    this.sink.accept(code, { atMs: this.clock.nowMs(), value, quality });
  }

  private refuse(point: BacnetPoint, refusal: Refusal): void {
    const { code } = point;
    const { message: reason } = refusal;
    this.sink.fail(code);
    this.alarms.take(point, refusal);
    if (!this.refused.has(code))
      this.logger.warn({ device: this.device.name, code, reason }, 'a point cannot be read');
    this.refused.add(code);
  }

  private noteMissing(): void {
    const logged = this.device.points.filter(({ trendLog }) => trendLog !== undefined);
    this.fetchFailures = 0;
    // If the log was not read after the previous fault, the older time counts.
    this.missing = new Map(
      logged.map((point) => [point, this.missing.get(point) ?? this.sink.lastMs(point.code) ?? 0]),
    );
  }

  /** Fetches what the device has recorded while it was not read. The polls go on in the meantime. */
  private async fetchMissing(): Promise<void> {
    for (const [point, sinceMs] of this.missing) {
      try {
        await this.fetch(point, sinceMs);
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        const { message: reason } = error as Error;
        this.logger.warn({ device: this.device.name, code: point.code, reason }, 'a trend log was not read');
        // Without an answer, it is read after the next poll, and then left.
        if (!isRefusal(error) && this.fetchFailures++ === 0) return;
      }
      this.missing.delete(point);
    }
  }

  private async fetch({ trendLog: instance = 0, ...point }: BacnetPoint, sinceMs: number): Promise<void> {
    const log = { type: ObjectType.TREND_LOG, instance };
    const msOf = ({ local }: TrendRecord) => instantMsOf(local, this.timeZone);
    const isOld = (record: TrendRecord) => (msOf(record) ?? Infinity) <= sinceMs;
    for (const record of await readTrendLog(this.link, log, isOld)) {
      const atMs = msOf(record);
      const value = decode(point, record.data);
      if (atMs === null || value === null) continue;
      if (atMs > sinceMs && atMs < this.clock.nowMs()) this.sink.keep(point.code, atMs, value);
    }
  }

  private report(objectId: BACNetObjectID, properties: ReadonlyMap<number, BACNetAppData[]>): void {
    if (this.stopping.signal.aborted || !properties.has(PRESENT_VALUE)) return;
    for (const point of this.pointsByObject.get(keyOf(objectId)) ?? [])
      this.take(point, properties.get(PRESENT_VALUE), properties.get(STATUS_FLAGS));
  }

  /**
   * Makes the subscriptions that are missing or half over, the oldest first. A device that refuses one is not asked for
   * it again.
   */
  private async subscribe(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (nowMs < this.polledOnlyUntilMs) return;
    const seconds = Math.max(SUBSCRIBED_SECONDS, 4 * this.settings.pollSeconds);
    const madeMs = (key: string) => this.subscribedMs.get(key) ?? -Infinity;
    const due = [...this.pointsByObject]
      .filter(([key, points]) => !this.areRefused(points) && nowMs - madeMs(key) >= seconds * 500)
      .toSorted(([a], [b]) => madeMs(a) - madeMs(b));
    for (const [key, [point]] of due.slice(0, SUBSCRIPTIONS_AT_ONCE)) {
      if (!point || this.stopping.signal.aborted) return;
      try {
        await this.link.subscribe(point.objectId, seconds);
        this.subscribedMs.set(key, nowMs);
      } catch (error) {
        const { message: reason } = error as Error;
        this.logger.info({ device: this.device.name, code: point.code, reason }, 'a point is polled only');
        this.subscribedMs.set(key, Infinity);
        if (isRefusal(error)) continue;
        // This is no failure of the device: some do not answer requests that they do not know.
        this.polledOnlyUntilMs = nowMs + POLLED_ONLY_MS;
        return;
      }
    }
  }

  private areRefused(points: readonly BacnetPoint[]): boolean {
    return points.length > 0 && points.every(({ code }) => this.refused.has(code));
  }
}

function byObject(points: readonly BacnetPoint[]): Map<string, BacnetPoint[]> {
  const found = new Map<string, BacnetPoint[]>();
  for (const point of points) {
    const key = keyOf(point.objectId);
    found.set(key, [...(found.get(key) ?? []), point]);
  }
  return found;
}
