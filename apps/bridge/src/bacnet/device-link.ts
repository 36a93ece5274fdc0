import {
  ApplicationTag,
  ASN1_ARRAY_ALL,
  type BACNetAddress,
  type BACNetAppData,
  type BACNetEventInformation,
  type BACNetObjectID,
  type CovNotifyPayload,
  type default as BACnetClient,
  ObjectType,
  PropertyIdentifier,
  type ReadAccessError,
  type ReadAccessProperty,
} from '@bacnet-js/client';
import { Semaphore, withTimeout } from '@app/kernel';
import { REASONS } from '../serving/reasons';
import { openSocket } from './bacnet-socket';
import { keyOf } from './objects';
import { Refusal, refusalByCode, refusalOf, unlessRefused } from './refusal';

/** The result of one property: its values, or why the device does not return it. */
export type PropertyResult = BACNetAppData[] | Refusal;

export interface LinkOptions {
  /** The instance of the device. */
  instance: number;
  timeoutMs: number;
  /** Finds the device. Called before the first request, and after the device did not answer. */
  locate: () => Promise<BACNetAddress>;
  /** Limits the requests to one address, which may be a router to many devices. */
  turnAt: (address: BACNetAddress) => Semaphore;
  /** A changed value that the device reports by itself. */
  onChange?: (objectId: BACNetObjectID, properties: ReadonlyMap<number, BACNetAppData[]>) => void;
}

interface OpenLink {
  client: BACnetClient;
  address: BACNetAddress;
  closed: AbortController;
}

const ONCE = 1;
const REPEATED = 2;

/** The device has not answered in time. */
export class NoAnswer extends Error {
  constructor() {
    super(REASONS.no_answer);
  }
}

/**
 * The requests to one device, one after another. The device has a socket of its own, because the library recognizes an
 * answer by its number alone: on a shared socket, a late answer of one device could end the request of another. After a
 * request without an answer, the device is located again.
 */
export class DeviceLink {
  private open: OpenLink | null = null;
  private readonly turn = new Semaphore(1);
  private isStopped = false;

  constructor(private readonly options: LinkOptions) {}

  close(): void {
    this.isStopped = true;
    this.disconnect();
  }

  /**
   * Reads properties of several objects. Returns the results by object and property.
   * @throws Refusal if the device refuses the request as a whole; an error without an answer
   */
  async readMultiple(
    objects: readonly BACNetObjectID[],
    properties: readonly PropertyIdentifier[],
  ): Promise<Map<string, Map<number, PropertyResult>>> {
    const { deviceId } = this;
    const request = [
      specification(deviceId, [PropertyIdentifier.OBJECT_IDENTIFIER]),
      ...objects.map((objectId) => specification(objectId, properties)),
    ];
    const { values } = await this.request(REPEATED, (client, address) =>
      client.readPropertyMultiple(address, request),
    );
    const results = new Map(
      values.map(({ objectId, values: found }) => [
        keyOf(objectId),
        new Map(found.map((each): [number, PropertyResult] => [each.id, resultOf(each)])),
      ]),
    );
    this.check(results.get(keyOf(deviceId))?.get(PropertyIdentifier.OBJECT_IDENTIFIER));
    return results;
  }

  /** @throws Refusal; an error without an answer */
  async read(
    objectId: BACNetObjectID,
    property: PropertyIdentifier,
    arrayIndex = ASN1_ARRAY_ALL,
  ): Promise<BACNetAppData[]> {
    const answer = await this.request(REPEATED, (client, address) =>
      client.readProperty(address, objectId, property, { arrayIndex }),
    );
    const isAsked = keyOf(answer.objectId) === keyOf(objectId) && answer.property.id === property;
    if (!isAsked) throw new Refusal('the answer is about another property', null);
    return answer.values;
  }

  /** Counts the records of a trend log. */
  async countRecords(log: BACNetObjectID): Promise<number> {
    const [count] = await this.read(log, PropertyIdentifier.RECORD_COUNT);
    return Number(count?.value);
  }

  /**
   * Reads records of a trend log. The device may return less than it is asked for.
   * @param position from 1, which is the oldest record
   */
  async readRecords(
    log: BACNetObjectID,
    position: number,
    most: number,
  ): Promise<{ count: number; bytes: Buffer }> {
    const { objectId, itemCount, rangeBuffer } = await this.request(REPEATED, (client, address) =>
      client.readRange(address, log, position, most),
    );
    if (keyOf(objectId) !== keyOf(log)) throw new Refusal('the answer is about another object', null);
    // The library ends the buffer too early if it does not know the type of a value.
    return { count: itemCount, bytes: Buffer.from(rangeBuffer.buffer, rangeBuffer.byteOffset) };
  }

