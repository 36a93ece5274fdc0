import {
  type BACNetObjectID,
  ErrorCode,
  EventState,
  ObjectType,
  PropertyIdentifier,
} from '@bacnet-js/client';
import type { AlertSeverity, Clock } from '@app/kernel';
import type { DeviceAlarm, ReadingSink } from '../serving/driver';
import type { BacnetPoint } from './bacnet.dto';
import type { DeviceLink, PropertyResult } from './device-link';
import { keyOf } from './objects';
import { isRefusal, unlessRefused } from './refusal';
import { FAULT, hasFlag, IN_ALARM } from './status-flags';

const { EVENT_STATE, NOTIFICATION_CLASS, OBJECT_PROPERTY_REFERENCE, PRIORITY } = PropertyIdentifier;

/** The answers about an object or a property that does not exist. */
const ABSENT: ReadonlySet<number | null> = new Set([ErrorCode.UNKNOWN_OBJECT, ErrorCode.UNKNOWN_PROPERTY]);

const STATES: Readonly<Record<number, string>> = {
  [EventState.FAULT]: 'fault',
  [EventState.HIGH_LIMIT]: 'above its high limit',
  [EventState.LOW_LIMIT]: 'below its low limit',
  [EventState.LIFE_SAFETY_ALARM]: 'life safety alarm',
};

/** The positions in the priorities of a notification class. */
const TO_OFF_NORMAL = 0;
const TO_FAULT = 1;

/** The lowest priorities of each level. Source: ASHRAE 135, priorities of alarm and event messages. */
const LEVELS: readonly [most: number, level: AlertSeverity][] = [
  [63, 'critical'],
  [127, 'major'],
  [191, 'minor'],
  [255, 'warning'],
];

/** After so many requests without an answer, the flags suffice for the alarms that wait. */
const MOST_FAILURES = 2;
/** A device that does not answer to a question for its events is not asked for this time. */
const UNASKED_MS = 3_600_000;

interface Detected {
  point: BacnetPoint;
  /** The object of the point, or an event enrollment that watches it. */
  detector: BACNetObjectID;
  isFault: boolean;
  atMs: number;
}

/** Reports the alarms that the objects of a device detect by themselves, with the details that the device has. */
export class ObjectAlarms {
  /** The object that has detected the alarm of a point, by the code of the point. */
  private readonly detectors = new Map<string, string>();
  /** The alarms whose details are not read yet, by the codes of their points. */
  private readonly pending = new Map<string, Detected>();
  private isReporting = false;
  /** The object that each event enrollment watches. */
  private readonly watched = new Map<string, string>();
  private unaskedUntilMs = -Infinity;
  private hasAnswered = false;
  /** Before, an alarm of the last run may be one of an event enrollment. */
  private areEventsKnown = false;

  constructor(
    private readonly link: Pick<DeviceLink, 'read' | 'activeEvents'>,
    private readonly pointsByObject: ReadonlyMap<string, readonly BacnetPoint[]>,
    private readonly sink: Pick<ReadingSink, 'alarm'>,
    private readonly clock: Clock,
  ) {}

  /** @param flags the status flags. An object that has none, or no longer exists, has no alarm */
  take(point: BacnetPoint, flags: PropertyResult | undefined): void {
    const { code, objectId } = point;
    if (Array.isArray(flags) && hasFlag(flags, IN_ALARM)) {
      this.begin(point, objectId, hasFlag(flags, FAULT));
    } else if (Array.isArray(flags) || (flags && ABSENT.has(flags.code))) {
      const detector = this.detectors.get(code);
      if (detector === undefined ? this.areEventsKnown : detector === keyOf(objectId)) this.end(code);
    }
  }

