import {
  type BACNetBitString,
  type BACNetObjectID,
  ErrorCode,
  EventState,
  ObjectType,
  PropertyIdentifier,
} from '@bacnet-js/client';
import type { AlertSeverity } from '@app/kernel';
import type { DeviceAlarm, ReadingSink } from '../serving/driver';
import type { BacnetPoint } from './bacnet.dto';
import type { DeviceLink, PropertyResult } from './device-link';
import { isRefusal, unlessRefused } from './refusal';

const { EVENT_STATE, NOTIFICATION_CLASS, PRIORITY } = PropertyIdentifier;

/** The positions of status flags. */
const IN_ALARM = 0;
const FAULT = 1;
const OUT_OF_SERVICE = 3;

/** The answers about an object or a property that does not exist. */
const ABSENT: ReadonlySet<number | null> = new Set([ErrorCode.UNKNOWN_OBJECT, ErrorCode.UNKNOWN_PROPERTY]);

const STATES: Readonly<Record<number, string>> = {
  [EventState.FAULT]: 'fault',
  [EventState.HIGH_LIMIT]: 'above its high limit',
  [EventState.LOW_LIMIT]: 'below its low limit',
  [EventState.LIFE_SAFETY_ALARM]: 'life safety alarm',
};

/** The positions in the priorities of a notification class, from 1. */
const TO_OFF_NORMAL = 1;
const TO_FAULT = 2;

/** The lowest priorities of each level. Source: ASHRAE 135, priorities of alarm and event messages. */
const LEVELS: readonly [most: number, level: AlertSeverity][] = [
  [63, 'critical'],
  [127, 'major'],
  [191, 'minor'],
  [255, 'warning'],
];

/** Reports the alarms that the objects of a device detect by themselves, with the details that the device has. */
export class ObjectAlarms {
  /** The codes of the points in alarm. */
  private readonly active = new Set<string>();
  /** The points whose alarms are not reported yet. */
  private readonly pending: { point: BacnetPoint; isFault: boolean }[] = [];
  private reporting: Promise<void> | null = null;

  constructor(
    private readonly link: Pick<DeviceLink, 'read'>,
    private readonly sink: Pick<ReadingSink, 'alarm'>,
  ) {}

  /** @param flags the status flags. An object that has none, or no longer exists, has no alarm */
  take(point: BacnetPoint, flags: PropertyResult | undefined): void {
    const { code } = point;
    if (Array.isArray(flags) && hasFlag(flags, IN_ALARM)) {
      if (this.active.has(code)) return;
      this.active.add(code);
      this.pending.push({ point, isFault: hasFlag(flags, FAULT) });
      this.reporting ??= this.report().finally(() => (this.reporting = null));
    } else if (Array.isArray(flags) || (flags && ABSENT.has(flags.code))) {
      this.active.delete(code);
      this.sink.alarm(code, null);
    }
  }

  /** Resolves when all alarms have been reported. */
  async reported(): Promise<void> {
    await this.reporting;
  }

  /** One alarm after another, so that the polls of the device go on. */
  private async report(): Promise<void> {
    let isAnswering = true;
    for (let next = this.pending.shift(); next; next = this.pending.shift()) {
      const { point, isFault } = next;
      let alarm: DeviceAlarm = {
        level: 'major',
        message: `${point.name}: ${isFault ? 'fault' : 'in alarm'}`,
      };
      try {
        if (isAnswering) alarm = { ...alarm, ...(await this.described(point, isFault)) };
      } catch {
        // The flags suffice for the alarms.
        isAnswering = false;
      }
      if (this.active.has(point.code)) this.sink.alarm(point.code, alarm);
    }
  }

  /** @throws Error if the device does not answer */
  private async described({ objectId, name }: BacnetPoint, isFault: boolean): Promise<Partial<DeviceAlarm>> {
    const state = STATES[(await this.number(objectId, EVENT_STATE)) ?? -1];
    const instance = await this.number(objectId, NOTIFICATION_CLASS);
    const priority =
      instance === undefined
        ? undefined
        : await this.number(
            { type: ObjectType.NOTIFICATION_CLASS, instance },
            PRIORITY,
            isFault ? TO_FAULT : TO_OFF_NORMAL,
          );
    const level = priority === undefined ? undefined : LEVELS.find(([most]) => priority <= most)?.[1];
    return { ...(state !== undefined && { message: `${name}: ${state}` }), ...(level && { level }) };
  }

  /** Returns undefined if the device has no such property. */
  private async number(
    objectId: BACNetObjectID,
    property: PropertyIdentifier,
    position?: number,
  ): Promise<number | undefined> {
    const result = await unlessRefused(this.link.read(objectId, property, position));
    const value: unknown = isRefusal(result) ? undefined : result[0]?.value;
    return typeof value === 'number' ? value : undefined;
  }
}

export function qualityOf(flags: PropertyResult | undefined): 'good' | 'uncertain' | 'bad' {
  if (hasFlag(flags, FAULT)) return 'bad';
  // Somebody has replaced the value of the sensor.
  return hasFlag(flags, OUT_OF_SERVICE) ? 'uncertain' : 'good';
}

function hasFlag(flags: PropertyResult | undefined, position: number): boolean {
  const [data] = Array.isArray(flags) ? flags : [];
  // Some devices send another type.
  const bits = (data?.value as Partial<BACNetBitString> | null | undefined)?.value?.[0] ?? 0;
  return ((bits >> position) & 1) === 1;
}
