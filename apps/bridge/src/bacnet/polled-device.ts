import {
  ApplicationTag,
  type BACNetAppData,
  type BACNetBitString,
  type BACNetObjectID,
  PropertyIdentifier,
} from '@bacnet-js/client';
import type { Sample, Value } from '@app/gateway-server';
import { type Clock, DomainError, repeatUntilAborted } from '@app/kernel';
import type { Logger } from 'pino';
import { networkReason, notConfirmed, notSent, type ReadingSink } from '../serving/driver';
import { DeviceFailure } from '../serving/device-failure';
import { scaled, shortest, unscaled } from '../serving/scale';
import type { BacnetDevice, BacnetPoint, BacnetSettings } from './bacnet.dto';
import { plainAddress } from './bacnet-socket';
import { DeviceLink, type PropertyResult } from './device-link';
import type { DeviceLocator } from './device-locator';
import { keyOf } from './objects';
import { isRefusal, type Refusal } from './refusal';

const { PRESENT_VALUE, STATUS_FLAGS, PRIORITY_ARRAY } = PropertyIdentifier;

/** The value and the flags of this number of objects fit into the smallest answer that is common, with 480 bytes. */
const OBJECTS_AT_ONCE = 16;
/** A device forgets a subscription after this time, so that none outlives the bridge for long. */
const SUBSCRIBED_SECONDS = 300;
const RENEW_MS = (SUBSCRIBED_SECONDS * 1000) / 2;
/** The polls go on while a large device is subscribed. */
const SUBSCRIPTIONS_AT_ONCE = 50;

const FAULT = 1;
const OUT_OF_SERVICE = 3;

/** Reads the points of one device at the multiples of the interval, and in between those that it reports by itself. */
export class PolledDevice {
  private readonly link: DeviceLink;
  private readonly stopping = new AbortController();
  private readonly failure: DeviceFailure;
  private readonly pointsByObject: ReadonlyMap<string, BacnetPoint[]>;
  /** The points of each request. */
  private batches: BacnetPoint[][];
  /** Whether the device reads only one property at once. */
  private isSingle = false;
  private readonly refused = new Set<string>();
  /** When each subscription was made, by object; Infinity if the device refuses it. */
  private readonly subscribedMs = new Map<string, number>();
  private polling: Promise<void> = Promise.resolve();