  /** Takes the alarms of event enrollments. Not every device has them. */
  async readEnrollments(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (nowMs < this.unaskedUntilMs) return;
    try {
      const events = await this.link.activeEvents();
      this.hasAnswered = true;
      // Events that have ended are listed until somebody acknowledges them.
      const enrollments = events.filter(
        ({ objectId, eventState }) =>
          objectId.type === ObjectType.EVENT_ENROLLMENT && eventState !== EventState.NORMAL,
      );
      for (const { objectId, eventState } of enrollments)
        for (const point of this.pointsByObject.get(await this.watchedBy(objectId)) ?? [])
          this.begin(point, objectId, eventState === EventState.FAULT);
      const active = new Set(enrollments.map(({ objectId }) => keyOf(objectId)));
      for (const [code, detector] of this.detectors)
        if (this.watched.has(detector) && !active.has(detector)) this.end(code);
    } catch (error) {
      // A fault of the device is one of its next poll. Some devices refuse or ignore requests that they do not know.
      if (!this.hasAnswered) this.unaskedUntilMs = isRefusal(error) ? Infinity : nowMs + UNASKED_MS;
    } finally {
      this.areEventsKnown = true;
    }
  }

  /** Forgets the alarms whose details are not read yet. The next run will find them again. */
  close(): void {
    this.pending.clear();
  }

  private begin(point: BacnetPoint, detector: BACNetObjectID, isFault: boolean): void {
    const { code } = point;
    if (this.detectors.has(code)) return;
    this.detectors.set(code, keyOf(detector));
    this.pending.set(code, { point, detector, isFault, atMs: this.clock.nowMs() });
    if (!this.isReporting) void this.report();
  }

  private end(code: string): void {
    const short = this.pending.get(code);
    if (short) this.sink.alarm(code, withoutDetails(short));
    this.pending.delete(code);
    this.detectors.delete(code);
    this.sink.alarm(code, null);
  }

  /** Returns the key of the object that an enrollment watches; an empty text if the device does not give it. */
  private async watchedBy(enrollment: BACNetObjectID): Promise<string> {
    const key = keyOf(enrollment);
    const known = this.watched.get(key);
    if (known !== undefined) return known;
    const [reference] = await this.read(enrollment, OBJECT_PROPERTY_REFERENCE);
    const { objectId } = (reference ?? {}) as { objectId?: { objectType: ObjectType; instance: number } };
    const found = objectId ? keyOf({ type: objectId.objectType, instance: objectId.instance }) : '';
    this.watched.set(key, found);
    return found;
  }

  /** One alarm after another, so that the polls of the device go on. */
  private async report(): Promise<void> {
    this.isReporting = true;
    const priorities = new Map<number, readonly unknown[]>();
    let failures = 0;
    for (const [code, detected] of this.pending) {
      let alarm = withoutDetails(detected);
      try {
        if (failures < MOST_FAILURES) alarm = { ...alarm, ...(await this.detailsOf(detected, priorities)) };
      } catch {
        failures++;
      }
      // The alarm may have ended in the meantime.
      if (this.pending.get(code) !== detected) continue;
      this.pending.delete(code);
      this.sink.alarm(code, alarm);
    }
    this.isReporting = false;
  }

  /**
   * @param priorities those that were read before, by the instance of the notification class
   * @throws Error if the device does not answer
   */
  private async detailsOf(
    { point: { name }, detector, isFault }: Detected,
    priorities: Map<number, readonly unknown[]>,
  ): Promise<Partial<DeviceAlarm>> {
    const [state] = await this.read(detector, EVENT_STATE);
    const text = STATES[Number(state)];
    const [instance] = await this.read(detector, NOTIFICATION_CLASS);
    let level: AlertSeverity | undefined;
    if (typeof instance === 'number') {
      const type = ObjectType.NOTIFICATION_CLASS;
      const known = priorities.get(instance) ?? (await this.read({ type, instance }, PRIORITY));
      priorities.set(instance, known);
      const priority = known[isFault ? TO_FAULT : TO_OFF_NORMAL];
      level = LEVELS.find(([most]) => Number(priority) <= most)?.[1];
    }
    return { ...(text !== undefined && { message: `${name}: ${text}` }), ...(level && { level }) };
  }

  /** Returns no value if the device has no such property. */
  private async read(objectId: BACNetObjectID, property: PropertyIdentifier): Promise<unknown[]> {
    const result = await unlessRefused(this.link.read(objectId, property));
    return isRefusal(result) ? [] : result.map(({ value }) => value);
  }
}

function withoutDetails({ point: { name }, isFault, atMs }: Detected): DeviceAlarm {
  return { level: 'major', message: `${name}: ${isFault ? 'fault' : 'in alarm'}`, raisedAtMs: atMs };
}
