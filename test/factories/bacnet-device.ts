import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import BACnetClient, {
  ApplicationTag,
  ASN1_ARRAY_ALL,
  type BACNetAddress,
  type BACNetAppData,
  type BACNetObjectID,
  ConfirmedServiceChoice,
  type EncodeBuffer,
  ErrorClass,
  ErrorCode,
  EventState,
  ObjectType,
  PropertyIdentifier,
  StatusFlagsBitString,
} from '@bacnet-js/client';

const { REAL, ENUMERATED, NULL, CHARACTER_STRING, BIT_STRING, OBJECTIDENTIFIER, UNSIGNED_INTEGER } =
  ApplicationTag;
const LOWEST = 16;

export interface SimulatedObject {
  objectId: BACNetObjectID;
  /** The value without a command. */
  value: number;
  tag: ApplicationTag;
  /** Undefined if the object cannot be commanded. */
  commands?: (number | null)[];
  /** The positions of the status flags that are set. */
  flags: number[];
  /** The state of its events, the instance of its notification class, and the object that an event enrollment watches. */
  event?: { state: EventState; notificationClass: number; watched?: BACNetObjectID };
  name: string;
  units: number;
}

interface Subscription {
  subscriber: BACNetAddress;
  processId: number;
}

class LateClient extends BACnetClient {
  /** The answers that have not been sent; null if they are sent at once. */
  held: (() => void)[] | null = null;

  override sendBvlc(receiver: BACNetAddress | null, buffer: EncodeBuffer): void {
    if (this.held) this.held.push(() => super.sendBvlc(receiver, buffer));
    else super.sendBvlc(receiver, buffer);
  }
}

type Unavailable = { errorCode: ErrorCode };
type Reference = { watched: BACNetObjectID };

/** A device that answers over BACnet/IP, like one with the services of a small controller (B-ASC). */
export class BacnetDevice {
  readonly objects: SimulatedObject[] = [];
  /** Each write that arrived: object, value, priority. */
  readonly written: [object: string, value: unknown, priority: number][] = [];
  /** How many requests of each service arrived. */
  readonly requests: string[] = [];
  readonly subscriptions = new Map<SimulatedObject, Subscription>();
  /** The priorities of notification classes: to off-normal, to fault, to normal. */
  readonly notificationClasses = new Map<number, readonly number[]>();
  /** The encoded records of the trend logs. */
  private readonly logs = new Map<number, Buffer[]>();
  isSilent = false;
  readsMultiple = true;
  /** Larger requests are aborted, as by a device whose answer would not fit. */
  mostObjects = Infinity;
  reportsChanges = true;
  returnsLists = true;
  /** Frames that the device does not answer, because they were lost. */
  lost = 0;
  /** Commands are accepted, but not kept. */
  ignoresWrites = false;
  /** The requests to these services are carried out, but not answered. */
  readonly unanswered = new Set<string>();
  /** Objects without commands take written values. */
  takesValues = false;
  /** The address of the last request. */
  lastSender = '';
  private client: LateClient | undefined;

  private constructor(
    public instance: number,
    public port: number,
  ) {}

