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
import { isRefusal, unlessRefused } from './refusal';
import { FAULT, hasFlag, IN_ALARM } from './status-flags';

const { EVENT_STATE, NOTIFICATION_CLASS, PRIORITY } = PropertyIdentifier;

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

interface Detected {
  point: BacnetPoint;
  isFault: boolean;
  atMs: number;
}

/** Reports the alarms that the objects of a device detect by themselves, with the details that the device has. */
export class ObjectAlarms {
  /** The codes of the points in alarm. */
  private readonly active = new Set<string>();
  /** The alarms whose details are not read yet, by the codes of their points. */
  private readonly pending = new Map<string, Detected>();
  private isReporting = false;

  constructor(
    private readonly link: Pick<DeviceLink, 'read'>,
    private readonly sink: Pick<ReadingSink, 'alarm'>,
    private readonly clock: Clock,
  ) {}

  /** @param flags the status flags. An object that has none, or no longer exists, has no alarm */
  take(point: BacnetPoint, flags: PropertyResult | undefined): void {
    const { code } = point;
    if (Array.isArray(flags) && hasFlag(flags, IN_ALARM)) {
      if (this.active.has(code)) return;
      this.active.add(code);
      this.pending.set(code, { point, isFault: hasFlag(flags, FAULT), atMs: this.clock.nowMs() });
      if (!this.isReporting) void this.report();
    } else if (Array.isArray(flags) || (flags && ABSENT.has(flags.code))) {
      const short = this.pending.get(code);
      if (short) this.sink.alarm(code, withoutDetails(short));
      this.pending.delete(code);
      this.active.delete(code);
      this.sink.alarm(code, null);
    }
  }

  /** Forgets the alarms whose details are not read yet. The next run will find them again. */
  close(): void {
    this.pending.clear();
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
    { point: { objectId, name }, isFault }: Detected,
    priorities: Map<number, readonly unknown[]>,
  ): Promise<Partial<DeviceAlarm>> {
    const [state] = await this.read(objectId, EVENT_STATE);
    const text = STATES[Number(state)];
    const [instance] = await this.read(objectId, NOTIFICATION_CLASS);
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