  /** Returns the objects whose events are active, or wait for an acknowledgement. */
  async activeEvents(): Promise<BACNetEventInformation[]> {
    const found = new Map<string, BACNetEventInformation>();
    let last: BACNetObjectID | undefined;
    // An answer has room for a few, and the library does not say whether there are more.
    for (let before = -1; found.size > before;) {
      before = found.size;
      const events = await this.request(REPEATED, (client, address) =>
        client.getEventInformation(address, last),
      );
      for (const event of events) found.set(keyOf(event.objectId), event);
      last = events.at(-1)?.objectId;
      if (!last) break;
    }
    return [...found.values()];
  }

  /** @throws Error if another device has taken the address */
  async confirmIdentity(): Promise<void> {
    const { deviceId } = this;
    this.check(await unlessRefused(this.read(deviceId, PropertyIdentifier.OBJECT_IDENTIFIER)));
  }

  /** Writes the present value once. @param value null ends the command of this priority */
  async write(objectId: BACNetObjectID, value: BACNetAppData, priority: number): Promise<void> {
    await this.request(ONCE, (client, address) =>
      client.writeProperty(address, objectId, PropertyIdentifier.PRESENT_VALUE, [value], { priority }),
    );
  }

  /** Asks the device to report changes of an object for a time. */
  async subscribe(objectId: BACNetObjectID, seconds: number): Promise<void> {
    await this.request(REPEATED, (client, address) =>
      client.subscribeCov(address, objectId, 1, false, false, seconds),
    );
  }

  /** @param attempts UDP may lose a frame, so a request that may be repeated is sent twice */
  private request<T>(
    attempts: number,
    work: (client: BACnetClient, address: BACNetAddress) => Promise<T>,
  ): Promise<T> {
    return this.turn.run(async () => {
      const { client, address, closed } = await this.connect();
      return this.options.turnAt(address).run(async () => {
        for (let left = attempts; ; left--) {
          const answered = () => work(client, address);
          try {
            return await withTimeout(this.options.timeoutMs, answered, () => new NoAnswer(), closed.signal);
          } catch (error) {
            const isAnswer = !(error instanceof NoAnswer) && !closed.signal.aborted;
            if (isAnswer) throw refusalOf(error as Error);
            if (left > 1 && !closed.signal.aborted) continue;
            this.disconnect();
            throw error;
          }
        }
      });
    });
  }

  private async connect(): Promise<OpenLink> {
    if (this.open) return this.open;
    const { instance, timeoutMs, locate, onChange } = this.options;
    const address = await locate();
    if (this.isStopped) throw new Error(REASONS.connection_closed);
    const closed = new AbortController();
    const client = openSocket({
      // The library waits longer, so that the limit is the one of `request`.
      timeoutMs: timeoutMs * 2,
      from: address.address,
      onError: (error) => closed.abort(error),
    });
    client.on('covNotifyUnconfirmed', ({ payload }) => {
      const { initiatingDeviceId, monitoredObjectId, values } = payload as Notification;
      if (initiatingDeviceId.instance !== instance) return;
      onChange?.(monitoredObjectId, new Map(values.map(({ property, value }) => [property.id, value])));
    });
    this.open = { client, address, closed };
    return this.open;
  }

  private disconnect(): void {
    this.open?.client.close();
    this.open?.closed.abort(new Error(REASONS.connection_closed));
    this.open = null;
  }

  private get deviceId(): BACNetObjectID {
    return { type: ObjectType.DEVICE, instance: this.options.instance };
  }

  private check(identity: PropertyResult | undefined): void {
    const found = Array.isArray(identity) ? (identity[0]?.value as BACNetObjectID | undefined) : undefined;
    if (found?.instance === this.options.instance) return;
    this.disconnect();
    throw new Error(REASONS.another_device);
  }
}

/** A router to a slow network loses the requests beyond a few. A silent device behind it must not stop the others. */
const REQUESTS_AT_ONCE = 4;

/** Returns the turns of the devices of a network, by address. */
export function turnsOfNetwork(): LinkOptions['turnAt'] {
  const turns = new Map<string, Semaphore>();
  return ({ address = '' }) => {
    const turn = turns.get(address) ?? new Semaphore(REQUESTS_AT_ONCE);
    turns.set(address, turn);
    return turn;
  };
}

/** The type of the library names the id of the device, but it is a whole object id. */
type Notification = Omit<CovNotifyPayload, 'initiatingDeviceId'> & { initiatingDeviceId: BACNetObjectID };

function specification(objectId: BACNetObjectID, properties: readonly PropertyIdentifier[]) {
  return { objectId, properties: properties.map((id) => ({ id, index: ASN1_ARRAY_ALL })) };
}

function resultOf({ value }: ReadAccessProperty): PropertyResult {
  const [first] = value;
  return first?.type === ApplicationTag.ERROR
    ? refusalByCode((first.value as unknown as ReadAccessError).errorCode)
    : value;
}