  static async start(instance: number): Promise<BacnetDevice> {
    const device = new BacnetDevice(instance, await freeUdpPort());
    await device.turnOn();
    return device;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  add(
    type: ObjectType,
    instance: number,
    value: number,
    changes: Partial<SimulatedObject> = {},
  ): SimulatedObject {
    const objectId = { type, instance };
    const isBinary = [ObjectType.BINARY_INPUT, ObjectType.BINARY_OUTPUT, ObjectType.BINARY_VALUE].includes(
      type,
    );
    const object = {
      objectId,
      value,
      tag: isBinary ? ENUMERATED : REAL,
      flags: [],
      name: `Object ${type} ${instance}`,
      units: 62,
      ...changes,
    };
    this.objects.push(object);
    return object;
  }

  async turnOn(): Promise<void> {
    const client = new LateClient({ port: this.port, interface: '127.0.0.1' });
    this.client = client;
    client.on('whoIs', ({ header, payload: { lowLimit = 0, highLimit = Infinity } }) => {
      if (!this.takes('whoIs') || this.instance < lowLimit || this.instance > highLimit) return;
      client.iAmResponse(sender(header), this.instance, 3, 0);
    });
    client.on('readPropertyMultiple', ({ header, invokeId = 0, payload: { properties } }) => {
      if (!this.takes('readPropertyMultiple')) return;
      this.lastSender = header?.sender.address ?? '';
      const { READ_PROPERTY_MULTIPLE } = ConfirmedServiceChoice;
      if (!this.readsMultiple || properties.length > this.mostObjects) {
        const code = ErrorCode.REJECT_UNRECOGNIZED_SERVICE;
        client.errorResponse(sender(header), READ_PROPERTY_MULTIPLE, invokeId, ErrorClass.SERVICES, code);
        return;
      }
      const values = properties.map(({ objectId, properties: asked }) => ({
        objectId,
        values: asked.map(({ id, index }) => ({
          property: { id, index },
          value: this.result(objectId, id, index),
        })),
      }));
      client.readPropertyMultipleResponse(sender(header), invokeId, values);
    });
    client.on('readProperty', ({ header, invokeId = 0, payload: { objectId, property } }) => {
      if (!this.takes('readProperty') || this.unanswered.has('readProperty')) return;
      const found = this.property(objectId, property.id, property.index);
      if ('errorCode' in found)
        client.errorResponse(
          sender(header),
          ConfirmedServiceChoice.READ_PROPERTY,
          invokeId,
          ErrorClass.PROPERTY,
          found.errorCode,
        );
      else if ('watched' in found)
        this.send(referenceAnswer(invokeId, objectId, found.watched), sender(header).address ?? '');
      else client.readPropertyResponse(sender(header), invokeId, objectId, property, found);
    });
    client.on('writeProperty', ({ header, invokeId = 0, payload: { objectId, value } }) => {
      if (!this.takes('writeProperty')) return;
      const { WRITE_PROPERTY } = ConfirmedServiceChoice;
      const object = this.find(objectId);
      const raw: unknown = value.value[0]?.value;
      this.written.push([`${objectId.type}:${objectId.instance}`, raw, value.priority]);
      if (object && !object.commands && this.takesValues) object.value = Number(raw);
      else if (!object?.commands) {
        const code = ErrorCode.WRITE_ACCESS_DENIED;
        client.errorResponse(sender(header), WRITE_PROPERTY, invokeId, ErrorClass.PROPERTY, code);
        return;
      } else if (!this.ignoresWrites) object.commands[value.priority - 1] = raw as number | null;
      if (this.unanswered.has('writeProperty')) return;
      client.simpleAckResponse(sender(header), WRITE_PROPERTY, invokeId);
    });
    client.on('subscribeCov', ({ header, invokeId = 0, payload }) => {
      if (!this.takes('subscribeCov')) return;
      const { SUBSCRIBE_COV } = ConfirmedServiceChoice;
      const object = this.find(payload.monitoredObjectId);
      if (!object || !this.reportsChanges) {
        const code = ErrorCode.REJECT_UNRECOGNIZED_SERVICE;
        client.errorResponse(sender(header), SUBSCRIBE_COV, invokeId, ErrorClass.SERVICES, code);
        return;
      }
      if (this.unanswered.has('subscribeCov')) return;
      const subscriber = sender(header);
      this.subscriptions.set(object, { subscriber, processId: payload.subscriberProcessId });
      client.simpleAckResponse(subscriber, SUBSCRIBE_COV, invokeId);
    });
    client.on('readRange', ({ header, invokeId = 0, payload: { objectId, position, count } }) => {
      if (!this.takes('readRange') || this.unanswered.has('readRange')) return;
      // The answer has room for five records.
      const records = (this.logs.get(objectId.instance) ?? []).slice(
        position - 1,
        position - 1 + Math.min(count, 5),
      );
      this.send(logAnswer(invokeId, objectId, records), sender(header).address ?? '');
    });
    client.on('getEventInformation', ({ header, invokeId = 0, payload: { lastReceivedObjectId } }) => {
      if (!this.takes('getEventInformation') || this.unanswered.has('getEventInformation')) return;
      // Events that have ended stay listed, because nobody acknowledges them.
      const active = this.objects.filter(({ event }) => event);
      const last = lastReceivedObjectId && this.find(lastReceivedObjectId);
      // The answer has room for one event.
      const next = last
        ? active.slice(active.indexOf(last) + 1, active.indexOf(last) + 2)
        : active.slice(0, 1);
      this.send(eventAnswer(invokeId, next), sender(header).address ?? '');
    });
    await once(client as unknown as NodeJS.EventEmitter, 'listening');
  }

  /** Sends no answer until `resume`. */
  suspend(): void {
    if (this.client) this.client.held = [];
  }

  /** Sends all answers that are late by now. */
  resume(): void {
    const late = this.client?.held ?? [];
    if (this.client) this.client.held = null;
    for (const send of late) send();
  }

  turnOff(): void {
    this.client?.close();
    this.client = undefined;
    this.subscriptions.clear();
  }

  /** Starts again at another address. */
  async move(): Promise<void> {
    this.turnOff();
    this.port = await freeUdpPort();
    await this.turnOn();
  }

  /** Changes a value, and reports it to the subscriber. */
  change({ objectId }: Pick<SimulatedObject, 'objectId'>, value: number): void {
    const object = this.find(objectId);
    if (!object) throw new Error('The device has no such object.');
    object.value = value;
    const subscription = this.subscriptions.get(object);
    if (!subscription) return;
    const { subscriber, processId } = subscription;
    this.client?.unconfirmedCOVNotification(subscriber, processId, this.instance, object.objectId, 100, [
      { property: { id: PropertyIdentifier.PRESENT_VALUE }, value: [presentValue(object)] },
      { property: { id: PropertyIdentifier.STATUS_FLAGS }, value: [statusFlags(object)] },
    ]);
  }

  /** Records values in a trend log. @param records local time and value */
  log(instance: number, ...records: [local: string, value: number | boolean | null][]): void {
    const before = this.logs.get(instance) ?? [];
    this.logs.set(instance, [...before, ...records.map(([local, value]) => logRecord(local, value))]);
  }

  /** Sends any bytes after the header of BACnet/IP. */
  send(content: Buffer, address: string): void {
    const buffer = Buffer.concat([Buffer.alloc(4), content]);
    this.client?.sendBvlc({ address }, { buffer, offset: buffer.length });
  }

  private takes(service: string): boolean {
    this.requests.push(service);
    if (this.isSilent) return false;
    if (this.lost === 0) return true;
    this.lost--;
    return false;
  }

  private find({ type, instance }: BACNetObjectID): SimulatedObject | undefined {
    return this.objects.find(({ objectId }) => objectId.type === type && objectId.instance === instance);
  }

  private result(objectId: BACNetObjectID, id: PropertyIdentifier, index: number): unknown[] {
    const found = this.property(objectId, id, index);
    if ('watched' in found) throw new Error('The reference is not read together with other properties.');
    return 'errorCode' in found
      ? [{ value: { type: 'BacnetError', errorClass: ErrorClass.OBJECT, errorCode: found.errorCode } }]
      : found;
  }

  private property(
    objectId: BACNetObjectID,
    id: PropertyIdentifier,
    index: number,
  ): BACNetAppData[] | Unavailable | Reference {
    if (objectId.type === ObjectType.DEVICE) return this.ownProperty(objectId, id, index);
    const log = objectId.type === ObjectType.TREND_LOG && this.logs.get(objectId.instance);
    if (log) return [{ type: UNSIGNED_INTEGER, value: log.length }];
    const priorities =
      objectId.type === ObjectType.NOTIFICATION_CLASS && this.notificationClasses.get(objectId.instance);
    if (priorities && id === PropertyIdentifier.PRIORITY)
      return priorities.map((value) => ({ type: UNSIGNED_INTEGER, value }));
    const object = this.find(objectId);
    if (!object) return { errorCode: ErrorCode.UNKNOWN_OBJECT };
    switch (id) {
      case PropertyIdentifier.EVENT_STATE:
        if (!object.event) return { errorCode: ErrorCode.UNKNOWN_PROPERTY };
        return [{ type: ENUMERATED, value: object.event.state }];
      case PropertyIdentifier.NOTIFICATION_CLASS:
        if (!object.event) return { errorCode: ErrorCode.UNKNOWN_PROPERTY };
        return [{ type: UNSIGNED_INTEGER, value: object.event.notificationClass }];
      case PropertyIdentifier.OBJECT_PROPERTY_REFERENCE:
        if (!object.event?.watched) return { errorCode: ErrorCode.UNKNOWN_PROPERTY };
        return { watched: object.event.watched };
      case PropertyIdentifier.PRESENT_VALUE:
        return [presentValue(object)];
      case PropertyIdentifier.STATUS_FLAGS:
        return [statusFlags(object)];
      case PropertyIdentifier.OBJECT_NAME:
        return [{ type: CHARACTER_STRING, value: object.name }];
      case PropertyIdentifier.UNITS:
        return [{ type: ENUMERATED, value: object.units }];
      case PropertyIdentifier.PRIORITY_ARRAY: {
        if (!object.commands) return { errorCode: ErrorCode.UNKNOWN_PROPERTY };
        const command = object.commands[index - 1] ?? null;
        return [command === null ? { type: NULL, value: null } : { type: object.tag, value: command }];
      }
      default:
        return { errorCode: ErrorCode.UNKNOWN_PROPERTY };
    }
  }

  private ownProperty(
    { instance }: BACNetObjectID,
    id: PropertyIdentifier,
    index: number,
  ): BACNetAppData[] | Unavailable {
    if (instance !== this.instance) return { errorCode: ErrorCode.UNKNOWN_OBJECT };
    const self = { type: ObjectType.DEVICE, instance };
    const ids = [self, ...this.objects.map(({ objectId }) => objectId)];
    switch (id) {
      case PropertyIdentifier.OBJECT_IDENTIFIER:
        return [{ type: OBJECTIDENTIFIER, value: self }];
      case PropertyIdentifier.OBJECT_NAME:
        return [{ type: CHARACTER_STRING, value: `Device ${instance}` }];
      case PropertyIdentifier.OBJECT_LIST:
        if (index === 0) return [{ type: UNSIGNED_INTEGER, value: ids.length }];
        if (index === ASN1_ARRAY_ALL && !this.returnsLists)
          return { errorCode: ErrorCode.ABORT_SEGMENTATION_NOT_SUPPORTED };
        if (index === ASN1_ARRAY_ALL) return ids.map((value) => ({ type: OBJECTIDENTIFIER, value }));
        return [{ type: OBJECTIDENTIFIER, value: ids[index - 1] }];
      default:
        return { errorCode: ErrorCode.UNKNOWN_PROPERTY };
    }
  }
}

/** The commands of an object that nobody has commanded. */
export function noCommands(): (number | null)[] {
  return Array.from({ length: LOWEST }, () => null);
}

function presentValue({ value, tag, commands = [] }: SimulatedObject): BACNetAppData {
  return { type: tag, value: commands.find((command) => command !== null) ?? value };
}

function statusFlags({ flags }: SimulatedObject): BACNetAppData {
  return { type: BIT_STRING, value: new StatusFlagsBitString(...flags) };
}

/** A record of a trend log, as ASHRAE 135 encodes it. The time has hundredths, and the day of the week is not known. */
function logRecord(local: string, value: number | boolean | null): Buffer {
  const [year = 0, month = 0, day = 0, ...time] = local.split(/\D/).map(Number);
  const real = Buffer.alloc(4);
  real.writeFloatBE(Number(value));
  const data = value === null ? [0x70] : [0x2c, ...real];
  const datum = typeof value === 'boolean' ? [0x19, Number(value)] : data;
  const stamp = [0x0e, 0xa4, year - 1900, month, day, 0xff, 0xb4, ...time, 0x0f];
  return Buffer.from([...stamp, 0x1e, ...datum, 0x1f, 0x2a, 4, 0]);
}

/** The answer to ReadRange, which the library does not send. */
function logAnswer(invokeId: number, objectId: BACNetObjectID, records: Buffer[]): Buffer {
  const about = [
    0x0c,
    ...idBytes(objectId),
    0x19,
    PropertyIdentifier.LOG_BUFFER,
    0x3a,
    5,
    0,
    0x49,
    records.length,
  ];
  return answer(ConfirmedServiceChoice.READ_RANGE, invokeId, [
    ...about,
    0x5e,
    ...Buffer.concat(records),
    0x5f,
  ]);
}

/** The answer to GetEventInformation, which the library does not send. The times are sequence numbers. */
function eventAnswer(invokeId: number, objects: readonly SimulatedObject[]): Buffer {
  const rest = [
    0x3e, 0x19, 1, 0x19, 1, 0x19, 1, 0x3f, 0x49, 0, 0x5a, 5, 0xe0, 0x6e, 0x21, 1, 0x21, 1, 0x21, 1, 0x6f,
  ];
  const events = objects.flatMap(({ objectId, event }) => {
    const about = [0x0c, ...idBytes(objectId), 0x19, event?.state ?? 0, 0x2a, 5, 0xe0];
    return [...about, ...rest];
  });
  return answer(ConfirmedServiceChoice.GET_EVENT_INFORMATION, invokeId, [0x0e, ...events, 0x0f, 0x19, 0]);
}

/** The answer to a read of the present value that an event enrollment watches, which the library does not encode. */
function referenceAnswer(invokeId: number, enrollment: BACNetObjectID, watched: BACNetObjectID): Buffer {
  const about = [0x0c, ...idBytes(enrollment), 0x19, PropertyIdentifier.OBJECT_PROPERTY_REFERENCE];
  const reference = [0x0c, ...idBytes(watched), 0x19, PropertyIdentifier.PRESENT_VALUE];
  return answer(ConfirmedServiceChoice.READ_PROPERTY, invokeId, [...about, 0x3e, ...reference, 0x3f]);
}

function answer(service: ConfirmedServiceChoice, invokeId: number, content: readonly number[]): Buffer {
  return Buffer.from([1, 0, 0x30, invokeId, service, ...content]);
}

/** The type has 10 bits, and the instance 22. */
function idBytes({ type, instance }: BACNetObjectID): Buffer {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(type * 2 ** 22 + instance);
  return id;
}

function sender(header: { sender: BACNetAddress } | undefined): BACNetAddress {
  return { address: header?.sender.forwardedFrom ?? header?.sender.address };
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