  constructor(
    private readonly device: BacnetDevice,
    private readonly settings: BacnetSettings,
    locator: DeviceLocator,
    private readonly sink: ReadingSink,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    const { instance, address } = device;
    this.batches = inBatches(device.points);
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
      onChange: (objectId, properties) => this.report(objectId, properties),
    });
  }

  start(): void {
    const everyMs = this.settings.pollSeconds * 1000;
    this.polling = repeatUntilAborted(this.stopping.signal, async () => {
      await this.poll();
      return everyMs - (this.clock.nowMs() % everyMs);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.link.close();
    await this.polling;
  }

  async poll(): Promise<void> {
    try {
      const readable: BacnetPoint[][] = [];
      for (const batch of this.batches) readable.push(...(await this.readParts(batch)));
      this.batches = readable;
      const { points } = this.device;
      const isRefused = points.length > 0 && this.refused.size === points.length;
      this.failure.set(isRefused ? 'the device refuses all points' : null);
      if (this.device.subscribe) await this.subscribe();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      for (const { code } of this.device.points) this.sink.fail(code);
      // Perhaps another device will answer, which has all objects.
      this.batches = inBatches(this.device.points);
      this.isSingle = false;
      this.failure.set(networkReason(error as Error));
    }
  }

  /**
   * Writes a value with a priority, and reads it back.
   * @param value null ends the command of this priority
   */
  async write(point: BacnetPoint, value: Value | null, priority: number): Promise<void> {
    const { code, objectId } = point;
    const raw = encoded(point, value);
    try {
      await this.link.confirmIdentity();
    } catch (error) {
      throw notSent(code, networkReason(error as Error));
    }
    try {
      await this.link.write(objectId, raw, priority);
    } catch (error) {
      if (isRefusal(error)) throw DomainError.invalid(`The point ${code} was not written: ${error.message}.`);
      throw notConfirmed(code, networkReason(error as Error));
    }
    await this.confirm(point, raw, priority);
    // The device has the command already, so a failure is not one of the write.
    await this.readSingle(point).catch((error: unknown) =>
      this.logger.warn({ err: error, code }, 'a written value was not read back'),
    );
  }

  /** Compares the written value with the command that the object keeps, or with the value of an object without commands. */
  private async confirm(point: BacnetPoint, raw: BACNetAppData, priority: number): Promise<void> {
    const { code, objectId } = point;
    let kept: BACNetAppData | undefined;
    try {
      const command = await this.commandOf(objectId, priority);
      kept = command ?? (await this.link.read(objectId, PRESENT_VALUE))[0];
    } catch (error) {
      throw notConfirmed(code, networkReason(error as Error));
    }
    if (!kept || !sameValue(kept, raw)) throw notConfirmed(code, 'the object keeps another value');
  }

  /** Returns the command of a priority; undefined if the object has no priorities. */
  private async commandOf(objectId: BACNetObjectID, priority: number): Promise<BACNetAppData | undefined> {
    try {
      return (await this.link.read(objectId, PRIORITY_ARRAY, priority))[0];
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** Reads a batch. Returns the batches in which to read it from now on: a refused batch is divided. */
  private async readParts(points: BacnetPoint[]): Promise<BacnetPoint[][]> {
    const [first] = points;
    if (first && this.isSingle) {
      await this.link.confirmIdentity();
      for (const point of points) await this.readSingle(point);
      return [points];
    }
    try {
      await this.readBatch(points);
      return [points];
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    if (points.length > 1) {
      const middle = Math.ceil(points.length / 2);
      const parts = await this.readParts(points.slice(0, middle));
      return [...parts, ...(await this.readParts(points.slice(middle)))];
    }
    this.isSingle = true;
    return this.readParts(points);
  }

  private async readBatch(points: readonly BacnetPoint[]): Promise<void> {
    const objects = points.map(({ objectId }) => objectId);
    const results = await this.link.readMultiple(objects, [PRESENT_VALUE, STATUS_FLAGS]);
    for (const point of points) {
      const found = results.get(keyOf(point.objectId));
      this.take(point, found?.get(PRESENT_VALUE), found?.get(STATUS_FLAGS));
    }
  }

  private async readSingle(point: BacnetPoint): Promise<void> {
    try {
      await this.readOne(point);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.refuse(point, error);
    }
  }

  /** @throws Refusal */
  private async readOne(point: BacnetPoint): Promise<void> {
    const value = await this.link.read(point.objectId, PRESENT_VALUE);
    const flags = await this.link.read(point.objectId, STATUS_FLAGS).catch((error: unknown) => {
      // Not every object has flags.
      if (isRefusal(error)) return undefined;
      throw error;
    });
    this.take(point, value, flags);
  }

  private take(
    point: BacnetPoint,
    value: PropertyResult | undefined,
    flags: PropertyResult | undefined,
  ): void {
    if (isRefusal(value)) {
      this.refuse(point, value);
      return;
    }
    this.refused.delete(point.code);
    this.sink.accept(point.code, sampleOf(point, value?.[0], flags, this.clock.nowMs()));
  }

  private refuse({ code }: BacnetPoint, { message: reason }: Refusal): void {
    this.sink.fail(code);
    if (!this.refused.has(code))
      this.logger.warn({ device: this.device.name, code, reason }, 'a point cannot be read');
    this.refused.add(code);
  }

  private report(objectId: BACNetObjectID, properties: ReadonlyMap<number, BACNetAppData[]>): void {
    if (this.stopping.signal.aborted || !properties.has(PRESENT_VALUE)) return;
    for (const point of this.pointsByObject.get(keyOf(objectId)) ?? [])
      this.take(point, properties.get(PRESENT_VALUE), properties.get(STATUS_FLAGS));
  }

  /** Makes the subscriptions that are missing or half over. A device that refuses one is not asked for it again. */
  private async subscribe(): Promise<void> {
    const nowMs = this.clock.nowMs();
    const due = [...this.pointsByObject].filter(
      ([key]) => nowMs - (this.subscribedMs.get(key) ?? -Infinity) >= RENEW_MS,
    );
    for (const [key, [point]] of due.slice(0, SUBSCRIPTIONS_AT_ONCE)) {
      if (!point || this.refused.has(point.code)) continue;
      try {
        await this.link.subscribe(point.objectId, SUBSCRIBED_SECONDS);
        this.subscribedMs.set(key, nowMs);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.subscribedMs.set(key, Infinity);
        const { code } = point;
        this.logger.info({ device: this.device.name, code, reason: error.message }, 'a point is polled only');
      }
    }
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

function inBatches(points: readonly BacnetPoint[]): BacnetPoint[][] {
  const batches: BacnetPoint[][] = [];
  for (let first = 0; first < points.length; first += OBJECTS_AT_ONCE)
    batches.push(points.slice(first, first + OBJECTS_AT_ONCE));
  return batches;
}

function sampleOf(
  point: BacnetPoint,
  data: BACNetAppData | undefined,
  flags: PropertyResult | undefined,
  atMs: number,
): Sample {
  const value = data && decoded(point, data);
  if (value === undefined) return { atMs, value: null, quality: 'bad' };
  const [status] = Array.isArray(flags) ? flags : [];
  const bits = (status?.value as BACNetBitString | undefined)?.value[0] ?? 0;
  if ((bits >> FAULT) & 1) return { atMs, value, quality: 'bad' };
  // Somebody has replaced the value of the sensor.
  return { atMs, value, quality: (bits >> OUT_OF_SERVICE) & 1 ? 'uncertain' : 'good' };
}

/** Returns undefined if the device has no number. */
function decoded(point: BacnetPoint, { type, value }: BACNetAppData): Value | undefined {
  const raw = type === ApplicationTag.REAL ? shortest(value as number) : value;
  if (point.dataType === 'boolean') return raw === 1 || raw === true;
  return typeof raw === 'number' && Number.isFinite(raw) ? scaled(raw, point) : undefined;
}

function encoded(point: BacnetPoint, value: Value | null): BACNetAppData {
  if (value === null) return { type: ApplicationTag.NULL, value: null };
  const raw = typeof value === 'boolean' ? Number(value) : unscaled(value, point);
  return { type: point.tag, value: isWhole(point) ? Math.round(raw) : raw };
}

function isWhole({ tag }: BacnetPoint): boolean {
  return tag !== ApplicationTag.REAL && tag !== ApplicationTag.DOUBLE;
}

function sameValue(kept: BACNetAppData, written: BACNetAppData): boolean {
  const { value } = written;
  if (written.type === ApplicationTag.REAL) return kept.value === Math.fround(value as number);
  return kept.value === value;
}
